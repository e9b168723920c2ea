import type { AlarmCandidate } from "@/lib/alarms/alarm.ts";
import type { DecisionsEvent } from "@/lib/models/decisions.ts";
import type { Line } from "@/lib/consultation/agenda.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";

/**
 * What a model's pass found urgent, with its quotes led back to the lines they came from. That it
 * found nothing is told as well: it is on record that it looked (UR9).
 */
export function modelAssessment(
  { lines }: { readonly lines: readonly Line[] },
  { pass, startedWallMs, urgency }: Extract<DecisionsEvent, { type: "urgency_landed" }>,
): InnerEvent[] {
  const segment = lines[pass.throughLine - 1]?.segment ?? lines.at(-1)?.segment;
  if (segment === undefined) return [];
  const candidates = urgency.urgentActions.map((one): AlarmCandidate => ({
    action: one.action,
    reason: one.reason,
    quote: one.quote === "" ? null : one.quote,
    question: null,
    quoteFound: one.quoteFound,
    segment: one.line === null ? null : lines[one.line - 1]?.segment ?? null,
    source: "model",
    arranged: one.arranged,
  }));
  const { version } = pass;
  const source = "model";
  const arranged: string[] = [];
  return [{ type: "assessed", source, version, segment, startedWallMs, candidates, arranged }];
}
