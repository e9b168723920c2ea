import { samplesToMs } from "@/lib/audio/units.ts";
import type { AuditRow } from "@/lib/record/audit.ts";
import type { TranscriptSegment } from "@/lib/record/segment_store.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";
import { AskCounter } from "@/lib/rehearsal/round/ask_counter.ts";
import type { Broken } from "@/lib/rehearsal/round/invariants.ts";

/** A clock that is read a moment after the frames were counted. */
const CLOCK_MS = 250;

/** What a case has left on the record. */
export interface CaseRecord {
  readonly audit: readonly AuditRow[];
  readonly utterances: readonly SystemUtterance[];
  readonly segments: readonly TranscriptSegment[];
}

/** What a case's record is held against. */
export interface CaseTruth {
  /** The utterances that have sounded to their end in the room. */
  readonly heard: ReadonlySet<string>;
  /** The longest that a page's message may wait before it is taken in, ms. */
  readonly lateMs: number;
}

/** What the record says at the end, held against what was heard in the room (MP6). */
export function brokenOnRecord(
  { audit, segments, utterances }: CaseRecord,
  { heard, lateMs }: CaseTruth,
): Broken[] {
  return [
    ...askedTwice(audit),
    ...takenBackHeard(audit, utterances.filter(({ id }) => heard.has(id))),
    ...resumedUnacknowledged(audit),
    ...saidUnheard(utterances, heard),
    ...writtenUnderVoice(segments, utterances),
    ...gapsAheadOfTime(audit, lateMs),
  ];
}

function askedTwice(audit: readonly AuditRow[]): Broken[] {
  const asked = new AskCounter();
  return audit.flatMap((row) => {
    const item = asked.askedAgain(row);
    if (item === null) return [];
    return [{ rule: "never_twice", words: `${item} is asked again`, atMs: row.wallMs }];
  });
}

/**
 * What was heard to its end is asked: only a question that nobody heard goes back to its place (QU8).
 * Of one that began while the line was down the house knows nothing, and its answer is not kept either.
 */
function takenBackHeard(audit: readonly AuditRow[], heard: readonly SystemUtterance[]): Broken[] {
  const begun = new Set<string>(
    heard.filter(({ startedWallMs }) => startedWallMs !== null).map(({ id }) => id),
  );
  const utteranceOf = new Map<unknown, string>();
  return audit.flatMap(({ detail, kind, wallMs }) => {
    if (kind === "auto.queue_consumed") utteranceOf.set(detail.item, String(detail.utterance));
    if (kind !== "auto.queue_requeued") return [];
    if (!begun.has(utteranceOf.get(detail.item) ?? "")) return [];
    const words = `${detail.item} goes back to the queue`;
    return [{ rule: "heard_stays_asked", words, atMs: wallMs }];
  });
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

/** Nothing is written down that stands in the recording where Alba speaks (SP8, TR5). */
function writtenUnderVoice(
  segments: readonly TranscriptSegment[],
  utterances: readonly SystemUtterance[],
): Broken[] {
  const spans = utterances.flatMap(({ endSample, startSample }) =>
    startSample === null || endSample === null ? [] : [{ startSample, endSample }]
  );
  return segments
    .filter(({ end, origin, start }) =>
      origin === "heard" && end > start &&
      spans.some(({ endSample, startSample }) => startSample <= start && end <= endSample)
    )
    .map(({ committedWallMs, id }) => ({
      rule: "nothing_written_under_voice",
      words: `${id} stands where Alba speaks`,
      atMs: committedWallMs,
    }));
}

/**
 * A gap ends by the moment in which it is written: one that reaches beyond shifts all after it (CO5).
 * Where another page begins, its first sound has been under way while the clock has counted the gap.
 */
function gapsAheadOfTime(audit: readonly AuditRow[], lateMs: number): Broken[] {
  const begunMs = audit.find(({ kind }) => kind === "capture.started")?.wallMs ?? 0;
  let furthestMs = 0;
  return audit.flatMap(({ detail, kind, wallMs }) => {
    if (kind !== "capture.gap") return [];
    const endMs = samplesToMs(Number(detail.start_sample) + Number(detail.samples));
    const aheadMs = Math.round(endMs - (wallMs - begunMs));
    const tooLongMs = aheadMs - furthestMs;
    furthestMs = Math.max(furthestMs, aheadMs);
    if (tooLongMs <= CLOCK_MS + lateMs) return [];
    return [{ rule: "gap_as_long_as_time", words: `${tooLongMs} ms too long`, atMs: wallMs }];
  });
}
