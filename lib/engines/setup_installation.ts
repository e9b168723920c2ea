import { join } from "node:path";
import { z } from "zod";
import { ENVIRONMENT_ONLY, type Isolation } from "@/lib/engines/isolation.ts";
import { EAR_FACTS, earModel } from "@/lib/engines/setup_ear.ts";
import { ENVIRONMENT_FACTS } from "@/lib/engines/setup_environment.ts";
import { PACKAGES_FACTS } from "@/lib/engines/setup_packages.ts";
import { type EnginePaths, enginePaths } from "@/lib/engines/setup_paths.ts";
import { SPEAKER_FACTS, speakerWeights } from "@/lib/engines/setup_speakers.ts";
import { readStamp } from "@/lib/engines/setup_step.ts";
import { locatedVoice, VOICE_FACTS, type VoiceFacts } from "@/lib/engines/setup_voice.ts";
import { MODEL_FACTS, modelFolder } from "@/lib/engines/setup_whisper.ts";
import { replaceFile } from "@/lib/record/private_files.ts";

/** What the last setup left on this box; null where an engine is not (fully) installed. */
export interface EngineInstallation {
  readonly python: string | null;
  readonly whisper: { readonly model: string; readonly modelDir: string } | null;
  readonly piper: VoiceFacts | null;
  readonly speakers: { readonly weightsPath: string } | null;
  /** The acoustic ear for turn ends (TT14). */
  readonly ear: { readonly modelPath: string } | null;
  readonly isolation: Isolation;
  /** What went wrong in the last setup, in words that say what to do. */
  readonly problems: readonly string[];
}

const ISOLATION = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("network_namespace"),
    unshare: z.string(),
    args: z.array(z.string()).readonly(),
    words: z.string(),
  }),
  z.object({ kind: z.literal("environment_only"), words: z.string() }),
]);

/** What each setup finds anew, whatever its stamps say. */
const LAST_SETUP = z.object({ isolation: ISOLATION, problems: z.array(z.string()).readonly() });
export type LastSetup = z.infer<typeof LAST_SETUP>;

export function writeLastSetup(paths: EnginePaths, lastSetup: LastSetup): void {
  replaceFile(lastSetupPath(paths), JSON.stringify(lastSetup));
}

/**
 * Reads the stamps in the engines' folder (see `enginesFolder`): a few small files, no program is
 * run and nothing is hashed. A folder that is not there is an installation without engines.
 */
export function readInstallation(folder: string): EngineInstallation {
  const paths = enginePaths(folder);
  const { isolation, problems } = readLastSetup(paths);
  const environment = readStamp(paths.stamps, "environment", ENVIRONMENT_FACTS);
  if (environment === null || !exists(paths.python)) {
    const nothing = { python: null, whisper: null, piper: null, speakers: null, ear: null };
    return { ...nothing, isolation, problems };
  }
  const isInstalled = (group: string) =>
    readStamp(paths.stamps, `${group}_packages`, PACKAGES_FACTS)
      ?.inputs.startsWith(`${environment.facts.id} `) ?? false;
  const model = readStamp(paths.stamps, "whisper_model", MODEL_FACTS);
  const encoder = readStamp(paths.stamps, "speaker_model", SPEAKER_FACTS);
  const ear = readStamp(paths.stamps, "ear_model", EAR_FACTS);
  const voice = readStamp(paths.stamps, "voice", VOICE_FACTS);
  return {
    python: paths.python,
    whisper: model !== null && isInstalled("whisper")
      ? { model: model.facts.model, modelDir: modelFolder(paths, model.facts) }
      : null,
    piper: voice !== null && isInstalled("piper") ? locatedVoice(folder, voice.facts) : null,
    speakers: encoder !== null && isInstalled("speakers")
      ? { weightsPath: speakerWeights(paths) }
      : null,
    ear: ear !== null && isInstalled("ear") ? { modelPath: earModel(paths) } : null,
    isolation,
    problems,
  };
}

function readLastSetup(paths: EnginePaths): LastSetup {
  try {
    return LAST_SETUP.parse(JSON.parse(Deno.readTextFileSync(lastSetupPath(paths))));
  } catch {
    // Without a finished setup nothing is known, and the weaker isolation is the honest guess.
    return { isolation: ENVIRONMENT_ONLY, problems: [] };
  }
}

function lastSetupPath(paths: EnginePaths): string {
  return join(paths.stamps, "last_setup.json");
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
