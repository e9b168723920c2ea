/**
 * `deno run -A bench/ear.ts --engines DIR --dialogues DIR` asks the real ear for turn ends (TT14)
 * about every end of a line, and about every phrase broken off in its middle, of the dialogues that
 * `tests/fixtures/dialogues/generate.ts` made. Prints JSON: the share that it calls finished, by
 * voice and by how long it has been quiet, and how long a score takes.
 */
import { parseArgs } from "node:util";
import { systemClock } from "@/lib/clock.ts";
import { smartTurnEar } from "@/lib/engines/ear/smart_turn_ear.ts";
import { readInstallation } from "@/lib/engines/setup_installation.ts";
import { spokenEnds } from "@/tests/engines/spoken_ends.ts";
import { until } from "@/tests/engines/until.ts";
import { dialogueNames } from "./ears/dialogue.ts";
import { machine } from "./machine.ts";
import { percentile, rounded } from "./percentile.ts";

/** How long it has been quiet when the ear is asked, ms; Alba asks at the last. */
const QUIETS_MS = [200, 500, 700];

const { values: { engines, dialogues } } = parseArgs({
  args: Deno.args,
  options: { engines: { type: "string" }, dialogues: { type: "string" } },
});
if (engines === undefined || dialogues === undefined) {
  throw new Error("Cannot measure the ear: --engines and --dialogues are needed");
}
const installation = readInstallation(engines);
if (installation.python === null || installation.ear === null) {
  throw new Error(`Cannot measure the ear: "${engines}" has none`);
}
const ear = smartTurnEar({
  python: installation.python,
  modelPath: installation.ear.modelPath,
  home: engines,
  isolation: installation.isolation,
  clock: systemClock(),
});
await until(() => ear.state().state === "ready");
const before = machine();
const tookMs: number[] = [];
const missed: Record<string, number> = {};
const scores = new Map<string, number[]>();
for (const place of dialogueNames(dialogues).flatMap((name) => spokenEnds(dialogues, name))) {
  for (const quietMs of QUIETS_MS) {
    const outcome = await ear.score(place.after(quietMs));
    if (!outcome.ok) {
      missed[outcome.code] = (missed[outcome.code] ?? 0) + 1;
      continue;
    }
    tookMs.push(outcome.ms);
    const key = `${place.voice} ${place.kind} ${quietMs}`;
    scores.set(key, [...scores.get(key) ?? [], outcome.finished]);
  }
}
await ear.close();
console.log(JSON.stringify({
  machine: before,
  missed,
  ms: { p50: percentile(tookMs, 50), p95: percentile(tookMs, 95), longest: Math.max(...tookMs) },
  places: [...scores].sort(([one], [other]) => one < other ? -1 : 1).map(([key, of]) => {
    const [voice, kind, quiet_ms] = key.split(" ");
    const finished = of.filter((one) => one >= 0.5).length;
    return {
      ...{ voice, kind, quiet_ms: Number(quiet_ms), count: of.length, finished },
      share: rounded(finished / of.length),
      median: rounded(percentile(of, 50)),
    };
  }),
}));
