import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { samples } from "@/lib/audio/units.ts";
import { parseWav, WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";

const length = fc.integer({ min: 0, max: 2 ** 33 });
const rate = fc.constantFrom(8_000, 16_000, 22_050, 44_100, 48_000);

Deno.test("[TR2] a header says what it was written for, beyond 3 hours and beyond 4 GiB too", () => {
  fc.assert(fc.property(length, rate, (count, sampleRateHz) => {
    const header = wavHeader(samples(count), sampleRateHz);
    assert.equal(header.byteLength, WAV_HEADER_BYTES);
    const parsed = parseWav(header, WAV_HEADER_BYTES + 2 * count);
    assert.deepEqual(parsed, { ok: true, sampleRateHz, dataOffset: 44, length: count });
  }));
});

Deno.test("[TR2] the header is the one that other programs expect", () => {
  const text = Buffer.from(wavHeader(samples(16_000), 16_000)).toString("latin1");
  assert.equal(
    text,
    "RIFF\x24\x7d\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\x7d\0\0",
  );
});

Deno.test("[TR2] a size field that promises more than the file holds is taken as to the end", () => {
  const parsed = parseWav(wavHeader(samples(1_000), 16_000), WAV_HEADER_BYTES + 501);
  assert.ok(parsed.ok && parsed.length === 250, JSON.stringify(parsed));
});

Deno.test("[TR2] chunks before the samples are skipped, whatever their length", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 31 }), (body) => {
    const plain = wavHeader(samples(3), 16_000);
    const padded = new Uint8Array(8 + body.length + body.length % 2);
    padded.set(new TextEncoder().encode("LIST"));
    new DataView(padded.buffer).setUint32(4, body.length, true);
    padded.set(body, 8);
    const head = new Uint8Array([...plain.subarray(0, 36), ...padded, ...plain.subarray(36)]);
    const parsed = parseWav(head, head.byteLength + 6);
    assert.ok(parsed.ok && parsed.length === 3 && parsed.dataOffset === head.byteLength);
  }));
});

Deno.test("[TR2] what is not mono PCM16 is refused in words, and rubbish never throws", () => {
  const stereo = wavHeader(samples(3), 16_000);
  stereo[22] = 2;
  assert.deepEqual(parseWav(stereo, 50), {
    ok: false,
    code: "not_mono_pcm16",
    words: "Cannot read WAV: it is not mono 16-bit PCM",
  });
  fc.assert(fc.property(
    fc.nat({ max: 44 }),
    fc.uint8Array({ maxLength: 60 }),
    fc.nat({ max: 200 }),
    (kept, rubbish, fileBytes) => {
      const start = wavHeader(samples(9), 16_000).subarray(0, kept);
      const head = new Uint8Array([...start, ...rubbish]);
      const parsed = parseWav(head, Math.max(fileBytes, head.byteLength));
      if (parsed.ok) assert.ok(2 * parsed.length <= Math.max(fileBytes, head.byteLength));
      else assert.match(parsed.words, /^Cannot read WAV: /);
    },
  ));
});
