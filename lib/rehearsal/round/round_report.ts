import { thresholdsOf } from "@/lib/auto/thresholds.ts";
import { type Fault, FAULTS } from "@/lib/rehearsal/patients/profiles.ts";
import { type Variant, VARIANTS } from "@/lib/rehearsal/round/case_draw.ts";
import type { RoundSettings } from "@/lib/rehearsal/round/round_settings.ts";
import {
  type RoundThresholds,
  roundThresholds,
  variedThresholds,
} from "@/lib/rehearsal/round/round_thresholds.ts";
import { NOTABLE_ROWS, type NotableRows, notableRows } from "@/lib/rehearsal/round/notable_rows.ts";
import type { CaseOutcome } from "@/lib/rehearsal/round/virtual_round.ts";

export interface Centiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

/** A round in figures; what `deno task simulate --json` prints. Times in ms. */
export interface RoundReport {
  readonly runs: number;
  readonly events: number;
  /** How often one was seen broken, and which. */
  readonly invariants_broken: number;
  readonly broken_rules: Readonly<Record<string, number>>;
  readonly seeds_failed: readonly number[];
  /** Of the runs, those whose audit chain was verified and whose controller was replayed (MA7). */
  readonly proven: number;
  /** How often each kind of fault has really struck (MP3); one that never did was not tried. */
  readonly faults_hit: Readonly<Record<Fault, number>>;
  /** How often the records show that a rule was at work. */
  readonly on_record: NotableRows;
  /** Runs of each variant of box and consultation. */
  readonly variants: Readonly<Record<Variant, number>>;
  readonly consultations_per_s: number;
  readonly virtual_hours: number;
  readonly questions: number;
  readonly pauses: number;
  /** Last word of a piece → its text, as the simulated ears took it. */
  readonly commit_lag_ms: Centiles;
  readonly last_word_to_voice_ms: Centiles;
  readonly turn_end_to_voice_ms: Centiles;
  readonly turn_end_to_issue_ms: Centiles;
  /** The last two for questions that came out of an empty queue (QF6): they wait for a pass. */
  readonly empty_queue_ms: Centiles;
  readonly empty_queue_last_word_ms: Centiles;
  /** Turn end → voice on the same seeds in the source's own order of work; null when not played. */
  readonly baseline_ms: Centiles | null;
  readonly baseline_last_word_ms: Centiles | null;
  /** Questions that began while the patient had more to say. */
  readonly cut_offs: number;
  readonly by_servers: Readonly<Record<string, ServerFigures>>;
  readonly thresholds: RoundThresholds;
  /** What the round was told besides the settings as shipped. */
  readonly settings: RoundSettings;
}

interface ServerFigures {
  readonly runs: number;
  readonly turn_end_to_issue_ms: Centiles;
  readonly last_word_to_voice_ms: Centiles;
  /** Only those in which the cases of the round differ. */
  readonly thresholds: RoundThresholds;
}

/** What of a case a report needs; small enough for tens of thousands. */
export type CaseFigures =
  & Pick<CaseOutcome, "measures" | "events" | "virtualMs" | "hits" | "isProven">
  & {
    readonly variants: readonly Variant[];
    readonly notable: NotableRows;
    readonly seed: number;
    readonly servers: string;
    readonly rules: readonly string[];
    readonly thresholds: RoundThresholds;
  };

export function figuresOf(outcome: CaseOutcome): CaseFigures {
  const { broken, draw: { seed, servers, variants }, events, measures, virtualMs } = outcome;
  const { hits, isProven } = outcome;
  const rules = broken.map(({ rule }) => rule);
  const thresholds = thresholdsOf(outcome.thresholds);
  const drawn = { seed, servers, variants };
  const notable = notableRows(outcome.audit);
  return { ...drawn, notable, rules, thresholds, measures, events, virtualMs, hits, isProven };
}

/** The value below which `share` of the sorted values lie; null of none. */
function centile(sorted: readonly number[], share: number): number | null {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return value === undefined ? null : Math.round(value);
}

