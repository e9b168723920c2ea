import { z } from "zod";
import { SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import type { DecodedWindow } from "@/lib/engines/transcriber/backend.ts";

const TIME = z.number().min(0).max(86_400);
const WORD = z.looseObject({
  word: z.string().max(5_000),
  start: TIME,
  end: TIME,
  probability: z.number().min(0).max(1).optional(),
});
const SEGMENT = z.looseObject({
  text: z.string().max(20_000),
  start: TIME,
  end: TIME,
  avg_logprob: z.number().optional(),
  compression_ratio: z.number().optional(),
  no_speech_prob: z.number().optional(),
  words: z.array(WORD).max(2_000).nullish(),
});
const REPLY = z.looseObject({
  text: z.string().max(100_000),
  words: z.array(WORD).max(2_000).nullish(),
  segments: z.array(SEGMENT).max(1_000).nullish(),
});

type Word = z.infer<typeof WORD>;
type Segment = z.infer<typeof SEGMENT>;
export type Transcription = z.infer<typeof REPLY>;

/** The reply's JSON; null when it is no transcription. Plain `json` replies (text only) are taken. */
export function parseTranscription(text: string): Transcription | null {
  try {
    return REPLY.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * A server's reply as a decoded window of `count` samples. Servers differ in what they give: word
 * times are taken where there are any, else a segment's words share its time by their letters, else
 * the whole text shares the window. A word's probability is its own, else its segment's mean, else 1,
 * as nothing is known against it.
 */
export function windowOf(reply: Transcription, count: number): DecodedWindow {
  const segments = segmentsOf(reply, count / SAMPLE_RATE_HZ);
  const timed = reply.words ?? segments.flatMap((segment) => segment.words ?? spread(segment));
  const texts = reply.text.trim().split(/\s+/).filter((text) => text !== "");
  // Some servers strip the marks from timed words; the plain text still has them.
  const spelt = texts.length === timed.length;
  const words = timed.map((word, index) => ({
    text: (spelt ? texts[index] ?? word.word : word.word).trim(),
    start: Math.round(word.start * SAMPLE_RATE_HZ),
    end: Math.round(Math.max(word.start, word.end) * SAMPLE_RATE_HZ),
    probability: word.probability ?? meanProbability(segments, word),
  }));
  const worst = (values: readonly (number | undefined)[], none: number) =>
    Math.max(none, ...values.map((value) => value ?? none));
  return {
    words: words.filter((word) => word.text !== ""),
    noSpeech: worst(segments.map((segment) => segment.no_speech_prob), 0),
    meanLogProbability: -worst(segments.map((segment) => -(segment.avg_logprob ?? 0)), 0),
    compression: worst(segments.map((segment) => segment.compression_ratio), 0),
  };
}

function segmentsOf(reply: Transcription, lengthS: number): readonly Segment[] {
  const given = reply.segments ?? [];
  return given.length > 0 ? given : [{ text: reply.text, start: 0, end: lengthS }];
}

function spread(segment: Segment): Word[] {
  const texts = segment.text.trim().split(/\s+/).filter((text) => text !== "");
  const letters = texts.reduce((sum, text) => sum + text.length, 0);
  let before = 0;
  return texts.map((word) => {
    const at = (position: number) =>
      segment.start + (segment.end - segment.start) * position / letters;
    const start = at(before);
    before += word.length;
    return { word, start, end: at(before) };
  });
}

function meanProbability(segments: readonly Segment[], word: Word): number {
  const middle = (word.start + word.end) / 2;
  const segment = segments.find((one) => one.start <= middle && middle <= one.end);
  return segment?.avg_logprob === undefined ? 1 : Math.min(1, Math.exp(segment.avg_logprob));
}
