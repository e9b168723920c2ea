import assert from "node:assert/strict";
import { App } from "fresh";
import { Builder } from "fresh/dev";
import { SITE } from "./support/site.ts";

/** A port that was free a moment ago: listen() takes 0 for "not given". */
function freePort(): number {
  const listener = Deno.listen({ port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

/** Starts something that listens, runs a test against it, and stops it. */
async function listening(
  start: (options: { port: number; signal: AbortSignal; onListen: () => void }) => Promise<void>,
  run: (origin: string) => Promise<void>,
): Promise<void> {
  const port = freePort();
  const stop = new AbortController();
  const { promise: ready, resolve: onListen } = Promise.withResolvers<void>();
  const started = start({ port, signal: stop.signal, onListen });
  await ready;
  try {
    await run(`http://localhost:${port}`);
  } finally {
    stop.abort();
    await started;
  }
}

Deno.test("[2.1] listen serves the app on a port until its signal", async () => {
  const app = new App().get("/", (ctx) => ctx.text("listening"));
  await listening((options) => app.listen(options), async (origin) => {
    assert.equal(await (await fetch(origin)).text(), "listening");
  });
});

Deno.test("[2.6] Builder.listen builds and serves the project for development", async () => {
  const builder = new Builder({ root: SITE });
  const start = (options: Parameters<typeof builder.listen>[1]) =>
    builder.listen(() => import("./fixtures/site/main.ts"), options);
  await listening(start, async (origin) => {
    assert.match(await (await fetch(origin)).text(), /<!--frsh:island:/);
    const css = await fetch(`${origin}/site.css`);
    assert.match(css.headers.get("cache-control") ?? "", /no-store/);
    await css.body?.cancel();
  });
});
