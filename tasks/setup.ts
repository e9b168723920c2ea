/**
 * Installs the engines into DATA_DIR, or checks that they are there:
 * `deno task setup [--no-engines] [--no-whisper] [--no-piper] [--no-speakers]
 * [--no-ear]`.
 * `deno task start` calls it first.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Config, configProblemWords } from "@/lib/config.ts";
import { setUpEngines } from "@/lib/engines/setup.ts";
import { type EngineInstallation, readInstallation } from "@/lib/engines/setup_installation.ts";
import { enginePaths, enginesFolder } from "@/lib/engines/setup_paths.ts";
import { programRunner } from "@/lib/engines/setup_run.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";
import { readConfig } from "./environment.ts";

export interface SetupSkips {
  readonly engines: boolean;
  readonly whisper: boolean;
  readonly piper: boolean;
  readonly speakers: boolean;
  readonly ear: boolean;
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
    const wantsSpeakers = config.SPEAKERS_ENGINE === "ge2e" && config.STT_ENGINE !== "typed" &&
      !skips.speakers;
    return await setUpEngines({
      folder,
      whisperModel: wantsWhisper ? config.STT_MODEL : null,
      piperVoice: wantsPiper ? config.TTS_VOICE : null,
      speakers: wantsSpeakers,
      ear: config.AUTO_MODE_ENABLED && config.AUTO_EAR !== "off" && !skips.ear,
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
    installation.speakers === null ? "No speaker encoder." : "Speaker encoder: ready.",
    ...(installation.ear === null ? [] : ["Ear for turn ends: ready."]),
    ...(installation.python === null ? [] : [`${installation.isolation.words}.`]),
    ...installation.problems,
  ];
}

/** What the command line leaves out, or the option that does not exist, in words. */
export function readSkips(
  args: string[],
): { ok: true; skips: SetupSkips } | { ok: false; words: string } {
  const options = {
    "no-engines": { type: "boolean", default: false },
    "no-whisper": { type: "boolean", default: false },
    "no-piper": { type: "boolean", default: false },
    "no-speakers": { type: "boolean", default: false },
    "no-ear": { type: "boolean", default: false },
  } as const;
  try {
    const { values } = parseArgs({ args, options });
    return {
      ok: true,
      skips: {
        engines: values["no-engines"],
        whisper: values["no-whisper"],
        piper: values["no-piper"],
        speakers: values["no-speakers"],
        ear: values["no-ear"],
      },
    };
  } catch {
    const known = Object.keys(options).map((name) => `--${name}`).join(", ");
    return { ok: false, words: `Cannot read "${args.join(" ")}": the options are ${known}.` };
  }
}

async function main(): Promise<number> {
  const projectFolder = resolve(import.meta.dirname ?? ".", "..");
  const asked = readSkips(Deno.args);
  const settings = readConfig(projectFolder);
  if (!asked.ok || !settings.ok) {
    if (!asked.ok) console.error(asked.words);
    if (!settings.ok) settings.problems.map(configProblemWords).forEach((it) => console.error(it));
    return 1;
  }
  const installation = await setUp(settings.config, asked.skips);
  for (const line of report(installation)) console.log(line);
  return installation.problems.length === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main());
