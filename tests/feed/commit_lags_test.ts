import assert from "node:assert/strict";
import { CommitLags } from "@/lib/feed/commit_lags.ts";

function measured(...ends: readonly (readonly [endMs: number, receivedMs: number])[]): CommitLags {
  const lags = new CommitLags();
  // Frame n was sent at 1000 ms + n × 20 ms.
  for (let frame = 0; frame < 500; frame++) lags.sent(frame, 1_000 + 20 * frame);
  for (const [end_ms, receivedMs] of ends) lags.received({ end_ms, origin: "heard" }, receivedMs);
  return lags;
}

Deno.test("[TR4] commit lag runs from the frame that holds the last word's end", () => {
  // 100 ms of sound end with frame 4, which was sent at 1080 ms.
  assert.deepEqual(measured([100, 1_580]).summary(), { p50: 500, p95: 500, n: 1 });
  assert.deepEqual(measured([101, 1_600]).summary(), { p50: 500, p95: 500, n: 1 });
});

Deno.test("[TR4] half of the commits are within p50, and all but a twentieth within p95", () => {
  const ends = Array.from({ length: 100 }, (_, index) => [20, 1_001 + index] as const);
  assert.deepEqual(measured(...ends).summary(), { p50: 50, p95: 95, n: 100 });
});

Deno.test("[TR4] typed lines and words that were never sent are not measured", () => {
  const lags = measured([60_000, 9_000]);
  lags.received({ end_ms: 100, origin: "typed" }, 5_000);
  assert.deepEqual(lags.summary(), { p50: null, p95: null, n: 0 });
});
