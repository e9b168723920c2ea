import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import {
  encodeFrame,
  type Frame,
  FrameDecoder,
  type FrameFault,
  type JsonObject,
  MAX_FRAME_BINARY_BYTES,
  MAX_FRAME_JSON_BYTES,
} from "@/lib/engines/frames.ts";
import { pythonAvailable } from "./python_available.ts";

const frameArbitrary = fc.record({
  json: fc.dictionary(fc.string(), fc.jsonValue()).map((value) =>
    // What JSON cannot carry (a negative zero) is no matter of the frames.
    JSON.parse(JSON.stringify(value)) as JsonObject
  ),
  binary: fc.uint8Array({ maxLength: 300 }),
}, { noNullPrototype: true });

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

function chunked(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

function decodeAll(chunks: readonly Uint8Array[]): { frames: Frame[]; fault: FrameFault | null } {
  const decoder = new FrameDecoder();
  const frames: Frame[] = [];
  let fault: FrameFault | null = null;
  for (const chunk of chunks) {
    const decoded = decoder.push(chunk);
    frames.push(...decoded.frames);
    fault = decoded.fault;
  }
  return { frames, fault };
}

function header(jsonBytes: number, binaryBytes: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setUint32(0, jsonBytes, true);
  new DataView(bytes.buffer).setUint32(4, binaryBytes, true);
  return bytes;
}

Deno.test("[TR4] frames survive any chunking", () => {
  fc.assert(
    fc.property(
      fc.array(frameArbitrary, { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
      (frames, sizes) => {
        const bytes = joined(frames.map(({ json, binary }) => encodeFrame(json, binary)));
        const decoded = decodeAll(chunked(bytes, sizes));
        assert.equal(decoded.fault, null);
        assert.deepEqual(decoded.frames, frames);
      },
    ),
  );
});

Deno.test("[TR4] rubbish gives the same frames and the same fault however it is chunked", () => {
  fc.assert(
    fc.property(
      fc.array(frameArbitrary, { maxLength: 3 }),
      fc.uint8Array({ maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
      (frames, rubbish, sizes) => {
        const good = frames.map(({ json, binary }) => encodeFrame(json, binary));
        const bytes = joined([...good, rubbish]);
        const whole = decodeAll([bytes]);
        assert.deepEqual(decodeAll(chunked(bytes, sizes)), whole);
        assert.deepEqual(whole.frames.slice(0, frames.length), frames);
      },
    ),
  );
});

Deno.test("[TR4] what a program prints is found out after four bytes, and stays found out", () => {
  const decoder = new FrameDecoder();
  const printed = new TextEncoder().encode("Segmentation fault");
  assert.equal(decoder.push(printed.subarray(0, 3)).fault, null);
  assert.equal(decoder.push(printed.subarray(3, 4)).fault, "json_too_long");
  const later = decoder.push(encodeFrame({ id: 1 }));
  assert.deepEqual(later, { frames: [], fault: "json_too_long" });
});

Deno.test("[TR4] each limit of a frame holds on both sides", () => {
  const tooLong = "x".repeat(MAX_FRAME_JSON_BYTES);
  assert.throws(() => encodeFrame({ tooLong }), RangeError);
  assert.throws(() => encodeFrame({}, new Uint8Array(MAX_FRAME_BINARY_BYTES + 1)), RangeError);
  const longest = "x".repeat(MAX_FRAME_JSON_BYTES - '{"a":""}'.length);
  assert.equal(decodeAll([encodeFrame({ a: longest })]).frames.length, 1);

  assert.equal(decodeAll([header(MAX_FRAME_JSON_BYTES + 1, 0)]).fault, "json_too_long");
  assert.equal(decodeAll([header(2, MAX_FRAME_BINARY_BYTES + 1)]).fault, "binary_too_long");
  assert.equal(decodeAll([header(2, MAX_FRAME_BINARY_BYTES)]).fault, null);
});

Deno.test("[TR4] a frame's JSON must be an object in UTF-8", () => {
  const faultOf = (text: Uint8Array) => decodeAll([joined([header(text.length, 0), text])]).fault;
  const utf8 = new TextEncoder();
  for (const text of ["", "[]", "null", "7", '"id"', "{", "{} {}"]) {
    assert.equal(faultOf(utf8.encode(text)), "not_json_object", text);
  }
  assert.equal(faultOf(new Uint8Array([0x7b, 0xff, 0x7d])), "not_utf8");
});

Deno.test({
  name: "[TR4] the worker's side reads and writes the same frames",
  ignore: !pythonAvailable(),
  async fn() {
    const script = `
import sys
import framing
while True:
    frame = framing.read_frame(sys.stdin.buffer)
    if frame is None:
        break
    framing.write_frame(sys.stdout.buffer, *frame)
`;
    const frames = fc.sample(frameArbitrary, { numRuns: 60, seed: 7 });
    const child = new Deno.Command("python3", {
      args: ["-c", script],
      env: {
        PYTHONPATH: fileURLToPath(new URL("../../lib/engines/workers", import.meta.url)),
        PYTHONDONTWRITEBYTECODE: "1",
      },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const output = child.output();
    const writer = child.stdin.getWriter();
    for (const { json, binary } of frames) await writer.write(encodeFrame(json, binary));
    await writer.close();
    const decoded = decodeAll([(await output).stdout]);
    assert.equal(decoded.fault, null);
    assert.deepEqual(decoded.frames, frames);
  },
});
