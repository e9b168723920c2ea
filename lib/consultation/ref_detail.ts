import type { AuditDetail } from "@/lib/record/audit_events.ts";
import type { JsonObject } from "@/lib/record/columns.ts";
import type { Origin } from "@/lib/consultation/slices/voice_state.ts";
import type { Spoken } from "@/lib/speech/spoken.ts";

/** RE1, RE2: why it was said, on the utterance's own row; it goes with the consultation's words. */
export function refDetailOf(origin: Origin, { question, wording }: Spoken): JsonObject {
  if (origin.by === "tap") return { via: "tap" };
  const { handedBack, item, phase, quietS, reask, turnEndToIssueMs } = origin.say.detail;
  return {
    via: "auto",
    phase,
    trigger: { quiet_s: quietS, handed_back: handedBack },
    ...(item === null ? {} : { item }),
    ...(reask ? { reask } : {}),
    ...(turnEndToIssueMs === null ? {} : { turn_end_to_issue_ms: turnEndToIssueMs }),
    ...(wording.by === "lay" ? { lay: true, question, lay_similarity: wording.similarity } : {}),
    ...(wording.by === "template" ? { template: wording.template, question } : {}),
  };
}

/** The same for the chained row, which holds no words. */
export function viaOf(
  origin: Origin,
): Pick<AuditDetail<"speech.requested">, "via" | "turn_end_to_issue_ms"> {
  if (origin.by === "tap") return { via: "tap" };
  const { turnEndToIssueMs } = origin.say.detail;
  return {
    via: "auto",
    ...(turnEndToIssueMs === null ? {} : { turn_end_to_issue_ms: turnEndToIssueMs }),
  };
}
