import assert from "node:assert/strict";
import { fileRangeResponse, parseRange } from "@/lib/web/file_range.ts";

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

Deno.test("[FI2] a player gets exactly the part it asked for", async () => {
  const path = await Deno.makeTempFile();
  const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
  await Deno.writeFile(path, bytes);
  const ask = async (range: string | null) => {
    const request = new Request("http://box/a.wav", range === null ? {} : { headers: { range } });
    const response = await fileRangeResponse(path, request, { "Content-Type": "audio/wav" });
    assert.ok(response !== null);
    return response;
  };
  const part = await ask("bytes=1000-149999");
  assert.equal(part.status, 206);
  assert.equal(part.headers.get("content-range"), "bytes 1000-149999/200000");
  assert.deepEqual(await part.bytes(), bytes.slice(1000, 150_000));
  const whole = await ask(null);
  assert.equal(whole.status, 200);
  assert.equal(whole.headers.get("accept-ranges"), "bytes");
  assert.deepEqual(await whole.bytes(), bytes);
  const beyond = await ask("bytes=200000-");
  assert.equal(beyond.status, 416);
  await beyond.body?.cancel();
  const left = await ask("bytes=0-");
  await left.body?.cancel();
  await Deno.remove(path);
});

Deno.test("[FI2] a recording that does not exist is no response", async () => {
  const request = new Request("http://box/a.wav");
  assert.equal(await fileRangeResponse("/nowhere/at/all.wav", request, {}), null);
});
