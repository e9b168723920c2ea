import { createRulesEngine, type RulesReading } from "@/lib/rules/engine.ts";
import type { RulesSegment } from "@/lib/rules/state.ts";

const engine = createRulesEngine();

/** "D: …" and "P: …" lines; a line without either has no role, as in live listening. */
export function segment(text: string, line: number): RulesSegment {
  const labelled = /^([DP]): (.*)$/s.exec(text);
  if (labelled === null) return { line, text };
  return { line, role: labelled[1] === "D" ? "D" : "P", text: labelled[2] ?? "" };
}

/** One reading for each line, line numbers from 0. */
export function readAll(...lines: readonly string[]): RulesReading[] {
  let state = engine.initial;
  return lines.map((text, line) => {
    const reading = engine.step(state, segment(text, line));
    state = reading.state;
    return reading;
  });
}

export function lastReading(...lines: readonly string[]): RulesReading {
  const reading = readAll(...lines).at(-1);
  if (reading === undefined) throw new Error("Cannot read a dialogue without lines");
  return reading;
}

export function flagsOf(...lines: readonly string[]): string[] {
  return readAll(...lines).flatMap((reading) => reading.alarms.map((alarm) => alarm.flag));
}
