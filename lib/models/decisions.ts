import type { EngineState } from "@/lib/engines/ports.ts";
import type { PassInput, PassResults } from "@/lib/models/consultation_passes.ts";
import type { Urgency } from "@/lib/models/calls/urgency.ts";
import type { ModelCallRow } from "@/lib/models/model_call_row.ts";
import type { CallContent } from "@/lib/models/model_runner.ts";
import type { Runaway } from "@/lib/models/runaway.ts";
import type { ShortKind } from "@/lib/models/schedule_state.ts";

/** Why a pass is wanted; it goes on the record. */
export type PassReason = "growth" | "golden_exit" | "turn_end" | "asked" | "engine_back";

export interface PassWish extends PassInput {
  readonly consultation: string;
  readonly room: string;
  readonly reason: PassReason;
  /** The version that it will land as. */
  readonly version: number;
  /** How long the pass waits for the short calls of its turn end, unless released (QF2). */
  readonly holdMs?: number;
  /** How long it waits once the pass before it has landed; 0 when not told. */
  readonly afterPassMs?: number;
}

/** A pass as its consultation knows it. */
export interface Pass {
  readonly id: string;
  readonly consultation: string;
  readonly room: string;
  readonly version: number;
  readonly reason: PassReason;
  /** The newest line that it reads. */
  readonly throughLine: number;
}

export type DecisionsEvent =
  | { readonly type: "engine"; readonly engine: EngineState }
  | { readonly type: "pass_started"; readonly pass: Pass }
  /** Sent as soon as the first call of a pass is back: an alarm does not wait for the others. */
  | {
    readonly type: "urgency_landed";
    readonly pass: Pass;
    readonly urgency: Urgency;
    /** When the pass began; by the box's clock, ms since 1970. */
    readonly startedWallMs: number;
  }
  | {
    readonly type: "pass_landed";
    readonly pass: Pass;
    readonly model: string;
    readonly results: PassResults;
    readonly calls: readonly ModelCallRow[];
  }
  /** The pass ended without landing: its consultation has ended. */
  | { readonly type: "pass_cancelled"; readonly pass: Pass }
  /** A newer wish took its place (`by`), or its consultation has ended (null). */
  | { readonly type: "pass_dropped"; readonly pass: Pass; readonly by: string | null }
  | { readonly type: "call"; readonly row: ModelCallRow }
  | { readonly type: "runaway"; readonly runaway: Runaway }
  | { readonly type: "deferred"; readonly job: string; readonly boundMs: number };

export type RequestOutcome =
  | { readonly accepted: true; readonly pass: string }
  /** The rules alone decide now, and why. The newest wish is kept and runs when the model is back. */
  | { readonly accepted: false; readonly words: string };

/** A short call, such as the officer's; its `content` is built when its turn comes. */
export interface ShortCall {
  readonly kind: ShortKind | "prepare";
  readonly consultation: string;
  readonly room: string;
  readonly boundMs: number;
  readonly boundBehindPassMs: number;
  readonly content: CallContent;
}

/** The model's side of decision support. It never throws, and never touches the record. */
export interface Decisions {
  requestPass(wish: PassWish): RequestOutcome;
  /** The short calls that a held pass waited for are back. */
  releasePass(consultation: string): void;
  /** Queues a short call and returns its id; null when no model can be asked now. */
  shortCall(call: ShortCall): string | null;
  /** The answer to a short call is not wanted any more; one that has ended is not known here. */
  cancelCall(id: string): void;
  /** Nothing of this consultation is wanted any more. */
  cancel(consultation: string): void;
  state(): EngineState;
  close(): void;
}
