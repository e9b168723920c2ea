import type { Alarm, AlarmsState } from "@/lib/alarms/alarm.ts";
import type { StoredAlarm } from "@/lib/record/alarm_store.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { readAction } from "@/lib/text/action_match.ts";

/** The alarms of a consultation as the record has them, for the alarm module. */
export function storedAlarms(record: ClinicRecord, consultation: ConsultationId): AlarmsState {
  const snapshot = record.alarms.snapshotCount(consultation);
  // Which words a page displayed before is not in the record: one that is not up to date has seen none.
  const alarms = record.alarms.list(consultation).map((stored) => storedAlarm(stored, snapshot));
  return { alarms, snapshot };
}

function storedAlarm(stored: StoredAlarm, snapshot: number): Alarm {
  const { acknowledgedBy: by, acknowledgedWallMs: atMs } = stored;
  return {
    id: stored.id,
    action: stored.action,
    reason: stored.reason,
    quote: stored.quote,
    question: stored.question,
    quoteFound: stored.quoteFound,
    segment: stored.segment,
    source: stored.source,
    snapshot: stored.snapshot,
    raisedMs: stored.raisedWallMs,
    wordings: stored.wordings.map(readAction),
    shown: [{ action: stored.action, since: snapshot }],
    acknowledged: by === null || atMs === null ? null : { by, atMs },
    arranged: stored.arrangedWallMs !== null,
  };
}
