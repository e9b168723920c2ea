import { resolve } from "node:path";
import * as z from "zod";
import { configProblemWords, parseConfig } from "@/lib/config.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import type { RulesSegment } from "@/lib/rules/state.ts";
import { modelRun } from "./cds_model_run.ts";
import { readEnvironment } from "./environment.ts";

/**
 * `deno task cds FILE [--engine rules|ollama|openai] [--json]`: plays a transcript to the decision
 * support line by line, as it would have grown, and prints every version: with `--json` one JSON
 * object a line, else in words. Lines are numbered from 1. A model runs over the rules, with the
 * settings of the service (CDS_MODEL, OLLAMA_URL …); while it is away the rules go on alone and the
 * error output says so. Exits 2 on a file, an option or a setting it cannot use.
 */

export interface CdsVersion {
  readonly version: number;
  /** The newest line the version rests on, from 1. */
  readonly line: number;
  readonly questions_to_ask: readonly { question: string; rationale: string; urgent: boolean }[];
  readonly urgent_actions: readonly UrgentAction[];
  /** Model calls made for the version; the embedded rules make none. */
  readonly calls: readonly CdsCall[];
}

export interface UrgentAction {
  readonly action: string;
  readonly reason: string;
  readonly quote: string;
  /** What was asked, where the quote only answers it ("Yes."); null where it stands for itself. */
  readonly question: string | null;
  /** Null when the quote is not in the transcript (CD6). */
  readonly line: number | null;
  readonly source: "rule" | "model";
  readonly arranged: boolean;
}

export interface CdsCall {
  readonly kind: string;
  readonly outcome: string;
  readonly ms: number;
}

/** One engine's run over one transcript; each call hears the next line. */
export interface CdsRun {
  hear(segment: RulesSegment, isLast: boolean): Promise<Omit<CdsVersion, "version" | "line">>;
  close(): void;
}

type Start = { readonly ok: true; readonly run: CdsRun } | {
  readonly ok: false;
  readonly words: string;
};

/** Engines by the name given to `--engine`. */
const ENGINES: Readonly<Record<string, () => Start>> = {
  rules: () => ({ ok: true, run: rulesRun() }),
  ollama: () => startModel("ollama"),
  openai: () => startModel("openai"),
};

function startModel(engine: "ollama" | "openai"): Start {
  const { values } = readEnvironment(resolve(import.meta.dirname ?? ".", ".."));
  const parsed = parseConfig({ ...values, CDS_ENGINE: engine });
  if (!parsed.ok) return { ok: false, words: parsed.problems.map(configProblemWords).join("\n") };
  return { ok: true, run: modelRun({ config: parsed.config, onWords: warn }) };
}

function rulesRun(): CdsRun {
  const engine = createRulesEngine();
  let state = engine.initial;
  const actions: Omit<UrgentAction, "arranged">[] = [];
  const flags: string[] = [];
  return {
    close() {},
    hear(segment) {
      const reading = engine.step(state, segment);
      state = reading.state;
      for (const { flag, action, reason, quote, question, line, source } of reading.alarms) {
        flags.push(flag);
        actions.push({ action, reason, quote, question, line, source });
      }
      const arranged = new Set(reading.arranged.map((one) => one.flag));
      return Promise.resolve({
        questions_to_ask: reading.agenda.map(({ question, rationale, urgent }) => ({
          question,
          rationale,
          urgent,
        })),
        urgent_actions: actions.map((action, index) => ({
          ...action,
          arranged: arranged.has(flags[index] ?? ""),
        })),
        calls: [],
      });
    },
  };
}

const jsonTranscript = z.array(z.object({
  role: z.string().nullish(),
  text: z.string(),
  start_ms: z.number().optional(),
}));

export type ReadTranscript =
  | { readonly ok: true; readonly segments: readonly RulesSegment[] }
  | { readonly ok: false; readonly words: string };

/** Reads `[{role, text, start_ms?}]` JSON, or lines that start with "D:" or "P:" or with neither. */
export function readTranscript(content: string): ReadTranscript {
  if (content.trimStart().startsWith("[")) return readJson(content);
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== "");
  const segments = lines.map((text, index): RulesSegment => {
    const labelled = /^\s*([\p{L}]+)\s*:\s*(.*)$/u.exec(text);
    const role = labelled === null ? null : roleOf(labelled[1]);
    const known = role !== null;
    return { line: index + 1, role, text: known ? labelled?.[2] ?? "" : text };
  });
  return { ok: true, segments };
}

