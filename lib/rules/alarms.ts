import type { Catalogue, FlagEntry } from "@/lib/rules/catalogue.ts";
import type { Evidence } from "@/lib/rules/complaint.ts";
import type { Heard, Raised, RulesState } from "@/lib/rules/state.ts";

/**
 * Symptoms of one picture are told within this stretch of talk, about four minutes of it. Facts
 * and the presenting complaint have no such bound: the consultation is about them.
 */
const EVIDENCE_WINDOW_WORDS = 600;

/** "In one breath": a long sentence, or a short question and its answer. */
const CLOSE_WORDS = 30;

export interface RulesAlarm {
  /** "complaint.flag"; each is raised once in a consultation. */
  readonly flag: string;
  readonly condition: string;
  readonly action: string;
  readonly reason: string;
  /** Exact words of `line`, those that completed the picture. */
  readonly quote: string;
  readonly line: number;
  /** The question that `quote` answers; null where the words stand for themselves. */
  readonly question: string | null;
  readonly source: "rule";
  /** The words of every finding it rests on, as they were heard: a question, then its answer. */
  readonly evidence: readonly { finding: string; quote: string; line: number }[];
}

/**
 * Flags that became complete and were not raised before, in the catalogue's order. Only flags of
 * findings that changed since `before` are judged: nothing else can have become complete.
 */
export function newlyRaised(catalogue: Catalogue, before: RulesState, state: RulesState): Raised[] {
  const known = new Set(state.raised.map((raised) => raised.flag));
  const candidates = new Set<FlagEntry>();
  for (const side of ["reported", "denied"] as const) {
    for (const [name, heard] of state[side]) {
      if (before[side].get(name) === heard) continue;
      for (const entry of catalogue.flagsByFinding.get(name) ?? []) candidates.add(entry);
    }
  }
  if (candidates.size === 0) return [];
  return catalogue.flags
    .filter((entry) => candidates.has(entry) && !known.has(entry.flag.id))
    .flatMap((entry) => {
      const evidence = completeEvidence(entry, state);
      return evidence === null ? [] : [{
        flag: entry.flag.id,
        sinceWord: Math.min(...evidence.map((heard) => heard.atWord)),
        evidence,
      }];
    });
}

function completeEvidence(entry: FlagEntry, state: RulesState): Heard[] | null {
  for (const set of entry.flag.when) {
    const heard = hearAll(set, state);
    if (heard !== null && withinWindow(entry, needed(set), heard)) return inOrder(heard);
  }
  for (const set of entry.flag.whenClose ?? []) {
    const heard = hearAll(set, state);
    if (heard !== null && spanWords(heard) <= CLOSE_WORDS) return inOrder(heard);
  }
  return null;
}

/** All of a set that must have been heard; what must not have been has no words to quote. */
function needed(set: readonly Evidence[]): readonly Evidence[] {
  return set.filter((part) => part.need !== "unreported");
}

/** Something was reported that speaks against the set. */
export function isSpoiled(set: readonly Evidence[], state: RulesState): boolean {
  return set.some((part) => part.need === "unreported" && state.reported.has(part.finding.name));
}

function hearAll(set: readonly Evidence[], state: RulesState): Heard[] | null {
  if (isSpoiled(set, state)) return null;
  const parts = needed(set);
  const heard = parts.flatMap((part) => lookUp(part, state) ?? []);
  return heard.length === parts.length ? heard : null;
}

function inOrder(heard: readonly Heard[]): Heard[] {
  return heard.toSorted((a, b) => a.atWord - b.atWord);
}

function spanWords(heard: readonly Heard[]): number {
  if (heard.length === 0) return 0;
  const positions = heard.map((one) => one.atWord);
  return Math.max(...positions) - Math.min(...positions);
}

export function lookUp(part: Evidence, state: RulesState): Heard | undefined {
  switch (part.need) {
    case "reported":
      return state.reported.get(part.finding.name);
    case "denied":
      return state.denied.get(part.finding.name);
    case "unreported":
      return undefined;
  }
}

function withinWindow(
  entry: FlagEntry,
  set: readonly Evidence[],
  heard: readonly Heard[],
): boolean {
  const bounded = heard.filter((_, index) => {
    const finding = set[index]?.finding;
    return finding?.kind === "symptom" && !entry.complaint.presents.includes(finding);
  });
  return spanWords(bounded) <= EVIDENCE_WINDOW_WORDS;
}

export function alarmOf(catalogue: Catalogue, raised: Raised): RulesAlarm[] {
  const entry = catalogue.flagById.get(raised.flag);
  const last = raised.evidence.at(-1);
  if (entry === undefined || last === undefined) return [];
  const { flag } = entry;
  return [{
    flag: flag.id,
    condition: flag.condition,
    action: flag.action,
    reason: `${raised.evidence.map((heard) => heard.finding).join(" + ")}: ${flag.reason}`,
    quote: last.quote,
    line: last.line,
    question: last.question?.quote ?? null,
    source: "rule",
    evidence: raised.evidence.flatMap(({ finding, line, question, quote }) => [
      ...(question === null ? [] : [{ finding, quote: question.quote, line: question.line }]),
      { finding, quote, line },
    ]),
  }];
}

export interface Arranged {
  readonly flag: string;
  readonly action: string;
  readonly quote: string;
  readonly line: number;
}

/**
 * Raised actions that the transcript shows arranged. Nothing ever leaves `arrangements`, so what
 * is arranged once stays arranged (CD7). What was arranged before the first evidence was heard was
 * arranged for something else.
 */
export function arrangedActions(catalogue: Catalogue, state: RulesState): Arranged[] {
  return state.raised.flatMap((raised) => {
    const flag = catalogue.flagById.get(raised.flag)?.flag;
    const by = state.arrangements.find((arrangement) =>
      flag?.arrangedBy.includes(arrangement.kind) && arrangement.atWord >= raised.sinceWord
    );
    if (flag === undefined || by === undefined) return [];
    return [{ flag: flag.id, action: flag.action, quote: by.quote, line: by.line }];
  });
}
