import type { ModelCallRow } from "@/lib/models/model_call_row.ts";
import type { BuiltCall } from "@/lib/models/model_runner.ts";
import type { JobKind } from "@/lib/models/schedule_state.ts";

/** A call that hit its cap or its timeout, or wrote white space until it was stopped (CD5, RE3). */
export interface Runaway {
  readonly consultation: string;
  readonly room: string;
  readonly call: JobKind;
  readonly reason: "cap" | "timeout" | "white_space";
  readonly tokens: number | null;
  readonly elapsedMs: number;
  /** What was hit: milliseconds for `timeout`, else tokens. */
  readonly limit: number;
  /** Failures of this kind of call in a row, this one included. */
  readonly failures: number;
  /** The version of the assessment that still stands; 0 when there is none. */
  readonly versionKept: number;
}

/** Null for a call that ended in any other way. */
export function runawayOf(
  row: ModelCallRow,
  { maxTokens, timeoutMs }: Pick<BuiltCall, "maxTokens" | "timeoutMs">,
  known: { readonly failures: number; readonly versionKept: number },
): Runaway | null {
  const reason = reasonOf(row);
  if (reason === null) return null;
  const { consultation, room, kind: call, replyTokens: tokens, runMs: elapsedMs } = row;
  const limit = reason === "timeout" ? timeoutMs : maxTokens;
  return { consultation, room, call, reason, tokens, elapsedMs, limit, ...known };
}

function reasonOf({ outcome }: ModelCallRow): Runaway["reason"] | null {
  if (outcome === "cap" || outcome === "timeout") return outcome;
  return outcome === "whitespace_runaway" ? "white_space" : null;
}
