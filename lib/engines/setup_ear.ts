import { join } from "node:path";
import { z } from "zod";
import { packagedModelStep } from "@/lib/engines/setup_packaged_model.ts";
import type { EnginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import type { SetupStep } from "@/lib/engines/setup_step.ts";

/** Of `smart-turn-v3.2-cpu.onnx` in pipecat-ai 1.14.0; nothing else of that package is used. */
const MODEL_SHA256 = "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f";

const MODEL_NAME = "smart-turn-v3.2-cpu.onnx";

export const EAR_FACTS = z.object({ modelSha256: z.string() });
export type EarFacts = z.infer<typeof EAR_FACTS>;

export function earModelStep(paths: EnginePaths, run: RunProgram): SetupStep<EarFacts> {
  const model = {
    name: "ear_model",
    group: "ear-model",
    facts: EAR_FACTS,
    factsOf: (modelSha256: string) => ({ modelSha256 }),
    folder: paths.ear,
    model: {
      packaged: ["pipecat", "audio", "turn", "smart_turn", "data", MODEL_NAME],
      name: MODEL_NAME,
    },
    // The two-clause BSD licence.
    beside: [{
      packaged: ["pipecat_ai-1.14.0.dist-info", "licenses", "LICENSE"],
      name: "LICENSE",
    }],
    sha256: MODEL_SHA256,
    fetching: "fetching 12 MB",
    damaged: DAMAGED,
  } as const;
  return packagedModelStep(model, paths, run);
}

const DAMAGED = "The model of the ear for turn ends is damaged and was removed; start Alba again " +
  "to fetch it once more.";

/** Where the model is when the step is done. */
export function earModel(paths: EnginePaths): string {
  return join(paths.ear, MODEL_NAME);
}