function readJson(content: string): ReadTranscript {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    return { ok: false, words: `it is not JSON (${error instanceof Error ? error.message : ""})` };
  }
  const parsed = jsonTranscript.safeParse(value);
  if (!parsed.success) return { ok: false, words: z.prettifyError(parsed.error) };
  const segments = parsed.data.map(({ role, text, start_ms }, index): RulesSegment => ({
    line: index + 1,
    role: roleOf(role),
    text,
    ...(start_ms === undefined ? {} : { startMs: start_ms }),
  }));
  return { ok: true, segments };
}

/** A companion speaks for the patient; an unknown label is nobody's. */
function roleOf(label: string | null | undefined): "D" | "P" | null {
  const name = label?.toLowerCase() ?? "";
  if (["d", "dr", "doctor", "clinician", "gp"].includes(name)) return "D";
  if (["p", "patient", "pt", "companion", "carer", "relative"].includes(name)) return "P";
  return null;
}

/** Every version the transcript would have brought, in order. */
export async function* cdsVersions(
  segments: readonly RulesSegment[],
  run: CdsRun,
): AsyncGenerator<CdsVersion> {
  for (const [index, segment] of segments.entries()) {
    const heard = await run.hear(segment, index === segments.length - 1);
    yield { version: index + 1, line: segment.line, ...heard };
  }
}

function inWords(version: CdsVersion, before: CdsVersion | null): string {
  const known = new Set(before?.urgent_actions.map((one) => one.action));
  const lines = version.urgent_actions.filter((one) => !known.has(one.action)).map((one) =>
    `  ! ${one.action}\n    ${one.reason}\n    ${
      one.question === null ? "" : `“${one.question}” — `
    }“${one.quote}” (${one.line === null ? "not found in transcript" : `line ${one.line}`})`
  );
  const next = version.questions_to_ask[0];
  if (next !== undefined) lines.push(`  ? ${next.question} — ${next.rationale}`);
  return [`line ${version.line}`, ...lines].join("\n");
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

function warn(words: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${words}\n`));
}

function refuse(words: string): number {
  warn(words);
  return 2;
}

interface Options {
  readonly file: string | null;
  readonly engine: string;
  readonly json: boolean;
  readonly unknown: string | null;
}

function readOptions(args: readonly string[]): Options {
  const rest = [...args];
  let [file, engine, json, unknown]: [string | null, string, boolean, string | null] = [
    null,
    "rules",
    false,
    null,
  ];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "--json") json = true;
    else if (arg === "--engine") engine = rest.shift() ?? "";
    else if (arg.startsWith("--engine=")) engine = arg.slice("--engine=".length);
    else if (arg.startsWith("--") || file !== null) unknown = arg;
    else file = arg;
  }
  return { file, engine, json, unknown };
}

/** Returns the exit code. */
export async function cds(args: readonly string[]): Promise<number> {
  const { file, engine, json, unknown } = readOptions(args);
  if (unknown !== null) return refuse(`Cannot use "${unknown}": it is no option of this task`);
  if (file === null) {
    return refuse("Usage: deno task cds FILE [--engine rules|ollama|openai] [--json]");
  }
  const start = ENGINES[engine];
  if (start === undefined) {
    const names = Object.keys(ENGINES).join(", ");
    return refuse(`Cannot use engine "${engine}": the engines are ${names}`);
  }
  let content: string;
  try {
    content = await Deno.readTextFile(file);
  } catch (error) {
    return refuse(`Cannot read "${file}": ${error instanceof Error ? error.message : error}`);
  }
  const transcript = readTranscript(content);
  if (!transcript.ok) return refuse(`Cannot read "${file}": ${transcript.words}`);
  const started = start();
  if (!started.ok) return refuse(started.words);
  let before: CdsVersion | null = null;
  try {
    for await (const version of cdsVersions(transcript.segments, started.run)) {
      print(json ? JSON.stringify(version) : inWords(version, before));
      before = version;
    }
  } finally {
    started.run.close();
  }
  return 0;
}

if (import.meta.main) Deno.exitCode = await cds(Deno.args);
