import assert from "node:assert/strict";
import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import { parseWav } from "@/lib/audio/wav.ts";
import { numbered } from "./test_page.ts";

/** The samples of a recording; fails the test unless its header is whole and says what it holds. */
export function recordedSamples(path: string): Int16Array {
  const bytes = Deno.readFileSync(path);
  const header = parseWav(bytes, bytes.byteLength);
  assert.ok(header.ok, header.ok ? "" : header.words);
  assert.equal(header.sampleRateHz, SAMPLE_RATE_HZ);
  assert.equal(
    bytes.byteLength,
    header.dataOffset + 2 * header.length,
    "bytes beyond the header's",
  );
  return pcmFromBytes(bytes.slice(header.dataOffset));
}

/** Which frame lies at each place of a recording of numbered frames; null where it is silence. */
export function recordedFrames(pcm: Int16Array): (number | null)[] {
  assert.equal(pcm.length % FRAME_SAMPLES, 0, "the recording is not whole frames");
  const frames: (number | null)[] = [];
  for (let at = 0; at < pcm.length; at += FRAME_SAMPLES) {
    const frame = pcm.subarray(at, at + FRAME_SAMPLES);
    const value = frame[0] ?? 0;
    const number = value === 0 ? null : value - 1;
    assert.deepEqual(frame, number === null ? new Int16Array(FRAME_SAMPLES) : numbered(number));
    frames.push(number);
  }
  return frames;
}

/** Whole numbers from `from` to `to` (not included). */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

export function silence(frames: number): null[] {
  return Array(frames).fill(null);
}
