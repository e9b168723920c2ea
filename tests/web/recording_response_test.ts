import assert from "node:assert/strict";
import type { MutedView } from "@/lib/audio/muted_view.ts";
import { samples } from "@/lib/audio/units.ts";
import { wavHeader } from "@/lib/audio/wav.ts";
import { parseRange, recordingResponse } from "@/lib/web/recording_response.ts";

Deno.test("[FI2] a range of bytes is read as RFC 9110 says", () => {
  const cases: readonly [string | null, ReturnType<typeof parseRange>][] = [
    [null, { kind: "whole" }],
    ["bytes=0-", { kind: "part", first: 0, last: 99 }],
    ["bytes=10-19", { kind: "part", first: 10, last: 19 }],
    ["bytes=10-5000", { kind: "part", first: 10, last: 99 }],
    ["bytes=-20", { kind: "part", first: 80, last: 99 }],
    ["bytes=-5000", { kind: "part", first: 0, last: 99 }],
    ["bytes=100-", { kind: "unsatisfiable" }],
    ["bytes=-0", { kind: "unsatisfiable" }],
    ["bytes=9-5", { kind: "whole" }],
    ["bytes=0-1,5-6", { kind: "whole" }],
    ["lines=0-1", { kind: "whole" }],
    ["bytes=-", { kind: "whole" }],
  ];
  for (const [header, wanted] of cases) {
    assert.deepEqual(parseRange(header, 100), wanted, `${header}`);
  }
});

/** A recording of 0, 1, 2 … and how to ask for it. */
async function recording(spans: MutedView["spans"] = []) {
  const path = await Deno.makeTempFile();
  const length = samples(100_000);
  const pcm = Int16Array.from({ length }, (_, index) => index % 30_000);
  const bytes = new Uint8Array(44 + pcm.byteLength);
  bytes.set(wavHeader(length, 16_000));
  bytes.set(new Uint8Array(pcm.buffer), 44);
  await Deno.writeFile(path, bytes);
  const ask = async (range: string | null) => {
    const request = new Request("http://box/a.wav", range === null ? {} : { headers: { range } });
    const response = await recordingResponse({ path, length, spans }, request, {});
    assert.ok(response !== null);
    return response;
  };
  return { ask, bytes, path };
}

Deno.test("[FI2] a player gets exactly the part it asked for", async () => {
  const { ask, bytes, path } = await recording();
  const part = await ask("bytes=1000-149999");
  assert.equal(part.status, 206);
  assert.equal(part.headers.get("content-range"), `bytes 1000-149999/${bytes.length}`);
  assert.deepEqual(await part.bytes(), bytes.slice(1000, 150_000));
  const whole = await ask(null);
  assert.equal(whole.status, 200);
  assert.equal(whole.headers.get("accept-ranges"), "bytes");
  assert.deepEqual(await whole.bytes(), bytes);
  const beyond = await ask(`bytes=${bytes.length}-`);
  assert.equal(beyond.status, 416);
  await beyond.body?.cancel();
  const left = await ask("bytes=0-");
  await left.body?.cancel();
  await Deno.remove(path);
});

Deno.test("[SP8] the copy without Alba is silent exactly in her spans, in parts too", async () => {
  const { ask, bytes, path } = await recording([{ start: samples(1_000), end: samples(2_000) }]);
  const wanted = bytes.slice();
  wanted.fill(0, 44 + 2_000, 44 + 4_000);
  assert.deepEqual(await (await ask(null)).bytes(), wanted);
  assert.deepEqual(await (await ask("bytes=1001-3000")).bytes(), wanted.slice(1_001, 3_001));
  await Deno.remove(path);
});

Deno.test("[FI2] a recording that does not exist is no response", async () => {
  const view = { path: "/nowhere/at/all.wav", length: samples(10), spans: [] };
  assert.equal(await recordingResponse(view, new Request("http://box/a.wav"), {}), null);
});
