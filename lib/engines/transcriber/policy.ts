import type { Urgency } from "@/lib/engines/transcriber/turn_queue.ts";
import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";

/** Silero judges 512 samples (32 ms) at a time. */
export const DETECTION_WINDOW: Samples = samples(512);

/** Ask for speech detection in steps of about 0.1 s: three windows cost a millisecond. */
export const DETECTION_STEP: Samples = samples(3 * DETECTION_WINDOW);

/** A backlog is detected in pieces, so that one reply never holds minutes of audio. */
export const DETECTION_MOST: Samples = samples(1_000 * DETECTION_WINDOW);

/** Speech begins where its probability reaches this, as Silero's authors advise. */
export const SPEECH_ON_PROBABILITY = 0.5;

/** Speech ends where it falls below this; the gap keeps a weak syllable from ending a word. */
export const SPEECH_OFF_PROBABILITY = 0.35;

/** Shorter bursts are clicks and breaths: the shortest "no" measured lasted 0.19 s. */
export const SHORTEST_SPEECH: Samples = msToSamples(100);

/** Silence that ends a phrase (TR3): everything in it is then committed. */
export const PHRASE_END_SILENCE: Samples = msToSamples(500);

/**
 * A shorter silence ends a phrase too where the decode that covers it ended a sentence there: people
 * answer each other sooner than in 0.5 s, and a window that runs on into the answer costs time.
 */
export const SENTENCE_END_SILENCE: Samples = msToSamples(300);

/** A decode is begun this early in a silence, so that its words wait when the phrase has ended. */
export const SPECULATION_SILENCE: Samples = msToSamples(200);

/** A decode covers a phrase when its window reaches this far past the last voiced sample. */
export const COVERING_MARGIN: Samples = msToSamples(60);

/** Audio given to Whisper before the detected start; Silero is late on soft consonants. */
export const PRE_ROLL: Samples = msToSamples(300);

/** Audio given to Whisper after the detected end, for the same reason. */
export const POST_ROLL: Samples = msToSamples(250);

/** New audio before the next decode while somebody speaks; local agreement commits every second one. */
export const STEP: Samples = msToSamples(600);

/** The step grows to this many times the last decode's own time, so that a slow box keeps breathing. */
export const STEP_PER_DECODE_TIME = 2.5;

/** A window longer than this starts anew at a committed word: longer ones cost more and gain nothing. */
export const COMFORTABLE_WINDOW: Samples = msToSamples(12_000);

/** Whisper takes 30 s; at this length words are committed even if no two decodes agreed. */
export const LONGEST_WINDOW: Samples = msToSamples(24_000);

/** What a forced commit leaves pending, because the last words of a cut window are guesses. */
export const FORCED_COMMIT_HOLDBACK: Samples = msToSamples(2_000);

interface DecodeManner {
  readonly contextFrames: number;
  readonly beam: number;
  readonly prompted: boolean;
  readonly urgency: Urgency;
}

/**
 * How a window is decoded. The encoder is given this many 10 ms mel frames at least, and 1 s more
 * than the window: Whisper was trained on 30 s and loses words in a shorter input, but pays for every
 * second of it (docs/decisions/ears.md has the figures). `draft` serves agreement while somebody
 * speaks, `final` a phrase's end, `careful` repeats a decode whose own figures make it doubtful (a
 * prompt can be what made it loop or guess). The last two read a recording that is over.
 */
export const DECODE_QUALITIES = {
  draft: { contextFrames: 1_000, beam: 1, prompted: true, urgency: "draft" },
  final: { contextFrames: 1_500, beam: 5, prompted: true, urgency: "phrase_end" },
  careful: { contextFrames: 3_000, beam: 5, prompted: false, urgency: "phrase_end" },
  background: { contextFrames: 1_500, beam: 5, prompted: true, urgency: "background" },
  background_careful: { contextFrames: 3_000, beam: 5, prompted: false, urgency: "background" },
} as const satisfies Readonly<Record<string, DecodeManner>>;

export type DecodeQuality = keyof typeof DECODE_QUALITIES;

const MEL_FRAME: Samples = msToSamples(10);
const CONTEXT_MARGIN_FRAMES = 100;
const FULL_CONTEXT_FRAMES = 3_000;

/** Encoder length for a window of `count` samples, in mel frames. */
export function contextFrames(count: number, quality: DecodeQuality): number {
  const fitted = Math.ceil(count / MEL_FRAME) + CONTEXT_MARGIN_FRAMES;
  return Math.min(FULL_CONTEXT_FRAMES, Math.max(DECODE_QUALITIES[quality].contextFrames, fitted));
}

/** Voiced audio left after a phrase's last word from which on Whisper is asked about it again. */
export const UNHEARD_SPEECH: Samples = msToSamples(800);

/** After this many failures on one window its audio is given up: it may be what kills the worker. */
export const MOST_FAILURES = 5;

/** PCM kept for a worker that does not come back: 10 minutes are 19 MB. The WAV keeps everything. */
export const LONGEST_BACKLOG: Samples = msToSamples(600_000);

/** The page says "catching up" from here on: four steps behind is no longer the usual rhythm. */
export const BEHIND: Samples = msToSamples(4_000);

/** And says that it has caught up from here on, so that the words do not flicker. */
export const CAUGHT_UP: Samples = msToSamples(2_000);

/** `heard` is told in steps of this much silence; each would otherwise be ten messages a second. */
export const HEARD_STEP: Samples = msToSamples(500);
