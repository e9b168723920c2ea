import { join } from "node:path";
import { z } from "zod";
import { packagedModelStep } from "@/lib/engines/setup_packaged_model.ts";
import type { EnginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import type { SetupStep } from "@/lib/engines/setup_step.ts";

/** Resemblyzer 0.1.4's weights; nothing else of that package is used, PyTorch least of all. */
const WEIGHTS_SHA256 = "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e";

const WEIGHTS_NAME = "ge2e.pt";

export const SPEAKER_FACTS = z.object({ weightsSha256: z.string() });
export type SpeakerFacts = z.infer<typeof SPEAKER_FACTS>;

export function speakerModelStep(paths: EnginePaths, run: RunProgram): SetupStep<SpeakerFacts> {
  const model = {
    name: "speaker_model",
    group: "speakers-model",
    facts: SPEAKER_FACTS,
    factsOf: (weightsSha256: string) => ({ weightsSha256 }),
    folder: paths.speakers,
    model: { packaged: ["resemblyzer", "pretrained.pt"], name: WEIGHTS_NAME },
    beside: [],
    sha256: WEIGHTS_SHA256,
    fetching: "fetching 16 MB",
    damaged: DAMAGED,
  } as const;
  return packagedModelStep(model, paths, run);
}

const DAMAGED =
  "The weights of the speaker encoder are damaged and were removed; start Alba again " +
  "to fetch them once more.";

/** Where the weights are when the step is done. */
export function speakerWeights(paths: EnginePaths): string {
  return join(paths.speakers, WEIGHTS_NAME);
}
