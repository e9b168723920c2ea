import {
  type CaseFigures,
  type RoundReport,
  roundReport,
} from "@/lib/rehearsal/round/round_report.ts";
import { type RoundSettings, roundSettings } from "@/lib/rehearsal/round/round_settings.ts";

/** One setting that takes a list of values in turn, everything else staying as it is (MP7). */
export interface Sweep {
  readonly name: string;
  readonly values: readonly { readonly value: string; readonly settings: RoundSettings }[];
}

export type SweepResult =
  | { readonly ok: true; readonly sweep: Sweep }
  | { readonly ok: false; readonly words: string };

/** Reads `NAME=VALUE,VALUE…` over the settings that stay; each value as `roundSettings` reads one. */
export function parseSweep(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
  set: readonly string[],
): SweepResult {
  const [, name, list] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  if (name === undefined || list === undefined) {
    return { ok: false, words: `Cannot sweep "${text}": write NAME=VALUE,VALUE,…` };
  }
  const values: Sweep["values"][number][] = [];
  for (const value of list.split(",")) {
    const read = roundSettings(environment, [...set, `${name}=${value}`]);
    if (!read.ok) return read;
    values.push({ value: value.trim(), settings: read.settings });
  }
  return { ok: true, sweep: { name, values } };
}

/** What a value of the swept setting costs, and what it spares. */
export type SweepRow =
  & Pick<
    RoundReport,
    | "runs"
    | "questions"
    | "cut_offs"
    | "last_word_to_voice_ms"
    | "invariants_broken"
    | "seeds_failed"
  >
  & {
    readonly value: string;
    /** Of the questions; null where there was none. */
    readonly cut_offs_percent: number | null;
  };

/** The same seeds at each value; what `deno task simulate --sweep … --json` prints. */
export interface SweepReport {
  readonly setting: string;
  readonly values: readonly SweepRow[];
  /** What the round was told besides. */
  readonly settings: RoundSettings;
}

/** `played` has the cases of each value, as far as they were played. */
export function sweepReport(
  { name, values }: Sweep,
  played: readonly (readonly CaseFigures[])[],
  settings: RoundSettings,
): SweepReport {
  const rows = played.map((cases, at) => sweepRow(values[at]?.value ?? "", cases));
  return { setting: name, values: rows, settings };
}

function sweepRow(value: string, cases: readonly CaseFigures[]): SweepRow {
  const { cut_offs, invariants_broken, last_word_to_voice_ms, questions, runs, seeds_failed } =
    roundReport(cases, [], { seconds: 1, settings: {} });
  const cut_offs_percent = questions === 0 ? null : Math.round(cut_offs / questions * 1000) / 10;
  const figures = { runs, questions, cut_offs, cut_offs_percent, last_word_to_voice_ms };
  return { value, ...figures, invariants_broken, seeds_failed };
}

/** The table that people read; a report can take it as it stands (Markdown). */
export function sweepTable({ setting, values }: SweepReport): string {
  const inSeconds = (ms: number | null) => ms === null ? "–" : (ms / 1000).toFixed(1);
  const rows = values.map((row) => [
    row.value,
    `${row.runs}`,
    `${row.questions}`,
    row.cut_offs_percent === null ? "–" : row.cut_offs_percent.toFixed(1),
    inSeconds(row.last_word_to_voice_ms.p50),
    inSeconds(row.last_word_to_voice_ms.p95),
    `${row.invariants_broken}`,
  ]);
  const head = [
    setting,
    "runs",
    "questions",
    "cut off, %",
    "last word → voice, s: p50",
    "p95",
    "broken",
  ];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join(
    "\n",
  );
}
