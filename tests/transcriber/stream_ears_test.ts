import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { manualClock } from "@/lib/clock.ts";
import type { EarsEvent } from "@/lib/engines/ports.ts";
import type { TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import { StreamEars } from "@/lib/engines/transcriber/stream_ears.ts";
import { decodeTones, detectTones, toneText, toneWord } from "./tone_speech.ts";

const FRAME = 320;
const SECOND = 16_000;
/** More than any retry of the stream takes. */
const MOST_SECONDS = 30;

/** Whoever looks into it fails, as a reducer does that meets what it was never meant to meet. */
const UNREADABLE = new Proxy<number[]>([], {
  get() {
    throw new TypeError("a mistake of ours");
  },
});

/** An engine that hears tones, after it has broken its word as often as it is told to. */
function tonesBackend(breaks: { detect: number; decode: number; rubbish: number }) {
  const backend: TranscriberBackend = {
    detector: {
      detect(_carry, pcm) {
        if (breaks.detect-- > 0) return Promise.reject(new TypeError("a mistake of ours"));
        const probabilities = breaks.rubbish-- > 0 ? UNREADABLE : detectTones(pcm);
        return Promise.resolve({ ok: true, probabilities, carry: new Uint8Array() });
      },
    },
    decoder: {
      decode({ pcm }) {
        if (breaks.decode-- > 0) throw new TypeError("a mistake of ours");
        return Promise.resolve({ ok: true, window: decodeTones(pcm), tookMs: 10 });
      },
    },
    state: () => ({ state: "ready", words: "Ready" }),
    whenReady: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
  return backend;
}

/** Four words and the silence that ends their phrase. */
function phrase(): Int16Array {
  const said = [1, 2, 3, 4].map(toneWord);
  const pcm = new Int16Array(4 * SECOND);
  said.forEach((word, index) => pcm.set(word, SECOND + index * word.length));
  return pcm;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

/** Feeds the phrase, waits for its words and gives what was told. */
async function hear(backend: TranscriberBackend, onEvent: (event: EarsEvent) => void = () => {}) {
  const clock = manualClock();
  const texts: string[] = [];
  const ears = new StreamEars({
    startAt: samples(0),
    backend,
    clock,
    onEvent(event) {
      if (event.type === "committed") texts.push(...event.speech.text.split(" "));
      onEvent(event);
    },
    onClose: () => {},
  });
  const pcm = phrase();
  for (let at = 0; at < pcm.length; at += FRAME) {
    ears.feed(pcm.subarray(at, at + FRAME), false);
    await settle();
  }
  for (let second = 0; second < MOST_SECONDS && texts.length < 4; second++) {
    clock.advance(1_000);
    await settle();
  }
  ears.close();
  return texts;
}

const SAID = [1, 2, 3, 4].map(toneText);

Deno.test("[TR4] an engine that breaks its word is asked again, and no word is lost", async () => {
  for (const broken of ["detect", "decode", "rubbish"]) {
    const breaks = { detect: 0, decode: 0, rubbish: 0, [broken]: 2 };
    assert.deepEqual(await hear(tonesBackend(breaks)), SAID, broken);
  }
});

Deno.test("[TR4] an engine that always breaks its word is asked at a pace that others live with", async () => {
  const breaks = { detect: Infinity, decode: 0, rubbish: 0 };
  const backend = tonesBackend(breaks);
  let asked = 0;
  const { detect } = backend.detector;
  const counted = {
    ...backend,
    detector: {
      detect: (...args: Parameters<typeof detect>) => {
        asked += 1;
        return detect(...args);
      },
    },
  };
  assert.deepEqual(await hear(counted), []);
  assert.ok(asked > 1 && asked <= MOST_SECONDS + 1, `asked ${asked} times`);
});

Deno.test("[TR4] a listener's mistake does not stop the stream", async () => {
  let thrown = 0;
  const texts = await hear(tonesBackend({ detect: 0, decode: 0, rubbish: 0 }), ({ type }) => {
    if (type !== "tentative" || thrown > 0) return;
    thrown += 1;
    throw new TypeError("a mistake of ours");
  });
  assert.equal(thrown, 1);
  assert.deepEqual(texts, SAID);
});
