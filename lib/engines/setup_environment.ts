import { z } from "zod";
import type { EnginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import { removeIfPresent, type SetupStep, type StepOutcome } from "@/lib/engines/setup_step.ts";

/** The system's own Python first: it gets the distribution's security updates. */
const CANDIDATES = ["python3", "python3.13", "python3.12", "python3.11", "python3.10", "python3.9"];

/** Wheels exist from here on. */
const OLDEST_MINOR = 9;

const VERSION_SCRIPT = "import sys; print('%d.%d' % sys.version_info[:2])";

export const ENVIRONMENT_FACTS = z.object({
  /** Differs for each environment made, so that packages in an older one count as not installed. */
  id: z.string(),
  version: z.string(),
});
export type EnvironmentFacts = z.infer<typeof ENVIRONMENT_FACTS>;

/** Makes the Python environment into which all engines go; nothing is installed outside of it. */
export function environmentStep(
  paths: EnginePaths,
  run: RunProgram,
  newId: () => string,
): SetupStep<EnvironmentFacts> {
  return {
    name: "environment",
    facts: ENVIRONMENT_FACTS,
    inputs: "venv",
    // An upgrade of the system's Python leaves an environment that starts but finds no package.
    holds: async ({ version }) => await versionOf(paths.python, run) === version,
    async run(progress): Promise<StepOutcome<EnvironmentFacts>> {
      const python = await findPython(run);
      if (python === null) return { ok: false, words: NO_PYTHON };
      progress(0.2, `with Python ${python.version}`);
      removeIfPresent(paths.environment);
      const made = await run(python.command, ["-m", "venv", paths.environment]);
      const version = made.success ? await versionOf(paths.python, run) : null;
      if (version === null) return { ok: false, words: venvFailureWords(made.output) };
      return { ok: true, facts: { id: newId(), version } };
    },
  };
}

const NO_PYTHON = "Python 3.9 or newer was not found, and the speech engines need it. Install it " +
  '(Debian or Ubuntu: "sudo apt install python3 python3-venv"), then start Alba again.';

function venvFailureWords(output: string): string {
  if (/ensurepip/.test(output)) {
    return "Python is here, but the part that makes environments is not. Install it " +
      '(Debian or Ubuntu: "sudo apt install python3-venv"), then start Alba again.';
  }
  if (/No space left/.test(output)) {
    return "The disk is full. The engines need about 1 GB: free some space, then start Alba again.";
  }
  return "Python could not make an environment for the engines; setup.log in the engines' folder " +
    "has what it said. Mend that, then start Alba again.";
}

async function findPython(
  run: RunProgram,
): Promise<{ command: string; version: string } | null> {
  for (const command of CANDIDATES) {
    const version = await versionOf(command, run);
    if (version !== null && isSupported(version)) return { command, version };
  }
  return null;
}

async function versionOf(command: string, run: RunProgram): Promise<string | null> {
  const { success, output } = await run(command, ["-c", VERSION_SCRIPT]);
  const version = output.trim();
  return success && /^\d+\.\d+$/.test(version) ? version : null;
}

function isSupported(version: string): boolean {
  const [major, minor] = version.split(".").map(Number);
  return major === 3 && minor !== undefined && minor >= OLDEST_MINOR;
}
