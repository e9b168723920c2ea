import type { AuditRow } from "@/lib/record/audit.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";
import type { Broken } from "@/lib/rehearsal/round/invariants.ts";

/** What the record says at the end, held against what was heard in the room (MP6). */
export function brokenOnRecord(
  audit: readonly AuditRow[],
  utterances: readonly SystemUtterance[],
  { heard }: { readonly heard: ReadonlySet<string> },
): Broken[] {
  return [
    ...askedTwice(audit),
    ...resumedUnacknowledged(audit),
    ...saidUnheard(utterances, heard),
  ];
}

/** Each question is asked once, unless an ask was taken back; the re-ask has a row of its own. */
function askedTwice(audit: readonly AuditRow[]): Broken[] {
  const asked = new Map<string, number>();
  const broken: Broken[] = [];
  for (const { detail, kind, wallMs } of audit) {
    const item = typeof detail.item === "string" ? detail.item : null;
    if (item === null) continue;
    const times = asked.get(item) ?? 0;
    if (kind === "auto.queue_requeued") asked.set(item, times - 1);
    if (kind !== "auto.queue_consumed") continue;
    asked.set(item, times + 1);
    // A doctor may tap again what Alba has asked; Alba may not ask what anybody has.
    if (detail.by === "auto" && times > 0) {
      broken.push({ rule: "never_twice", words: `${item} is asked again`, atMs: wallMs });
    }
  }
  return broken;
}

/** Every alarm that a pause was for has been seen by a doctor, or arranged, before Alba goes on. */
function resumedUnacknowledged(audit: readonly AuditRow[]): Broken[] {
  const settled = new Set<unknown>();
  let pausedFor: readonly unknown[] = [];
  const broken: Broken[] = [];
  for (const { detail, kind, wallMs } of audit) {
    if (kind === "alarm.acknowledged" || kind === "alarm.arranged") settled.add(detail.alarm);
    if (kind === "auto.paused") pausedFor = [detail.alarms].flat();
    if (kind !== "auto.resumed") continue;
    const unseen = pausedFor.filter((alarm) => !settled.has(alarm));
    if (unseen.length === 0) continue;
    const words = `${unseen.length} of ${pausedFor.length} were not`;
    broken.push({ rule: "acknowledged_before_resume", words, atMs: wallMs });
  }
  return broken;
}

/** The record calls nothing said that nobody heard to its end. */
function saidUnheard(
  utterances: readonly SystemUtterance[],
  heard: ReadonlySet<string>,
): Broken[] {
  return utterances
    .filter(({ endReason, id }) => endReason === "completed" && !heard.has(id))
    .map(({ endedWallMs, id }) => ({
      rule: "said_was_heard",
      words: `${id} is called completed`,
      atMs: endedWallMs ?? 0,
    }));
}
