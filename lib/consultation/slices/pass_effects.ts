import type { DecisionsEvent, PassWish } from "@/lib/models/decisions.ts";
import type { AuditEntry } from "@/lib/consultation/audit_entry.ts";
import type { DecisionsSlice } from "@/lib/consultation/slices/decisions.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { StepContext } from "@/lib/consultation/step_context.ts";

/** What a pass is to read: everything said, machine turns excluded, as it stands now (CD1). */
export function passWish(
  state: Pick<DecisionsSlice, "lines" | "flagged">,
  version: number,
  { settings }: StepContext,
): PassWish {
  return {
    consultation: settings.consultation,
    room: settings.room,
    reason: "growth",
    version,
    transcript: state.lines.map(({ role, text }, index) => ({ line: index + 1, role, text })),
    flagged: new Set([...state.flagged].map((line) => line + 1)),
  };
}

/** The rows that an event of the model's side leaves behind (RE3); pages see its results. */
export function passEffects(event: DecisionsEvent): readonly SliceEffect[] {
  switch (event.type) {
    case "pass_started":
      return [audit({
        kind: "cds.pass_started",
        detail: { version: event.pass.version, reason: event.pass.reason },
      })];
    case "pass_landed": {
      const { pass, results } = event;
      return [audit({
        kind: "cds.pass_landed",
        detail: {
          version: pass.version,
          assessment: results.assessment !== null,
          urgency: results.urgency !== null,
          affect: results.affect !== null,
        },
      })];
    }
    case "call":
      return [{ type: "save_model_call", row: event.row }];
    case "runaway": {
      const { call, elapsedMs, failures, limit, reason, tokens, versionKept } = event.runaway;
      return [audit({
        kind: "cds.runaway",
        detail: {
          call,
          reason,
          tokens,
          elapsed_ms: Math.round(elapsedMs),
          cap: limit,
          failures,
          version_kept: versionKept,
        },
      })];
    }
    case "engine":
    case "urgency_landed":
    case "pass_cancelled":
    case "pass_dropped":
    case "deferred":
      return [];
  }
}

function audit(entry: AuditEntry): SliceEffect {
  return { type: "audit", entry };
}
