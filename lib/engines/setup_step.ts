import { join } from "node:path";
import { z } from "zod";
import { replaceFile } from "@/lib/record/private_files.ts";

/** What a step made, or why it could not, in words that say what to do. */
export type StepOutcome<Facts> =
  | { readonly ok: true; readonly facts: Facts }
  | { readonly ok: false; readonly words: string };

/** Share of the step that is done, 0 to 1, and what it is doing. */
export type StepProgress = (share: number, words: string) => void;

export interface SetupStep<Facts> {
  /** Names its stamp file. */
  readonly name: string;
  readonly facts: z.ZodType<Facts>;
  /** All that the result depends on: a stamp made from other inputs is void. */
  readonly inputs: string;
  /** A quick look whether what the stamp tells of is still there. */
  holds(facts: Facts): Promise<boolean>;
  run(progress: StepProgress): Promise<StepOutcome<Facts>>;
}

/**
 * Does a step unless its stamp says that it was done. The stamp is written last and as a whole, so
 * a setup killed at any moment does the unfinished step again and no other.
 */
export async function runStep<Facts>(
  stamps: string,
  step: SetupStep<Facts>,
  progress: StepProgress,
): Promise<StepOutcome<Facts>> {
  const stamp = readStamp(stamps, step.name, step.facts);
  if (stamp !== null && stamp.inputs === step.inputs && await step.holds(stamp.facts)) {
    return { ok: true, facts: stamp.facts };
  }
  removeStamp(stamps, step.name);
  const outcome = await attempt(() => step.run(progress));
  if (outcome.ok) {
    replaceFile(
      stampPath(stamps, step.name),
      JSON.stringify({ inputs: step.inputs, facts: outcome.facts }),
    );
  }
  return outcome;
}

/** The step's stamp, or null when it is missing, damaged or of an older shape. */
export function readStamp<Facts>(
  stamps: string,
  name: string,
  facts: z.ZodType<Facts>,
): { inputs: string; facts: Facts } | null {
  try {
    const json: unknown = JSON.parse(Deno.readTextFileSync(stampPath(stamps, name)));
    return z.object({ inputs: z.string(), facts }).parse(json);
  } catch {
    return null;
  }
}

function removeStamp(stamps: string, name: string): void {
  removeIfPresent(stampPath(stamps, name));
}

export function removeIfPresent(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** False for a folder, and for what is not there or cannot be looked at. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function stampPath(stamps: string, name: string): string {
  return join(stamps, `${name}.json`);
}

async function attempt<Facts>(
  run: () => Promise<StepOutcome<Facts>>,
): Promise<StepOutcome<Facts>> {
  try {
    return await run();
  } catch (error) {
    return { ok: false, words: troubleWords(error) };
  }
}

/** What the file system says, as advice: setup has nothing else that throws. */
export function troubleWords(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/ENOSPC|os error 28|No space left/.test(text)) {
    return "The disk is full. The engines need about 1 GB: free some space, then start Alba again.";
  }
  return `The engines' folder cannot be written: ${text}. Mend that, then start Alba again.`;
}
