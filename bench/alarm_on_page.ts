/**
 * Words → alarm on the page: the real service with real ears, a real Chromium with the beginning of
 * a spoken consultation as its microphone, the rules deciding. From the commit of the words to the
 * frame in which the alarm is painted, both on this machine's one clock:
 * `deno run -A bench/alarm_on_page.ts --engines DIR [--runs 3]`.
 */
import { parseArgs } from "node:util";
import { openLivePage, until } from "@/tests/engines/live_page.ts";
import { spokenBeginning } from "@/tests/engines/spoken_beginning.ts";
import { findEngines } from "@/tests/engines/test_engines.ts";
import { machine } from "./machine.ts";
import { rounded } from "./percentile.ts";

/** The patient says that the pain goes to the arm within these lines. */
const LINES = 8;

const TARGET_MS = 500;

/** Runs in the page: when the first alarm was there to be seen, in ms of the wall clock. */
const WATCH = `new MutationObserver((_, observer) => {
  if (document.querySelector(".urgent-action") === null) return;
  observer.disconnect();
  requestAnimationFrame(() => globalThis.alarmSeenAtMs = Date.now());
}).observe(document, { childList: true, subtree: true });`;

const { values } = parseArgs({
  args: Deno.args,
  options: { engines: { type: "string" }, runs: { type: "string", default: "3" } },
});
const { engines } = values;
if (engines === undefined) throw new Error("Cannot measure: --engines names no folder");
Deno.env.set("ALBA_TEST_ENGINES", engines);
const tools = await findEngines();
if (tools === null) throw new Error(`Cannot measure: there are no engines in "${engines}"`);

const before = machine();
const wav = await spokenBeginning("chest_pain", LINES, tools);
const runs = [];
for (let run = 0; run < Number(values.runs); run++) runs.push(await measure(engines));
await Deno.remove(wav);
console.log(JSON.stringify({
  machine: before,
  runs,
  longest_ms: Math.max(...runs.map(({ commit_to_page_ms }) => commit_to_page_ms)),
  target_ms: TARGET_MS,
}));

async function measure(folder: string) {
  await using live = await openLivePage({
    engines: folder,
    wav,
    settings: { CDS_ENGINE: "rules" },
    init: WATCH,
  });
  const seenAtMs = () => live.page.evaluate(() => Number(Reflect.get(globalThis, "alarmSeenAtMs")));
  await until("an alarm is on the page", async () => await seenAtMs() > 0);
  // The words that completed the alarm are the newest that were committed before it was raised.
  const [row] = live.rows(
    `SELECT max(committed_wall_ms) AS committed, raised_wall_ms AS raised
     FROM transcript_segment, alarm WHERE committed_wall_ms <= raised_wall_ms`,
  );
  const listening = await live.page.locator(".engines dd").first().innerText();
  return {
    commit_to_page_ms: await seenAtMs() - Number(row?.committed),
    commit_to_alarm_ms: Number(row?.raised) - Number(row?.committed),
    /** Last word → commit, as the page says it. */
    last_word_to_commit_s: Number(/after ([\d.]+) s/.exec(listening)?.[1]),
    load: rounded(Deno.loadavg()[0] ?? 0),
  };
}
