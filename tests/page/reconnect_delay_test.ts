import assert from "node:assert/strict";
import fc from "fast-check";
import { reconnectDelayMs } from "@/lib/page/reconnect_delay.ts";

Deno.test("[CO5] waits double to ten seconds and are spread over their upper half", () => {
  assert.equal(reconnectDelayMs(0, 0), 250);
  assert.equal(reconnectDelayMs(1, 0), 500);
  assert.equal(reconnectDelayMs(40, 0), 5000);
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(fc.property(fc.nat({ max: 5000 }), random, (attempt, share) => {
    const delay = reconnectDelayMs(attempt, share);
    assert.ok(delay >= 250 && delay <= 10_000);
    assert.ok(delay >= reconnectDelayMs(attempt, 0));
  }));
});
