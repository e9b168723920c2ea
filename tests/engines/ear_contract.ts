import assert from "node:assert/strict";
import { SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import { EAR_WINDOW, type TurnEar } from "@/lib/engines/ear/turn_ear.ts";

export interface EarUnderTest {
  readonly name: string;
  readonly ignore: boolean;
  /** An ear that is ready. */
  open(): Promise<TurnEar>;
}

/** What every ear for turn ends promises, the shipped fake and the real one. */
export function earContract({ name, ignore, open }: EarUnderTest): void {
  const contract = (words: string, fn: (ear: TurnEar) => Promise<void>) =>
    Deno.test({
      name: `[TT14] ${words} (${name})`,
      ignore,
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        const ear = await open();
        try {
          await fn(ear);
        } finally {
          await ear.close();
        }
      },
    });

  contract("a score is a probability, the same for the same sound", async (ear) => {
    for (const pcm of [hum(EAR_WINDOW), hum(SAMPLE_RATE_HZ), new Int16Array(), hum(1)]) {
      const first = await ear.score(pcm);
      const again = await ear.score(pcm);
      assert.ok(first.ok && again.ok);
      assert.ok(first.finished >= 0 && first.finished <= 1);
      assert.equal(again.finished, first.finished);
      assert.ok(first.ms >= 0 && first.ms < 1_500);
    }
  });

  contract("one score at a time: a second is dropped, not queued", async (ear) => {
    const [first, second] = await Promise.all([ear.score(hum(8_000)), ear.score(hum(8_000))]);
    assert.ok(first.ok);
    assert.ok(!second.ok && second.code === "busy");
    assert.ok((await ear.score(hum(8_000))).ok, "the next is taken again");
  });

  contract("more than 8 s is a mistake of the caller and costs nothing", async (ear) => {
    await assert.rejects(ear.score(hum(EAR_WINDOW + 1)), RangeError);
    assert.ok((await ear.score(hum(EAR_WINDOW))).ok);
  });

  contract("after its end it is absent, in words", async (ear) => {
    assert.equal(ear.state().state, "ready");
    await ear.close();
    assert.equal(ear.state().state, "absent");
    const outcome = await ear.score(hum(8_000));
    assert.ok(!outcome.ok && outcome.code === "absent" && outcome.words !== "");
  });
}

/** A tone of 140 Hz that swells and fades twice a second. */
export function hum(length: number): Int16Array {
  return Int16Array.from({ length }, (_, at) => {
    const seconds = at / SAMPLE_RATE_HZ;
    const loudness = 6_000 * (1 + Math.sin(4 * Math.PI * seconds));
    return Math.round(loudness * Math.sin(2 * Math.PI * 140 * seconds));
  });
}
