import type { AlarmCandidate } from "@/lib/alarms/alarm.ts";
import type { RulesReading } from "@/lib/rules/engine.ts";
import type { Agenda, Line } from "@/lib/consultation/agenda.ts";

/** What the rules find worth asking at `landedWallMs`, as a version of the agenda. */
export function ruleAgenda(reading: RulesReading, version: number, landedWallMs: number): Agenda {
  return {
    version,
    source: "rule",
    landedWallMs,
    summary: "",
    questions: reading.agenda.map(({ question, rationale, urgent }) => ({
      question,
      rationale,
      urgent,
    })),
    considerations: reading.considerations,
  };
}

/** What the rules find urgent; `segment` is the line's that was just read. */
export function ruleCandidates(
  { lines }: { readonly lines: readonly Line[] },
  reading: RulesReading,
  segment: string,
): AlarmCandidate[] {
  return reading.alarms.map((alarm) => ({
    action: alarm.action,
    reason: alarm.reason,
    quote: alarm.quote,
    question: alarm.question,
    quoteFound: true,
    segment: lines[alarm.line]?.segment ?? segment,
    source: "rule",
    arranged: false,
  }));
}