export function centiles(values: readonly number[]): Centiles {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: centile(sorted, 0.5), p95: centile(sorted, 0.95) };
}

export function roundReport(
  cases: readonly CaseFigures[],
  baseline: readonly CaseFigures[],
  about: Pick<RoundReport, "settings"> & { readonly seconds: number },
): RoundReport {
  const sum = (of: (one: CaseFigures) => number) => cases.reduce((all, one) => all + of(one), 0);
  const broken: Record<string, number> = {};
  for (const rule of cases.flatMap(({ rules }) => rules)) broken[rule] = (broken[rule] ?? 0) + 1;
  const failed = cases.filter(({ rules }) => rules.length > 0).map(({ seed }) => seed);
  return {
    runs: cases.length,
    events: sum(({ events }) => events),
    invariants_broken: cases.flatMap(({ rules }) => rules).length,
    broken_rules: broken,
    seeds_failed: failed,
    proven: cases.filter(({ isProven }) => isProven).length,
    faults_hit: counted(FAULTS, (fault) => sum(({ hits }) => hits[fault] ?? 0)),
    on_record: counted(NOTABLE_ROWS, (name) => sum(({ notable }) => notable[name])),
    variants: counted(
      VARIANTS,
      (variant) => cases.filter(({ variants }) => variants.includes(variant)).length,
    ),
    consultations_per_s: Math.round(cases.length / about.seconds * 100) / 100,
    virtual_hours: Math.round(sum(({ virtualMs }) => virtualMs) / 36_000) / 100,
    questions: sum(({ measures }) => measures.questions),
    pauses: sum(({ measures }) => measures.pauses),
    commit_lag_ms: centiles(cases.flatMap(({ measures }) => measures.commitLagMs)),
    last_word_to_voice_ms: lastWord(cases),
    turn_end_to_voice_ms: turnEndToVoice(cases),
    turn_end_to_issue_ms: turnEndToIssue(cases),
    empty_queue_ms: centiles(cases.flatMap(({ measures }) => measures.emptyQueueMs)),
    empty_queue_last_word_ms: centiles(
      cases.flatMap(({ measures }) => measures.lastWordAfterPassMs),
    ),
    baseline_ms: baseline.length === 0 ? null : turnEndToVoice(baseline),
    baseline_last_word_ms: baseline.length === 0 ? null : lastWord(baseline),
    cut_offs: sum(({ measures }) => measures.cutOffs),
    by_servers: byServers(cases),
    thresholds: roundThresholds(cases.map(({ thresholds }) => thresholds)),
    settings: about.settings,
  };
}

function counted<Name extends string>(
  names: readonly Name[],
  count: (name: Name) => number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;
}

const lastWord = (cases: readonly CaseFigures[]) =>
  centiles(cases.flatMap(({ measures }) => measures.lastWordToVoiceMs));
const turnEndToVoice = (cases: readonly CaseFigures[]) =>
  centiles(cases.flatMap(({ measures }) => measures.turnEndToVoiceMs));
const turnEndToIssue = (cases: readonly CaseFigures[]) =>
  centiles(cases.flatMap(({ measures }) => measures.turnEndToIssueMs));

function byServers(cases: readonly CaseFigures[]): Record<string, ServerFigures> {
  const varied = variedThresholds(cases.map(({ thresholds }) => thresholds));
  const groups = [...new Set(cases.map(({ servers }) => servers))].sort();
  return Object.fromEntries(groups.map((group) => {
    const own = cases.filter(({ servers }) => servers === group);
    const thresholds = Object.entries(roundThresholds(own.map(({ thresholds }) => thresholds)));
    return [group, {
      runs: own.length,
      turn_end_to_issue_ms: turnEndToIssue(own),
      last_word_to_voice_ms: lastWord(own),
      thresholds: Object.fromEntries(thresholds.filter(([name]) => varied.has(name))),
    }];
  }));
}
