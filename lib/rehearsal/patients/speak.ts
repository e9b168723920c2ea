import type { Timing } from "@/lib/rehearsal/patients/manners.ts";
import type { Segment, Utterance } from "@/lib/rehearsal/patients/patient_state.ts";
import { BACKCHANNELS, SIDE_TALK } from "@/lib/rehearsal/patients/small_talk.ts";
import { ANSWER_DELAY_S, drawFrom, PAUSE_S } from "@/lib/rehearsal/patients/timing_figures.ts";
import type { Seeded } from "@/lib/rehearsal/seeded.ts";

/** A sentence on its way out, and what it gives away. */
export interface Piece {
  readonly text: string;
  readonly facts: readonly string[];
  readonly opening: number;
}

/** A sentence that gives nothing away. */
export function plainPiece(text: string): Piece {
  return { text, facts: [], opening: 0 };
}

export function wordCount(text: string): number {
  return text === "" ? 0 : text.split(" ").length;
}

/** Starting to sound takes this long, however short the word. */
const ONSET_MS = 120;

/** The same person speaks up to this much faster or slower from sentence to sentence. */
const RATE_JITTER = 0.15;

/** A turn gets one more chance of a pause for every so many words. */
const WORDS_PER_PAUSE_CHANCE = 30;

/** A shorter sentence is not broken by a pause. */
const BREAKABLE_WORDS = 4;

/** The long silences of MP1. */
const LONG_SILENCE_MS = { from: 8_000, to: 20_000 } as const;

/** A breath between two sentences; too short to count as a pause. */
const BREATH_MS = { from: 120, to: 450 } as const;

/** Lays one turn of at least one piece: speaking rate, breaths, pauses, delay. */
export function speakTurn(
  random: Seeded,
  timing: Timing,
  pieces: readonly Piece[],
  startDelayMs: number,
): Utterance {
  const total = pieces.reduce((sum, { text }) => sum + wordCount(text), 0);
  const broken: readonly Piece[] = pieces.length === 1 ? pieces.flatMap(halves) : pieces;
  const pauses = new Map<number, number>();
  for (let chances = 1 + Math.floor(total / WORDS_PER_PAUSE_CHANCE); chances > 0; chances--) {
    if (!random.chance(timing.pauseChance)) continue;
    const at = Math.floor(random.next() * (broken.length - 1));
    if (broken.length > 1) pauses.set(at, drawPauseMs(random, timing));
  }
  const [whole] = pieces;
  const laid = pauses.size === 0 && pieces.length === 1 && whole !== undefined ? [whole] : broken;
  const segments = laid.map((piece, index): Segment => {
    const last = index === laid.length - 1;
    const breathMs = random.between(BREATH_MS.from, BREATH_MS.to);
    return {
      ...piece,
      speechMs: speechMs(random, timing, piece.text),
      pauseAfterMs: Math.round(last ? 0 : pauses.get(index) ?? breathMs),
    };
  });
  return { kind: "speech", by: "patient", startDelayMs, segments };
}

/** A sentence with a pause in it gives its fact away with its second half. */
function halves(piece: Piece): readonly Piece[] {
  const words = piece.text.split(" ");
  if (words.length < BREAKABLE_WORDS) return [piece];
  const middle = Math.ceil(words.length / 2);
  return [
    plainPiece(words.slice(0, middle).join(" ")),
    { ...piece, text: words.slice(middle).join(" ") },
  ];
}

function drawPauseMs(random: Seeded, timing: Timing): number {
  const long = random.chance(timing.longSilenceChance);
  const ms = long
    ? random.between(LONG_SILENCE_MS.from, LONG_SILENCE_MS.to)
    : drawFrom(random, PAUSE_S) * 1_000 * timing.pauseScale;
  return Math.min(ms, LONG_SILENCE_MS.to);
}

function speechMs(random: Seeded, { wordsPerSecond }: Timing, text: string): number {
  const rate = wordsPerSecond * random.between(1 - RATE_JITTER, 1 + RATE_JITTER);
  return Math.round(ONSET_MS + wordCount(text) * 1_000 / rate);
}

/** How long the patient takes to begin; negative where the answer overlaps the question's end. */
export function drawAnswerDelayMs(random: Seeded, { delayScale }: Timing): number {
  const ms = drawFrom(random, ANSWER_DELAY_S) * 1_000;
  return Math.round(ms > 0 ? ms * delayScale : ms);
}

/** "Mm." to a remark that asked nothing, or null. */
export function drawBackchannel(random: Seeded, timing: Timing): Utterance | null {
  if (!random.chance(timing.backchannelChance)) return null;
  const text = random.pick(BACKCHANNELS);
  const startDelayMs = drawAnswerDelayMs(random, timing);
  return { ...speakTurn(random, timing, [plainPiece(text)], startDelayMs), kind: "backchannel" };
}

/** What else can be heard after a turn: a cough, words to somebody else; mostly nothing. */
export function drawRoomSounds(random: Seeded, timing: Timing, accompanied: boolean): Utterance[] {
  const sounds: Utterance[] = [];
  if (random.chance(timing.noiseChance)) sounds.push(noise(random));
  if (random.chance(timing.sideTalkChance)) {
    const by = accompanied && random.chance(0.6) ? "companion" : "patient";
    const startDelayMs = Math.round(random.between(200, 2_500));
    const turn = speakTurn(random, timing, [plainPiece(random.pick(SIDE_TALK[by]))], startDelayMs);
    sounds.push({ ...turn, kind: "side_talk", by });
  }
  return sounds;
}

/** A cough, a sniff, a throat cleared: sound without words, at any time of the quiet that follows. */
function noise(random: Seeded): Utterance {
  const segment: Segment = {
    text: "",
    speechMs: Math.round(random.between(150, 900)),
    pauseAfterMs: 0,
    facts: [],
    opening: 0,
  };
  const startDelayMs = Math.round(random.between(300, 6_000));
  return { kind: "noise", by: "patient", startDelayMs, segments: [segment] };
}
