import assert from "node:assert/strict";
import fc from "fast-check";
import {
  newestLevel,
  playbackEnded,
  playbackStarted,
  type QuietMeter,
  quietMeter,
  quietMeterStep,
  type QuietReport,
  type QuietRules,
} from "@/lib/page/quiet_reporter.ts";

const FLOOR = 0.02;
const QUIET = 0.001;
const LOUD = 0.1;
const RULES: QuietRules = { floor: FLOOR, thresholdsS: [0.7, 2, 3.5, 4], traceS: 8, isArmed: true };

/** A meter and everything it reported, fed with stretches of sound. */
function room(rules: QuietRules = RULES, firstSpan = 0) {
  let meter: QuietMeter = quietMeter(firstSpan);
  let number = 0;
  const reports: QuietReport[] = [];
  const room = {
    reports,
    get meter() {
      return meter;
    },
    rules,
    hear(ms: number, rms: number) {
      for (let at = 0; at < ms; at += 20) {
        const step = quietMeterStep(meter, { number: number++, rms }, room.rules);
        meter = step.meter;
        if (step.report !== null) reports.push(step.report);
      }
    },
    hole: (frames: number) => void (number += frames),
    play: (keepsSpan = false) => void (meter = playbackStarted(meter, keepsSpan)),
    stop: () => void (meter = playbackEnded(meter)),
    quietS: () => reports.map(({ quiet_s }) => quiet_s),
  };
  return room;
}

Deno.test("[TT1] quiet is told when it reaches each threshold, and every half second after that", () => {
  const { hear, quietS } = room();
  hear(5000, QUIET);
  assert.deepEqual(quietS(), [0.7, 1.2, 1.7, 2, 2.5, 3, 3.5, 4, 4.5, 5]);
});

Deno.test("[TT1] thresholds are reached in ascending order, whatever order they are named in", () => {
  const { hear, quietS } = room({ ...RULES, thresholdsS: [4, 0.7, 3.5, 2] });
  hear(2000, QUIET);
  assert.deepEqual(quietS(), [0.7, 1.2, 1.7, 2]);
});

Deno.test("[TT1] speech that ends a told quiet is told with its first 100 ms, as a new span", () => {
  const { hear, reports } = room();
  hear(1000, QUIET);
  const before = reports.at(-1)!;
  hear(100, LOUD);
  const now = reports.at(-1)!;
  assert.deepEqual([now.quiet_s, now.since, now.span], [0, "speech", before.span + 1]);
  assert.equal(now.rms, LOUD);
  const told = reports.length;
  hear(3000, LOUD);
  assert.equal(reports.length, told, "going on speaking is no news");
  hear(700, QUIET);
  assert.deepEqual([reports.at(-1)?.quiet_s, reports.at(-1)?.span], [0.7, now.span]);
});

Deno.test("[TT1] speech after quiet that was never told is not told either", () => {
  const { hear, reports } = room();
  hear(600, QUIET);
  hear(100, LOUD);
  assert.deepEqual(reports, []);
});

Deno.test("[TT1] the end of Alba's playback is a new span since playback, counted from that end", () => {
  const { hear, play, reports, stop } = room();
  hear(200, LOUD);
  hear(1000, QUIET);
  const before = reports.at(-1)!;
  const told = reports.length;
  play();
  hear(4000, LOUD);
  assert.equal(reports.length, told, "nothing is told while Alba plays");
  stop();
  hear(700, QUIET);
  const now = reports.at(-1)!;
  assert.deepEqual([now.since, now.span, now.quiet_s], ["playback", before.span + 1, 0.7]);
});

Deno.test("[TT1] what the room still carries of Alba's voice is no activity; an answer that goes on is", () => {
  const echo = room();
  echo.play();
  echo.stop();
  echo.hear(300, LOUD);
  echo.hear(400, QUIET);
  assert.deepEqual(echo.reports.map(({ quiet_s, since }) => [quiet_s, since]), [[0.7, "playback"]]);
  const answer = room();
  answer.play();
  answer.stop();
  answer.hear(500, LOUD);
  answer.hear(700, QUIET);
  assert.deepEqual(answer.reports.map(({ quiet_s, since }) => [quiet_s, since]), [[0.7, "speech"]]);
});

Deno.test("[TT1, TT11] an utterance that keeps the span leaves span and clock as they were", () => {
  const { hear, play, reports, stop } = room();
  hear(100, LOUD);
  hear(2000, QUIET);
  const before = reports.at(-1)!;
  const told = reports.length;
  play(true);
  hear(1500, LOUD);
  assert.equal(reports.length, told);
  stop();
  hear(400, QUIET);
  const now = reports.at(-1)!;
  assert.deepEqual([now.span, now.since, now.quiet_s], [before.span, "speech", 3.9]);
});

Deno.test("[TT1] a page that has heard nobody claims no speech", () => {
  const { hear, reports } = room(RULES, 17);
  hear(700, QUIET);
  assert.deepEqual([reports[0]?.since, reports[0]?.span], ["playback", 17]);
});

Deno.test("[TT1, EN2] nothing is told unarmed; once armed, quiet that has lasted is told at once", () => {
  const unarmed = room({ ...RULES, isArmed: false });
  unarmed.hear(300, LOUD);
  unarmed.hear(2500, QUIET);
  assert.deepEqual(unarmed.reports, []);
  unarmed.rules = RULES;
  unarmed.hear(100, QUIET);
  assert.deepEqual(unarmed.quietS(), [2.6]);
});

