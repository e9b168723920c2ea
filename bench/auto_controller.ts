/**
 * How many consultations a second the pure controller of auto mode takes on one core, and what the rest
 * of the house adds: `deno run -A bench/auto_controller.ts [--seeds N] [--json]`. The inputs are those of
 * N rounds in virtual time, played once; then the controller alone takes them again and again.
 */
import { parseArgs } from "node:util";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { initialAuto } from "@/lib/auto/auto_state.ts";
import { stepAuto } from "@/lib/auto/step.ts";
import { AUTO_TICK_MS } from "@/lib/consultation/auto_drive.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { parseConfig } from "@/lib/config.ts";
import { playCase as play } from "@/lib/rehearsal/round/play_case.ts";
import { machine } from "./machine.ts";

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "20" }, json: { type: "boolean", default: false } },
});
const seeds = Number(values.seeds);

/** Long enough for the compiler to have seen everything. */
const WARM_MS = 1_000;
const MEASURED_MS = 5_000;

interface Input {
  readonly nowMs: number;
  readonly event: AutoEvent;
}

const config = parseConfig({ AUTO_MODE_ENABLED: "true" });
if (!config.ok) throw new Error("Cannot read the default settings");
const settings = autoSettingsOf(config.config, "in_person");

const cases: (readonly Input[])[] = [];
const wholeStart = performance.now();
for (let seed = 1; seed <= seeds; seed++) {
  const { autoEvents } = await play(seed, "all");
  cases.push(autoEvents as readonly Input[]);
}
const wholePerS = seeds / ((performance.now() - wholeStart) / 1000);

/** All of one case's events, with the ticks of the time between them; returns how many steps. */
function takeAll(inputs: readonly Input[]): number {
  let state = initialAuto();
  let tickMs: number | null = null;
  let steps = 0;
  for (const { event, nowMs } of inputs) {
    while (tickMs !== null && tickMs <= nowMs) {
      state = stepAuto(state, { type: "tick" }, tickMs, settings).state;
      steps += 1;
      tickMs += AUTO_TICK_MS;
    }
    state = stepAuto(state, event, nowMs, settings).state;
    steps += 1;
    tickMs = state.run === null ? null : tickMs ?? nowMs + AUTO_TICK_MS;
  }
  return steps;
}

function run(
  forMs: number,
): { readonly runs: number; readonly steps: number; readonly ms: number } {
  const start = performance.now();
  let runs = 0;
  let steps = 0;
  while (performance.now() - start < forMs) {
    for (const inputs of cases) steps += takeAll(inputs);
    runs += cases.length;
  }
  return { runs, steps, ms: performance.now() - start };
}

run(WARM_MS);
const { ms, runs, steps } = run(MEASURED_MS);
const report = {
  machine: machine(),
  seeds,
  steps_a_consultation: Math.round(steps / runs),
  controller_consultations_per_s: Math.round(runs / ms * 1000),
  microseconds_a_step: Math.round(ms * 1000 / steps * 100) / 100,
  whole_system_consultations_per_s: Math.round(wholePerS * 100) / 100,
};
console.log(values.json ? JSON.stringify(report) : JSON.stringify(report, null, 2));
