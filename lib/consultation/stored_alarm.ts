import type { Alarm } from "@/lib/alarms/alarm.ts";
import type { StoredAlarm } from "@/lib/record/alarm_store.ts";
import { readAction } from "@/lib/text/action_match.ts";

/** An alarm of the record as the alarm module knows it. */
export function storedAlarm(stored: StoredAlarm): Alarm {
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
    acknowledged: by === null || atMs === null ? null : { by, atMs },
    arranged: stored.arrangedWallMs !== null,
  };
}
