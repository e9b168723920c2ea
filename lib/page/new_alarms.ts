import type { LiveView } from "@/lib/page/live_view.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";

/** What an acknowledgement says was displayed: exactly these alarms, in the words of that list (UR2). */
export function displayed({ snapshot }: LiveView, alarmIds: readonly string[]) {
  return { alarm_ids: [...alarmIds], snapshot };
}

/** Which alarms this page knows; null before the first word from the service. */
export type KnownAlarms = ReadonlySet<string> | null;

/**
 * The alarms known after `message`, and whether one of them is new to this page and open (SK5). What
 * a page finds when it is opened or reloaded is old, however urgent: its banner says so. What came
 * while the line was down is new.
 */
export function hearAlarms(
  known: KnownAlarms,
  message: ServerMessage,
): { readonly known: KnownAlarms; readonly hasNew: boolean } {
  if (message.type !== "urgent" && message.type !== "state") return { known, hasNew: false };
  const all = new Set([...known ?? [], ...message.alarms.map(({ id }) => id)]);
  const isNew = message.alarms.some(({ acknowledged, id }) =>
    known !== null && !known.has(id) && acknowledged === null
  );
  return { known: all, hasNew: isNew };
}
