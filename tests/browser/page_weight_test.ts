import assert from "node:assert/strict";
import { startBox } from "./start_box.ts";

/** Issue 1: what the live page loads, compressed. */
const LIVE_PAGE_LIMIT_BYTES = 45 * 1024;

async function gzipBytes(text: Uint8Array<ArrayBuffer>): Promise<number> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(compressed).bytes()).byteLength;
}

/** A page and the scripts it names, one inside the other, as a browser would load them. */
async function scriptBytes(origin: string, html: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const wanted = [...html.matchAll(/["'](\/[^"']*\.js[^"']*)["']/g)].map(([, path]) => path ?? "");
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (sizes.has(path)) continue;
    const answer = await fetch(new URL(path, origin));
    const script = await answer.bytes();
    assert.equal(answer.status, 200, path);
    sizes.set(path, await gzipBytes(script));
    const source = new TextDecoder().decode(script);
    for (
      const [, inner] of source.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+|\/[^"']+)["']/g)
    ) {
      wanted.push(new URL(inner ?? "", new URL(path, origin)).pathname);
    }
  }
  return sizes;
}

/** The scripts of a live page that has just been opened, its worklet included, by their paths. */
async function liveScripts(
  env: Readonly<Record<string, string>>,
  island: RegExp,
): Promise<Map<string, number>> {
  await using box = await startBox({ env });
  const home = await fetch(box.origin);
  await home.body?.cancel();
  const cookie = (home.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const started = await fetch(`${box.origin}/consultations`, {
    method: "POST",
    headers: { cookie, origin: box.origin },
    body: new URLSearchParams(),
  });
  const html = await started.text();
  assert.match(html, island);
  const sizes = await scriptBytes(box.origin, html);
  for (const path of ["/capture_worklet.js", "/resampler.js"]) {
    sizes.set(path, await gzipBytes(await (await fetch(box.origin + path)).bytes()));
  }
  return sizes;
}

for (
  const [name, env, island] of [
    ["[CO2] the live page", {}, /LiveConsultation/],
    ["[CO2, EN1] with auto mode on it", { AUTO_MODE_ENABLED: "true" }, /SupervisedConsultation/],
  ] as const
) {
  Deno.test({
    name: `${name} loads at most 45 kB of script, its worklet included`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const sizes = await liveScripts(env, island);
      const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
      console.log(`live page: ${total} bytes of script, compressed, in ${sizes.size} files`);
      assert.ok(sizes.size >= 4, `only ${[...sizes.keys()].join(", ")}`);
      assert.ok(total <= LIVE_PAGE_LIMIT_BYTES, `${total} bytes: ${JSON.stringify([...sizes])}`);
    },
  });
}
