import { SAMPLE_RATE_HZ, type Samples, samples } from "@/lib/audio/units.ts";
import type { Envelope } from "@/lib/record/finalise_store.ts";
import type { RecordingSource } from "@/lib/consultation/finalise/recording_source.ts";

/** A picture is about 1,000 px wide; twice that is enough for the sharpest screen. */
const MOST_POINTS = 2_000;

/** Shorter steps than a syllable show nothing. */
const SHORTEST_STEP = SAMPLE_RATE_HZ / 10;

/** Each read is about this long, so that the event loop is free again after a few milliseconds. */
const READ_SAMPLES = 20 * SAMPLE_RATE_HZ;

/** Levels run from this (0) to full scale (255); quieter than the quietest room is nothing. */
const LOWEST_DB = -60;

/** Loudness of what the people in the room said, in at most 2,000 steps however long it was. */
export async function recordingEnvelope(
  source: RecordingSource,
  signal: AbortSignal,
): Promise<Envelope | null> {
  const step = Math.max(SHORTEST_STEP, Math.ceil(source.length / MOST_POINTS));
  const levels = new Uint8Array(Math.ceil(source.length / step));
  const stepsPerRead = Math.max(1, Math.floor(READ_SAMPLES / step));
  for (let first = 0; first < levels.length; first += stepsPerRead) {
    if (signal.aborted) return null;
    const from = first * step;
    const until = Math.min(source.length, from + stepsPerRead * step);
    const pcm = await source.read(samples(from), samples(until));
    for (let at = 0; at < pcm.length; at += step) {
      levels[first + at / step] = levelOf(pcm.subarray(at, at + step));
    }
  }
  return { stepSamples: samples(step) satisfies Samples, levels };
}

/** 0 to 255 on a scale of decibels. */
export function levelOf(pcm: Int16Array): number {
  let power = 0;
  for (const sample of pcm) power += sample * sample;
  if (power === 0) return 0;
  const db = 10 * Math.log10(power / pcm.length) - 20 * Math.log10(32_768);
  return Math.round(255 * Math.min(1, Math.max(0, 1 - db / LOWEST_DB)));
}
