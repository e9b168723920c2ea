import assert from "node:assert/strict";
import { msToSamples, samples } from "@/lib/audio/units.ts";
import type { SpeakerEngine } from "@/lib/engines/speakers/speaker_encoder.ts";
import { cosine } from "@/lib/engines/speakers/vectors.ts";

export interface EncoderUnderTest {
  readonly name: string;
  readonly ignore: boolean;
  open(): SpeakerEngine;
}

/** What every speaker encoder promises, the shipped fake and the real one. */
export function encoderContract({ name, ignore, open }: EncoderUnderTest): void {
  const contract = (words: string, fn: (engine: OpenEngine) => Promise<void>) =>
    Deno.test({
      name: `[FI1] ${words} (${name})`,
      ignore,
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        const engine = open();
        assert.ok(engine.available);
        const encoder = engine.open();
        try {
          await fn({ encoder, label: engine.label });
        } finally {
          await encoder.close();
        }
      },
    });

  contract("one unit vector for each window, the same for the same sound", async ({ encoder }) => {
    const pcm = hum(120, 4_000);
    const windows = [span(0, 1_600), span(1_000, 2_600), span(0, 1_600), span(0, 250)];
    const outcome = await encoder.embed(pcm, windows, new AbortController().signal);
    assert.ok(outcome.ok);
    assert.equal(outcome.embeddings.length, windows.length);
    for (const vector of outcome.embeddings) assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-4);
    const [first, , third] = outcome.embeddings;
    assert.deepEqual(first, third);
    const none = await encoder.embed(pcm, [], new AbortController().signal);
    assert.deepEqual(none.ok && none.embeddings, []);
  });

  contract(
    "loudness is no part of a voice; another pitch is another voice",
    async ({ encoder }) => {
      const [low, quiet, high] = [hum(110, 1_600), hum(110, 1_600, 0.2), hum(260, 1_600)];
      const signal = new AbortController().signal;
      const vectors = await Promise.all([low, quiet, high].map(async (pcm) => {
        const outcome = await encoder.embed(pcm, [span(0, 1_600)], signal);
        assert.ok(outcome.ok);
        return outcome.embeddings[0] ?? new Float32Array();
      }));
      const [one, softer, other] = vectors;
      assert.ok(one !== undefined && softer !== undefined && other !== undefined);
      assert.ok(cosine(one, softer) > 0.95, "the same voice, only quieter");
      assert.ok(cosine(one, other) < cosine(one, softer) - 0.05, "another voice");
    },
  );

  contract("silence has a vector and breaks nothing", async ({ encoder }) => {
    const silence = new Int16Array(msToSamples(1_600));
    const outcome = await encoder.embed(silence, [span(0, 1_600)], new AbortController().signal);
    assert.ok(outcome.ok);
    assert.ok(outcome.embeddings[0]?.every((value) => Number.isFinite(value)));
  });

  contract("what is no longer wanted ends as cancelled", async ({ encoder }) => {
    const gone = new AbortController();
    gone.abort();
    const outcome = await encoder.embed(hum(110, 1_600), [span(0, 1_600)], gone.signal);
    assert.ok(!outcome.ok && outcome.code === "cancelled");
  });
}

interface OpenEngine {
  readonly encoder: ReturnType<Extract<SpeakerEngine, { available: true }>["open"]>;
  readonly label: string;
}

function span(startMs: number, endMs: number) {
  return { start: samples(msToSamples(startMs)), end: msToSamples(endMs) };
}

/** A voice-like buzz: a pitch with overtones that fall off. */
export function hum(pitchHz: number, lengthMs: number, gain = 1): Int16Array {
  return Int16Array.from({ length: msToSamples(lengthMs) }, (_, index) => {
    let value = 0;
    for (let overtone = 1; overtone <= 12; overtone++) {
      value += Math.sin(2 * Math.PI * pitchHz * overtone * index / 16_000) / overtone ** 1.5;
    }
    return Math.round(5_000 * gain * value);
  });
}
