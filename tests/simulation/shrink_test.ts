import assert from "node:assert/strict";
import fc from "fast-check";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { parseConfig } from "@/lib/config.ts";
import {
  brokenInCore,
  shrink,
  shrinkEvents,
  type TimedEvent,
} from "@/lib/rehearsal/round/shrink_events.ts";
import { playCase as play } from "@/lib/rehearsal/round/play_case.ts";

const config = parseConfig({ AUTO_MODE_ENABLED: "true" });
assert.ok(config.ok);
const SETTINGS = autoSettingsOf(config.config, "in_person");

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
    const events = (await play(seed, "all")).autoEvents as readonly TimedEvent[];
    assert.ok(events.length > 50);
    assert.deepEqual([...brokenInCore(events, SETTINGS)], []);
    assert.equal(shrinkEvents(events, "never_twice", SETTINGS), null);
  }
});

Deno.test("[MP6] inputs that the controller cannot take are shrunk to the ones it throws at", async () => {
  const events = (await play(3, "all")).autoEvents as readonly TimedEvent[];
  const nonsense = { type: "quiet" } as unknown as TimedEvent["event"];
  const at = Math.floor(events.length / 2);
  const broken = [
    ...events.slice(0, at),
    { nowMs: events[at]?.nowMs ?? 0, event: nonsense },
    ...events.slice(at),
  ];
  const shrunk = shrinkEvents(broken, "no_mistakes", SETTINGS);
  assert.deepEqual(shrunk?.map(({ event }) => event), [nonsense]);
});
