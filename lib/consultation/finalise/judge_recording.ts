import type { AlarmCandidate } from "@/lib/alarms/alarm.ts";
import { raiseAlarms } from "@/lib/alarms/raise_alarms.ts";
import { samplesToMs } from "@/lib/audio/units.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { RulesEngine } from "@/lib/rules/engine.ts";
import { joinPhrases } from "@/lib/text/join_phrases.ts";
import type { LineSource } from "@/lib/consultation/finalise/review_lines.ts";
import { storedAlarms } from "@/lib/consultation/stored_alarm.ts";

export interface JudgeParts {
  readonly record: ClinicRecord;
  readonly rules: RulesEngine;
  /** AUTO_ACTION_MATCH_THRESHOLD, 0 to 1. */
  readonly threshold: number;
  readonly nowMs: number;
}

/**
 * The rules over all that was said as the whole recording has it: words that the live ears missed,
 * gave up or heard wrongly may hold a red flag that nobody has been shown (UR10). What is new waits
 * in the review for somebody to see it. Call inside a transaction; returns how many are new.
 */
export function judgeRecording(
  { id: consultation, room }: Pick<Consultation, "id" | "room">,
  segments: readonly LineSource[],
  { nowMs, record, rules, threshold }: JudgeParts,
): number {
  const candidates = candidatesIn(segments, rules);
  if (candidates.length === 0) return 0;
  const version = record.alarms.newestVersion(consultation) + 1;
  const snapshot = `${record.newId()}-v${version}`;
  const { raised } = raiseAlarms(storedAlarms(record, consultation), candidates, {
    snapshot,
    nowMs,
    threshold,
    newId: (index) => `${snapshot}-${index + 1}`,
  });
  if (raised.length === 0) return 0;
  const place = { consultation, room };
  record.alarms.assessed(place, {
    snapshot,
    version,
    source: "rule",
    startedWallMs: nowMs,
    actions: candidates,
  });
  for (const alarm of raised) record.alarms.raise(place, { ...alarm, version });
  return raised.length;
}

function candidatesIn(segments: readonly LineSource[], rules: RulesEngine): AlarmCandidate[] {
  const lines = joinPhrases(segments.map(({ end, id, origin, role, start, text }) => ({
    id: id as string,
    text,
    origin,
    role,
    start_ms: samplesToMs(start),
    end_ms: samplesToMs(end),
  })));
  const found: AlarmCandidate[] = [];
  let state = rules.initial;
  for (const [line, { role, text }] of lines.entries()) {
    const speaker = role === "doctor" ? "D" : role === "patient" ? "P" : undefined;
    const reading = rules.step(state, { line, text, role: speaker });
    state = reading.state;
    for (const alarm of reading.alarms) {
      found.push({
        action: alarm.action,
        reason: alarm.reason,
        quote: alarm.quote,
        question: alarm.question,
        quoteFound: true,
        segment: lines[alarm.line]?.id ?? null,
        source: "rule",
        arranged: false,
      });
    }
  }
  return found;
}
