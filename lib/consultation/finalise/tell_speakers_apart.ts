import { msToSamples, type Samples } from "@/lib/audio/units.ts";
import type { SpeakerEngine } from "@/lib/engines/speakers/speaker_encoder.ts";
import { type Speakers, speakersOf } from "@/lib/engines/speakers/speakers_of.ts";
import { voiceCells } from "@/lib/engines/speakers/voice_cells.ts";
import type { FinaliseOutcome } from "@/lib/record/finalise_store.ts";
import type { NewTurn } from "@/lib/record/turn_store.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";
import type { ChosenTranscript } from "@/lib/consultation/finalise/chosen_transcript.ts";
import { embedCells } from "@/lib/consultation/finalise/embed_cells.ts";
import type { RecordingSource } from "@/lib/consultation/finalise/recording_source.ts";
import {
  heardWords,
  reviewLines,
  withRoles,
  wordSpeakers,
} from "@/lib/consultation/finalise/review_lines.ts";
import { guessRoles, type SpeakerWords } from "@/lib/consultation/finalise/role_guess.ts";

/** Whoever speaks this soon after Alba has asked is answering it. */
const REPLY_WITHIN: Samples = msToSamples(6_000);

export interface SpeakerTask {
  readonly transcript: ChosenTranscript;
  readonly utterances: readonly SystemUtterance[];
  readonly source: RecordingSource;
  readonly engine: SpeakerEngine;
  /** The answer to "Who spoke?"; null when there is none. */
  readonly declared: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

export interface ToldApart {
  readonly outcome: FinaliseOutcome;
  readonly code: string | null;
  readonly lines: readonly NewTurn[];
  readonly found: number;
  /** Cosine of the two voices that are hardest to tell apart. */
  readonly closest: number | null;
}

/** The lines of the review, each with its speaker and a guessed role where voices can be heard. */
export async function tellSpeakersApart(task: SpeakerTask): Promise<ToldApart> {
  const { transcript: { version, segments }, engine } = task;
  const plain = (outcome: FinaliseOutcome, code: string): ToldApart => ({
    ...{ outcome, code, found: 0, closest: null },
    lines: alone(reviewLines(version, segments, null), task.declared),
  });
  if (heardWords(segments).length === 0) return plain("skipped", "nothing_heard");
  if (!engine.available) return plain("skipped", "no_encoder");
  const speakers = await heardSpeakers(task, engine);
  if (speakers === null) return plain("failed", "encoder_failed");
  const lines = reviewLines(version, segments, wordSpeakers(speakers.cells));
  const words = wordsOfEach(lines, speakers.found, task.utterances);
  const { found, closest } = speakers;
  const roles = guessRoles(words, task.declared);
  return { outcome: "done", code: null, lines: withRoles(lines, roles), found, closest };
}

/** With one speaker declared nobody need tell voices apart: it is the doctor. */
function alone(lines: readonly NewTurn[], declared: number | null): readonly NewTurn[] {
  if (declared !== 1) return lines;
  return lines.map((line) => line.origin === "heard" ? { ...line, role: "doctor" } : line);
}

async function heardSpeakers(
  { transcript, source, declared, signal, onProgress }: SpeakerTask,
  engine: Extract<SpeakerEngine, { available: true }>,
): Promise<Speakers | null> {
  const encoder = engine.open();
  try {
    const cells = voiceCells(heardWords(transcript.segments));
    const heard = await embedCells(source, cells, encoder, signal, onProgress);
    return heard.ok ? speakersOf(heard.cells, declared) : null;
  } finally {
    await encoder.close();
  }
}

/** What each speaker said, in the order of their numbers. */
function wordsOfEach(
  lines: readonly NewTurn[],
  found: number,
  utterances: readonly SystemUtterance[],
): SpeakerWords[] {
  const first = lines.find(({ speaker }) => speaker !== null)?.speaker ?? null;
  const repliers = utterances.flatMap(({ endSample, text }) => {
    if (endSample === null || !text.trimEnd().endsWith("?")) return [];
    const reply = lines.find(({ start, speaker }) => speaker !== null && start >= endSample);
    return reply !== undefined && reply.start - endSample <= REPLY_WITHIN ? [reply.speaker] : [];
  });
  return Array.from({ length: found }, (_, index) => ({
    lines: lines.filter(({ speaker }) => speaker === index).map(({ text }) => text),
    repliesToAlba: repliers.filter((speaker) => speaker === index).length,
    spokeFirst: index === first,
  }));
}
