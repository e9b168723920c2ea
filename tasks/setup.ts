/**
 * Installs the engines into DATA_DIR, or checks that they are there:
 * `deno task setup [--no-engines] [--no-whisper] [--no-piper]`. `deno task start` calls it first.
 */
import { parseArgs } from "node:util";
import { type Config, configProblemWords, parseConfig } from "@/lib/config.ts";
import { setUpEngines } from "@/lib/engines/setup.ts";
import { type EngineInstallation, readInstallation } from "@/lib/engines/setup_installation.ts";
import { enginePaths, enginesFolder } from "@/lib/engines/setup_paths.ts";
import { programRunner } from "@/lib/engines/setup_run.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";

export interface SetupSkips {
  readonly engines: boolean;
  readonly whisper: boolean;
  readonly piper: boolean;
}

/** Sets up the engines that the settings ask for, printing progress. Never throws for their trouble. */
export async function setUp(config: Config, skips: SetupSkips): Promise<EngineInstallation> {
  const folder = enginesFolder(config.DATA_DIR);
  if (skips.engines) return readInstallation(folder);
  privateFolder(folder);
  const { log } = enginePaths(folder);
  privateFile(log);
  const logFile = Deno.openSync(log, { write: true, truncate: true });
  const encoder = new TextEncoder();
  try {
    const wantsWhisper = config.STT_ENGINE === "whisper" && !skips.whisper;
    const wantsPiper = config.TTS_ENGINE === "piper" && !skips.piper;
    return await setUpEngines({
      folder,
      whisperModel: wantsWhisper ? config.STT_MODEL : null,
      piperVoice: wantsPiper ? config.TTS_VOICE : null,
      run: programRunner((text) => logFile.writeSync(encoder.encode(text))),
      newId: () => crypto.randomUUID(),
      onProgress: ({ share, words }) => {
        console.log(`[${String(Math.round(share * 100)).padStart(3)} %] ${words}`);
      },
    });
  } finally {
    logFile.close();
  }
}

/** What is there and what is not, for the person at the terminal. */
function report(installation: EngineInstallation): string[] {
  return [
    installation.piper === null ? "No voice engine." : "Voice engine: ready.",
    installation.whisper === null
      ? "No speech recognition."
      : `Speech recognition: ready (model ${installation.whisper.model}).`,
    `${installation.isolation.words}.`,
    ...installation.problems,
  ];
}

if (import.meta.main) {
  const options = {
    "no-engines": { type: "boolean", default: false },
    "no-whisper": { type: "boolean", default: false },
    "no-piper": { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args: Deno.args, options });
  const settings = parseConfig(Deno.env.toObject());
  if (!settings.ok) {
    for (const problem of settings.problems) console.error(configProblemWords(problem));
    Deno.exit(1);
  }
  const installation = await setUp(settings.config, {
    engines: values["no-engines"],
    whisper: values["no-whisper"],
    piper: values["no-piper"],
  });
  for (const line of report(installation)) console.log(line);
}
