import { z } from "zod";
import { type Samples, samples, samplesToMs } from "@/lib/audio/units.ts";
import { chosenTranscript } from "@/lib/consultation/finalise/chosen_transcript.ts";
import { type Quality, qualityWords } from "@/lib/consultation/quality.ts";
import {
  type ReviewLine,
  reviewSentences,
  type ReviewTurn,
} from "@/lib/consultation/review_sentences.ts";
import { type Timeline, timeline } from "@/lib/consultation/timeline.ts";
import type { StoredAlarm } from "@/lib/record/alarm_store.ts";
import type { Capture } from "@/lib/record/capture_store.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { Role } from "@/lib/record/segment_store.ts";
import type { TurnLine } from "@/lib/record/turn_store.ts";

/** Somebody whose voice was told apart, and who that is. */
export interface ReviewSpeaker {
  readonly speaker: number;
  readonly role: Role | null;
  /** True for a role that Alba guessed. */
  readonly guessed: boolean;
  /** How much likelier the guess is than the next one, 0 to 1; null where nothing was guessed. */
  readonly margin: number | null;
  readonly spokenMs: number;
}

/** Something that happened to an alarm, at its place in the recording. */
export interface AlarmMark {
  readonly kind: "raised" | "acknowledged";
  /** Null for what happened after the recording. */
  readonly atMs: number | null;
  readonly action: string;
  /** Who acknowledged it. */
  readonly by: string | null;
}

/** Everything the page after Stop shows, read from the record alone (FI2). */
export interface Review {
  readonly lines: readonly ReviewLine[];
  readonly speakers: readonly ReviewSpeaker[];
  /** Null where nothing was recorded. */
  readonly timeline: Timeline | null;
  readonly marks: readonly AlarmMark[];
  readonly alarms: readonly StoredAlarm[];
  readonly quality: ReviewQuality;
}

/** How well the transcript was heard: sentences to read before approval (FI7). */
export type ReviewQuality =
  | { readonly kind: "not_measured" }
  | { readonly kind: "good" }
  | { readonly kind: "doubtful"; readonly words: readonly string[] };

export function reviewOf(record: ClinicRecord, consultation: Consultation): Review {
  const { id } = consultation;
  const told = record.turns.lines(id);
  const utterances = record.utterances.list(id);
  const gaps = record.captures.gaps(id);
  const alarms = record.alarms.list(id);
  const length = consultation.recordedSamples;
  return {
    lines: reviewSentences({
      turns: told.length > 0 ? told : untold(record, consultation),
      utterances,
      gaps,
    }),
    speakers: reviewSpeakers(told),
    timeline: length === null ? null : timeline({
      length,
      envelope: record.finalising.envelope(id),
      turns: told,
      utterances,
      gaps,
    }),
    marks: alarmMarks(alarms, record.captures.list(id), length ?? samples(0)),
    alarms,
    quality: reviewQuality(record, consultation),
  };
}

/** Until speakers have been told apart the text is shown as it was committed. */
function untold(record: ClinicRecord, { id }: Consultation): ReviewTurn[] {
  return chosenTranscript(record, id, null).segments
    .map((segment) => ({ ...segment, speaker: null }));
}

function reviewSpeakers(turns: readonly TurnLine[]): ReviewSpeaker[] {
  const speakers = new Map<number, ReviewSpeaker>();
  for (const { speaker, role, roleGuessed, roleMargin, start, end } of turns) {
    if (speaker === null) continue;
    const spokenMs = (speakers.get(speaker)?.spokenMs ?? 0) + samplesToMs(end - start);
    speakers.set(speaker, { speaker, role, guessed: roleGuessed, margin: roleMargin, spokenMs });
  }
  return [...speakers.values()].sort((one, other) => one.speaker - other.speaker);
}

/** Alarms and who saw them, on the axis of the recording. Pure. */
export function alarmMarks(
  alarms: readonly Pick<
    StoredAlarm,
    "action" | "raisedWallMs" | "acknowledgedWallMs" | "acknowledgedBy"
  >[],
  captures: readonly Pick<Capture, "startSample" | "startedWallMs">[],
  length: Samples,
): AlarmMark[] {
  const place = (wallMs: number): number | null => {
    const capture = captures.findLast(({ startedWallMs }) => startedWallMs <= wallMs);
    if (capture === undefined) return null;
    const atMs = samplesToMs(capture.startSample) + wallMs - capture.startedWallMs;
    return atMs > samplesToMs(length) ? null : atMs;
  };
  return alarms.flatMap((alarm): AlarmMark[] => {
    const { action, raisedWallMs, acknowledgedWallMs, acknowledgedBy } = alarm;
    const raised = { kind: "raised", atMs: place(raisedWallMs), action, by: null } as const;
    if (acknowledgedWallMs === null) return [raised];
    const atMs = place(acknowledgedWallMs);
    return [raised, { kind: "acknowledged", atMs, action, by: acknowledgedBy }];
  });
}

/** As `FinaliseJob.quality` leaves it in the record. */
const storedQuality = z.object({
  coverage: z.number().nullable(),
  lowConfidenceShare: z.number().nullable(),
  words: z.number(),
  speechMs: z.number(),
  excludedMs: z.number(),
  gapMs: z.number(),
  longestGapMs: z.number(),
  lagP50Ms: z.number().nullable(),
  lagP95Ms: z.number().nullable(),
  findings: z.array(z.enum(["nothing_heard", "low_coverage", "low_confidence", "long_gap"])),
});

function reviewQuality(record: ClinicRecord, { id }: Consultation): ReviewQuality {
  const step = record.finalising.get(id, "quality");
  const parsed = storedQuality.safeParse(step?.result);
  if (step?.state !== "done" || !parsed.success) return { kind: "not_measured" };
  const words = qualityWords(parsed.data satisfies Quality);
  return words.length === 0 ? { kind: "good" } : { kind: "doubtful", words };
}
