import { samples } from "@/lib/audio/units.ts";
import type { Hypothesis } from "@/lib/engines/transcriber/hypothesis.ts";
import type { DecodedWindow } from "@/lib/engines/transcriber/backend.ts";

/**
 * Speech that a program can hear without fail, so that the streaming around an engine is tested on
 * its own: each word is 0.24 s of a level that stands for it, so a window of real PCM can be "decoded"
 * wherever it begins and ends. A word that the window cuts is misheard, as by a real engine.
 */
export const WORD_SAMPLES = 3_840;

const LOWEST_LEVEL = 4_000;
const LEVEL_STEP = 20;
/** Between two words: still loud, so that no detector takes it for a pause. */
const SEPARATOR_LEVEL = 3_000;
const SEPARATOR_SAMPLES = 160;

/** One word: 0.24 s of its own level, followed by 10 ms that part it from the next. */
export function toneWord(code: number): Int16Array {
  const pcm = new Int16Array(WORD_SAMPLES + SEPARATOR_SAMPLES);
  pcm.fill(LOWEST_LEVEL + code * LEVEL_STEP, 0, WORD_SAMPLES);
  pcm.fill(SEPARATOR_LEVEL, WORD_SAMPLES);
  return pcm.map((value, index) => index % 2 === 0 ? value : -value);
}

/** The text that stands for a word's code; each is different. */
export function toneText(code: number): string {
  return `word${code}`;
}

export interface ToneRun {
  readonly code: number;
  readonly start: number;
  readonly end: number;
}

/** Where the words are in a stretch of tone speech. */
export function toneRuns(pcm: Int16Array): ToneRun[] {
  const runs: ToneRun[] = [];
  for (let at = 0; at < pcm.length;) {
    const level = Math.abs(pcm[at] ?? 0);
    let end = at + 1;
    while (end < pcm.length && Math.abs(pcm[end] ?? 0) === level) end++;
    if (level >= LOWEST_LEVEL) {
      runs.push({ code: (level - LOWEST_LEVEL) / LEVEL_STEP, start: at, end });
    }
    at = end;
  }
  return runs;
}

/** What an engine would answer for this window. */
export function decodeTones(pcm: Int16Array): DecodedWindow {
  const words = toneRuns(pcm).map(({ code, start, end }) => {
    const whole = end - start >= WORD_SAMPLES * 0.9;
    const text = whole ? toneText(code) : `cut${code}x${end - start}`;
    return { text, start, end, probability: 0.9 };
  });
  return { words, noSpeech: 0.01, meanLogProbability: -0.2, compression: 1 };
}

/** The same, placed in the recording. */
export function hypothesisOfTones(pcm: Int16Array, start: number, end: number): Hypothesis {
  const window = decodeTones(pcm.subarray(start, end));
  const words = window.words.map((word) => ({
    ...word,
    start: samples(start + word.start),
    end: samples(start + word.end),
  }));
  return { ...window, start: samples(start), end: samples(end), words };
}

/** One probability per 512 samples: 1 where more than a tenth of the window is loud. */
export function detectTones(pcm: Int16Array): number[] {
  const probabilities: number[] = [];
  for (let at = 0; at < pcm.length; at += 512) {
    const window = pcm.subarray(at, at + 512);
    const loud = window.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
    probabilities.push(loud > 51 ? 1 : 0);
  }
  return probabilities;
}
