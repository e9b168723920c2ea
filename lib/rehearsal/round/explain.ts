import { type Fault, type FaultChoice, FAULTS } from "@/lib/rehearsal/patients/profiles.ts";
import { type RoundSettings, setOptions } from "@/lib/rehearsal/round/round_settings.ts";
import { shrinkEvents, type TimedEvent } from "@/lib/rehearsal/round/shrink_events.ts";
import type { CaseOutcome } from "@/lib/rehearsal/round/virtual_round.ts";

/** Rows of the audit before the end that a failure is told with. */
const TOLD_ROWS = 60;

/**
 * Tells a failed seed: what broke, who the patient was, which faults it needs (each that can be left
 * out is), the last rows of its record and the shortest inputs found. `again` plays it with other faults.
 */
export async function explain(
  outcome: CaseOutcome,
  again: (faults: FaultChoice) => Promise<CaseOutcome>,
  settings: RoundSettings,
): Promise<string> {
  const { audit, broken, draw, thresholds } = outcome;
  const first = broken[0];
  const needed = await narrowed(outcome, again);
  const events = outcome.autoEvents as readonly TimedEvent[];
  const shrunk = shrinkEvents(events, first?.rule ?? "", thresholds);
  const options = ["--from", `${draw.seed}`, "--faults", needed, ...setOptions(settings)];
  const start = audit[0]?.wallMs ?? 0;
  const rows = audit.slice(-TOLD_ROWS).map(({ detail, kind, text, wallMs }) =>
    `${((wallMs - start) / 1000).toFixed(2).padStart(8)} ${kind} ${JSON.stringify(detail)} ${
      text === null ? "" : text.slice(0, 120)
    }`
  );
  return [
    `Seed ${draw.seed}: ${first?.rule}: ${first?.words} (${draw.card.id}, servers ${draw.servers})`,
    ["Again: deno task simulate --seeds 1", ...options].join(" "),
    ...rows,
    ...shrunkLines(shrunk),
    "",
  ].join("\n");
}

function shrunkLines(shrunk: readonly TimedEvent[] | null): string[] {
  if (shrunk === null) {
    return ["The controller alone does not break it: it takes the whole system."];
  }
  return [
    `The controller alone breaks it by these ${shrunk.length} inputs:`,
    ...shrunk.map((one) => JSON.stringify(one)),
  ];
}

/** Switches whole kinds of fault off, one by one, for as long as the same rule still breaks. */
async function narrowed(
  { broken, draw }: CaseOutcome,
  again: (faults: FaultChoice) => Promise<CaseOutcome>,
): Promise<string> {
  const rule = broken[0]?.rule;
  const breaks = async (faults: readonly Fault[]) => {
    const replayed = await again(faults);
    return replayed.broken[0]?.rule === rule;
  };
  let kept = FAULTS.filter((fault) => draw.profile.rates[fault] !== undefined);
  for (const fault of [...kept]) {
    const without = kept.filter((one) => one !== fault);
    if (await breaks(without)) kept = without;
  }
  return kept.length === 0 ? "none" : kept.join(",");
}
