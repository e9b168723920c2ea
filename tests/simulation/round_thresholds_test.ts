import assert from "node:assert/strict";
import { playCase as play } from "@/lib/rehearsal/round/play_case.ts";
import { figuresOf, roundReport } from "@/lib/rehearsal/round/round_report.ts";
import { roundThresholds } from "@/lib/rehearsal/round/round_thresholds.ts";

Deno.test("[MP4] a threshold that all cases share stands as it is, another with its runs by value", () => {
  const cases = [{ ear: "on", wait: 2 }, { ear: "off", wait: 2 }, { ear: "on", wait: 2 }];
  assert.deepEqual(roundThresholds(cases), { ear: { on: 2, off: 1 }, wait: 2 });
  assert.deepEqual(roundThresholds([]), {});
});

Deno.test("[MP4] a report has the thresholds that its cases ran under, and by servers where they differ", async () => {
  const outcomes = [await play(10, "none"), await play(14, "none"), await play(12, "none")];
  assert.deepEqual(outcomes.map(({ draw }) => draw.servers), ["none", "none", "two"]);
  const report = roundReport(outcomes.map(figuresOf), [], { seconds: 1, settings: {} });
  assert.deepEqual(report.thresholds.has_short_server, { false: 2, true: 1 });
  assert.deepEqual(report.thresholds.officer, { rule: 2, model: 1 });
  assert.equal(report.thresholds.golden_ms, 90_000);
  const own = (servers: string) => report.by_servers[servers]?.thresholds ?? {};
  assert.deepEqual([own("none").officer, own("two").officer], ["rule", "model"]);
  assert.deepEqual([own("none").golden_ms, own("two").golden_ms], [undefined, undefined]);
});
