import { samples } from "@/lib/audio/units.ts";
import type { DecodedWindow } from "@/lib/engines/transcriber/backend.ts";
import type { Hypothesis } from "@/lib/engines/transcriber/hypothesis.ts";

/** A decoded window at its place in the recording. */
export function hypothesisOf(window: DecodedWindow, start: number, end: number): Hypothesis {
  const inside = (offset: number) => samples(Math.min(end, start + offset));
  const words = window.words.map((word) => ({
    ...word,
    start: inside(word.start),
    end: inside(word.end),
  }));
  return { ...window, words, start: samples(start), end: samples(end) };
}
