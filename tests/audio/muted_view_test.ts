import assert from "node:assert/strict";
import fc from "fast-check";
import { mutedBytes, type MutedView, mutedViewBytes } from "@/lib/audio/muted_view.ts";
import { pcmToBytes } from "@/lib/audio/pcm.ts";
import { exclusionSpans, isExcluded } from "@/lib/audio/spans.ts";
import { samples } from "@/lib/audio/units.ts";
import { parseWav, WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";

async function read(view: MutedView, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await new Response(mutedBytes(view, start, end)).arrayBuffer());
}

/** Long enough that the view is read in several blocks. */
const LENGTH = 80_000;
const PCM = Int16Array.from({ length: LENGTH }, (_, n) => (n * 7919) % 30_000 + 1);

async function withRecording(task: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".wav" });
  try {
    const header = wavHeader(samples(LENGTH), 16_000);
    await Deno.writeFile(path, new Uint8Array([...header, ...pcmToBytes(PCM)]));
    await task(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("[SP8] the view is silent exactly inside the spans and equal elsewhere; the original stays", async () => {
  await withRecording(async (path) => {
    const original = await Deno.readFile(path);
    const edge = fc.nat({ max: LENGTH + 100 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(edge, edge), { maxLength: 5 }), async (pairs) => {
        const raw = pairs.map(([a, b]) => ({
          start: samples(Math.min(a, b)),
          end: samples(Math.max(a, b)),
        }));
        const spans = exclusionSpans(raw, { lead: samples(0), tail: samples(0) });
        const view: MutedView = { path, length: samples(LENGTH), spans };
        const bytes = await read(view, 0, mutedViewBytes(view));
        const parsed = parseWav(bytes.subarray(0, 100), bytes.byteLength);
        assert.ok(parsed.ok && parsed.length === LENGTH && parsed.dataOffset === 44);
        const heard = new Int16Array(bytes.buffer, WAV_HEADER_BYTES);
        const wrong = heard.findIndex((sample, at) =>
          sample !== (isExcluded(spans, samples(at)) ? 0 : PCM[at])
        );
        assert.equal(wrong, -1);
      }),
      { numRuns: 20 },
    );
    assert.deepEqual(await Deno.readFile(path), original);
  });
});

Deno.test("[SP8] any byte range of the view is that slice of the whole", async () => {
  await withRecording(async (path) => {
    const spans = [{ start: samples(10), end: samples(33_000) }];
    const view: MutedView = { path, length: samples(LENGTH), spans };
    const size = mutedViewBytes(view);
    const whole = await read(view, 0, size);
    const nearEdges = fc.oneof(fc.nat({ max: size }), fc.nat({ max: 80 }));
    await fc.assert(
      fc.asyncProperty(nearEdges, nearEdges, async (a, b) => {
        const [start, end] = a < b ? [a, b] : [b, a];
        assert.deepEqual(await read(view, start, end), whole.slice(start, end));
      }),
      { numRuns: 60 },
    );
    assert.throws(() => mutedBytes(view, 0, size + 1), RangeError);
    assert.throws(() => mutedBytes(view, 5, 4), RangeError);
  });
});

Deno.test("[SP8] a view of a recording that is gone or too short fails its reader, and leaks no file", async () => {
  await withRecording(async (path) => {
    const gone: MutedView = { path: `${path}.gone`, length: samples(10), spans: [] };
    await assert.rejects(read(gone, 44, 64), Deno.errors.NotFound);
    const short: MutedView = { path, length: samples(LENGTH + 1), spans: [] };
    await assert.rejects(read(short, 44, mutedViewBytes(short)), /shorter than its row/);
    const reader = mutedBytes({ ...short, length: samples(LENGTH) }, 44, 200_000 / 2).getReader();
    await reader.read();
    await reader.cancel();
  });
});
