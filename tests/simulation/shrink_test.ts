import assert from "node:assert/strict";
import fc from "fast-check";
import { AskCounter } from "@/lib/rehearsal/round/ask_counter.ts";
import { explain } from "@/lib/rehearsal/round/explain.ts";
import { playCase as play } from "@/lib/rehearsal/round/play_case.ts";
import {
  brokenInCore,
  shrink,
  shrinkEvents,
  type TimedEvent,
} from "@/lib/rehearsal/round/shrink_events.ts";
import type { CaseOutcome } from "@/lib/rehearsal/round/virtual_round.ts";

const eventsOf = ({ autoEvents }: CaseOutcome) => autoEvents as readonly TimedEvent[];

/** An event that the controller cannot take: it throws. */
const NONSENSE = { type: "quiet" } as unknown as TimedEvent["event"];

Deno.test("[MP6] a list is shrunk to what breaks and nothing besides", () => {
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 200 }),
    fc.uniqueArray(fc.nat(199), { minLength: 1, maxLength: 4 }),
    (length, wanted) => {
      const items = Array.from(
        { length: Math.max(length, Math.max(...wanted) + 1) },
        (_, at) => at,
      );
      const kept = shrink(items, (some) => wanted.every((one) => some.includes(one)));
      assert.deepEqual(kept, wanted.toSorted((a, b) => a - b));
    },
  ));
});

Deno.test("[MP6] what breaks only as a pair goes or stays together", () => {
  const even = (some: readonly number[]) => some.length > 0 && some.length % 2 === 0;
  assert.equal(shrink([1, 2, 3, 4, 5, 6, 7, 8], even).length, 2);
});

Deno.test("[MP6, MA7] the controller alone breaks nothing on the inputs of a round", async () => {
  for (const seed of [3, 11]) {
    const outcome = await play(seed, "all");
    const events = eventsOf(outcome);
    assert.ok(events.length > 50);
    assert.deepEqual([...brokenInCore(events, outcome.thresholds)], []);
    assert.equal(shrinkEvents(events, "never_twice", outcome.thresholds), null);
  }
});

Deno.test("[MP6] inputs that the controller cannot take are shrunk to the ones it throws at", async () => {
  const outcome = await play(3, "all");
  const events = eventsOf(outcome);
  const at = Math.floor(events.length / 2);
  const nowMs = events[at]?.nowMs ?? 0;
  const broken = [...events.slice(0, at), { nowMs, event: NONSENSE }, ...events.slice(at)];
  const shrunk = shrinkEvents(broken, "no_mistakes", outcome.thresholds);
  assert.deepEqual(shrunk?.map(({ event }) => event), [NONSENSE]);
});

Deno.test("[MP6] a failed seed is told under the thresholds of its own servers, with the way to play it again", async () => {
  const settings = { AUTO_EOT_FALLBACK_S: "2.5" };
  const outcome = await play(6, "all", settings);
  assert.equal(outcome.draw.servers, "two");
  const { eotFallbackMs, hasShortServer, officer } = outcome.thresholds;
  assert.deepEqual([eotFallbackMs, hasShortServer, officer], [2500, true, "model"]);
  // A controller that trips over a threshold of its case: with others nothing would be found.
  const thresholds = {
    ...outcome.thresholds,
    get hasShortServer(): boolean {
      throw new Error("read");
    },
  };
  const broken = [{ rule: "no_mistakes", words: "read", atMs: 500 }];
  const failed = { ...outcome, broken, thresholds };
  const told = (await explain(failed, () => Promise.resolve(failed), settings)).split("\n");
  assert.match(told[0] ?? "", /^Seed 6: no_mistakes: read \(\w+, servers two\)$/);
  assert.equal(
    told[1],
    "Again: deno task simulate --seeds 1 --from 6 --faults none --set AUTO_EOT_FALLBACK_S=2.5",
  );
  const at = told.indexOf("The controller alone breaks it by these 1 inputs:");
  assert.equal(JSON.parse(told[at + 1] ?? "null")?.event.type, "toggle_on", told.at(-2));
});

Deno.test("[MP6] a question that Alba asks again is seen; a doctor's tap and an ask taken back are none", () => {
  const counter = new AskCounter();
  const consumed = (item: string, by: string) =>
    counter.askedAgain({ kind: "auto.queue_consumed", detail: { by, item } });
  assert.deepEqual([consumed("q1", "auto"), consumed("q2", "tap")], [null, null]);
  assert.deepEqual([consumed("q1", "tap"), consumed("q2", "auto")], [null, "q2"]);
  consumed("q4", "auto");
  counter.askedAgain({ kind: "auto.queue_requeued", detail: { item: "q4" } });
  assert.equal(consumed("q4", "auto"), null, "an ask that was taken back does not count");
  assert.equal(consumed("q4", "auto"), "q4");
});