Deno.test("[TT1, TT12] a hole in the sound is nobody's quiet: it is counted anew, as a new span", () => {
  const { hear, hole, reports } = room();
  hear(100, LOUD);
  hear(3000, QUIET);
  const before = reports.at(-1)!;
  hole(50);
  hear(600, QUIET);
  assert.equal(reports.at(-1), before);
  hear(100, QUIET);
  const now = reports.at(-1)!;
  assert.deepEqual([now.quiet_s, now.span, now.since], [0.7, before.span + 1, "speech"]);
});

Deno.test("[TT1] a report carries floor, level, newest frame and the levels of the last trace_s", () => {
  const { hear, reports } = room();
  hear(8500, LOUD);
  hear(700, QUIET);
  const [report] = reports;
  assert.ok(report !== undefined);
  assert.equal(report.floor, FLOOR);
  assert.equal(report.rms, QUIET);
  assert.equal(report.frame, 9200 / 20 - 1);
  assert.equal(report.trace_step_ms, 100);
  assert.equal(report.trace.length, 80);
  assert.deepEqual(report.trace.slice(-8), [LOUD, ...Array(7).fill(QUIET)]);
});

Deno.test("[TT1] one click is no speech, and a level at the floor is", () => {
  const { hear, reports } = room();
  hear(700, QUIET);
  hear(20, 0.03);
  hear(80, QUIET);
  hear(400, QUIET);
  assert.deepEqual(reports.map(({ quiet_s }) => quiet_s), [0.7, 1.2]);
  hear(100, FLOOR);
  assert.equal(reports.at(-1)?.quiet_s, 0);
});

Deno.test("[TT10] the floor that arrives is in force from the next 100 ms on, and is told", () => {
  const noisy = room();
  noisy.hear(1000, 0.03);
  assert.deepEqual(noisy.reports, []);
  noisy.rules = { ...RULES, floor: 0.0255 + 0.01 };
  noisy.hear(700, 0.03);
  assert.deepEqual(noisy.reports.map(({ floor, quiet_s }) => [floor, quiet_s]), [[0.0355, 0.7]]);
});

Deno.test("[SP10] the newest level is that of the last 100 ms, without Alba's own voice", () => {
  assert.equal(newestLevel(room().meter), null);
  const expected = Math.sqrt((2 * LOUD ** 2 + 3 * QUIET ** 2) / 5);
  const probe = room();
  probe.hear(80, LOUD);
  probe.hear(60, QUIET);
  probe.hear(40, LOUD);
  assert.ok(Math.abs((newestLevel(probe.meter) ?? 0) - expected) < 1e-4);
  probe.play();
  probe.hear(200, LOUD);
  assert.equal(newestLevel(probe.meter), null);
  probe.stop();
  probe.hear(300, LOUD);
  assert.equal(newestLevel(probe.meter), null);
  probe.hear(100, QUIET);
  assert.ok(Math.abs((newestLevel(probe.meter) ?? 1) - QUIET) < 1e-9);
});

type Act =
  | { readonly does: "hear"; readonly windows: number; readonly rms: number }
  | { readonly does: "play"; readonly keeps: boolean; readonly windows: number };

const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constant("hear" as const),
      windows: fc.integer({ min: 1, max: 60 }),
      rms: fc.constantFrom(QUIET, 0.0199, FLOOR, LOUD),
    }),
    fc.record({
      does: fc.constant("play" as const),
      keeps: fc.boolean(),
      windows: fc.integer({ min: 1, max: 40 }),
    }),
  ),
  { maxLength: 40 },
);

function run(given: readonly Act[], rules = RULES) {
  const it = room(rules);
  for (const act of given) {
    if (act.does === "play") it.play(act.keeps);
    it.hear(act.windows * 100, act.does === "play" ? LOUD : act.rms);
    if (act.does === "play") it.stop();
  }
  return it.reports;
}

Deno.test("[TT1] whatever happens: spans only rise, quiet within one only grows, and its origin stands", () => {
  fc.assert(fc.property(acts, (given) => {
    const reports = run(given);
    for (const [index, report] of reports.entries()) {
      const before = reports[index - 1];
      if (before === undefined) continue;
      assert.ok(report.span >= before.span);
      if (report.span !== before.span) continue;
      assert.ok(report.quiet_s > before.quiet_s);
      assert.equal(report.since, before.since);
    }
  }));
});

Deno.test("[TT1, TT10] whatever happens: quiet is below the told floor, and a told 0 is at or above it", () => {
  fc.assert(fc.property(acts, (given) => {
    for (const { floor, quiet_s, rms, since } of run(given)) {
      assert.equal(floor, FLOOR);
      if (quiet_s === 0) assert.ok(rms >= floor && since === "speech");
      else assert.ok(rms < floor);
    }
  }));
});

Deno.test("[TT1, TT12] while quiet lasts no two reports are further apart than half a second", () => {
  fc.assert(fc.property(fc.integer({ min: 8, max: 300 }), (windows) => {
    const reports = run([{ does: "hear", windows, rms: QUIET }]);
    for (const [index, { quiet_s }] of reports.entries()) {
      assert.ok(quiet_s - (reports[index - 1]?.quiet_s ?? 0.2) <= 0.5 + 1e-9);
    }
    assert.ok(windows / 10 - (reports.at(-1)?.quiet_s ?? 0) < 0.5);
  }));
});
