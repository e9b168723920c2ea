import type { RulesEngine } from "@/lib/rules/engine.ts";
import type { LabelledItem } from "./labelled.ts";

/** What the engine made of one labelled item. */
export interface Outcome {
  readonly item: LabelledItem;
  readonly flags: ReadonlySet<string>;
  readonly complaints: ReadonlySet<string>;
}

export function read(engine: RulesEngine, item: LabelledItem): Outcome {
  let state = engine.initial;
  const flags = new Set<string>();
  for (const [line, { role, text }] of item.lines.entries()) {
    const reading = engine.step(state, { line, role, text });
    state = reading.state;
    for (const alarm of reading.alarms) flags.add(alarm.flag);
  }
  return { item, flags, complaints: new Set(state.frames.map((frame) => frame.complaint)) };
}

export interface Score {
  readonly labelled: number;
  readonly found: number;
  readonly wrong: number;
  /** Found of labelled, 0 to 1; 1 when nothing was labelled. */
  readonly recall: number;
  /** Right of all that was neither labelled nor acceptable plus found. */
  readonly precision: number;
  /** Items with at least one wrong name, of all items. */
  readonly falseShare: number;
}

/** Scores either kind of name, over the names `counts` lets through. */
export function score(
  outcomes: readonly Outcome[],
  kind: "flags" | "complaints",
  counts: (name: string) => boolean = () => true,
): Score {
  let [labelled, found, wrong, itemsWithWrong] = [0, 0, 0, 0];
  for (const outcome of outcomes) {
    const wanted = outcome.item[kind].filter(counts);
    const fine = new Set([...outcome.item[kind], ...outcome.item.alsoAcceptable[kind]]);
    const mistaken = [...outcome[kind]].filter((name) => counts(name) && !fine.has(name));
    labelled += wanted.length;
    found += wanted.filter((name) => outcome[kind].has(name)).length;
    wrong += mistaken.length;
    if (mistaken.length > 0) itemsWithWrong++;
  }
  return {
    labelled,
    found,
    wrong,
    recall: labelled === 0 ? 1 : found / labelled,
    precision: found + wrong === 0 ? 1 : found / (found + wrong),
    falseShare: outcomes.length === 0 ? 0 : itemsWithWrong / outcomes.length,
  };
}

const KINDS = ["flags", "complaints"] as const;

/** The misses and mistakes of one item in words; empty when all is right. */
export function complaintsAbout(outcome: Outcome): string[] {
  const kinds = outcome.item.id.startsWith("later") ? ["flags"] as const : KINDS;
  return kinds.flatMap((kind) => {
    const fine = new Set([...outcome.item[kind], ...outcome.item.alsoAcceptable[kind]]);
    return [
      ...outcome.item[kind].filter((name) => !outcome[kind].has(name)).map((n) => `missed ${n}`),
      ...[...outcome[kind]].filter((name) => !fine.has(name)).map((n) => `wrong ${n}`),
    ];
  });
}
