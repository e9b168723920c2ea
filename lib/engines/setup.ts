import { ENVIRONMENT_ONLY, probeIsolation } from "@/lib/engines/isolation.ts";
import { earModelStep } from "@/lib/engines/setup_ear.ts";
import { type EnvironmentFacts, environmentStep } from "@/lib/engines/setup_environment.ts";
import {
  type EngineInstallation,
  readInstallation,
  writeLastSetup,
} from "@/lib/engines/setup_installation.ts";
import { packagesStep } from "@/lib/engines/setup_packages.ts";
import { type EnginePaths, enginePaths } from "@/lib/engines/setup_paths.ts";
import type { RunProgram } from "@/lib/engines/setup_run.ts";
import { speakerModelStep } from "@/lib/engines/setup_speakers.ts";
import {
  removeIfPresent,
  runStep,
  type SetupStep,
  troubleWords,
} from "@/lib/engines/setup_step.ts";
import { voiceStep } from "@/lib/engines/setup_voice.ts";
import { whisperModelStep } from "@/lib/engines/setup_whisper.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";

export interface SetupRequest {
  /** The engines' folder, absolute (see `enginesFolder`). */
  readonly folder: string;
  /** The Whisper model to install (STT_MODEL), or null to leave Whisper alone. */
  readonly whisperModel: string | null;
  /** The owner's voice file (TTS_VOICE), "" for the packaged voice, null to leave Piper alone. */
  readonly piperVoice: string | null;
  /** Whether the speaker encoder is to be installed. */
  readonly speakers: boolean;
  /** Whether the acoustic ear for turn ends is to be installed (TT14). */
  readonly ear: boolean;
  readonly run: RunProgram;
  /** Makes the identity of a new environment; anything that does not repeat. */
  readonly newId: () => string;
  readonly onProgress: (progress: SetupProgress) => void;
}

export interface SetupProgress {
  /** Of the whole setup, 0 to 1. */
  readonly share: number;
  /** One line for the person who waits. */
  readonly words: string;
}

/** Shares of the whole, as measured on a first start (Whisper's packages are the largest part). */
const WEIGHTS = {
  environment: 0.2,
  piper_packages: 0.2,
  voice: 0.05,
  whisper_packages: 0.35,
  whisper_model: 0.15,
  speakers_packages: 0.03,
  speaker_model: 0.02,
  ear_packages: 0.02,
  ear_model: 0.02,
};

type StepName = keyof typeof WEIGHTS;

const TITLES: Readonly<Record<StepName, string>> = {
  environment: "Preparing a place for the engines",
  piper_packages: "Installing the voice engine",
  voice: "Checking the voice",
  whisper_packages: "Installing speech recognition",
  whisper_model: "Installing the recognition model",
  speakers_packages: "Installing what the speaker encoder needs",
  speaker_model: "Installing the speaker encoder",
  ear_packages: "Installing what the ear for turn ends needs",
  ear_model: "Installing the ear for turn ends",
};

/**
 * Installs what is missing and returns what is there. It never throws and is never fatal: a step
 * that fails leaves words in `problems`, and the service starts without that engine.
 */
export async function setUpEngines(request: SetupRequest): Promise<EngineInstallation> {
  try {
    await setUpAlone(request);
  } catch (error) {
    const installation = readInstallation(request.folder);
    return { ...installation, problems: [...installation.problems, troubleWords(error)] };
  }
  return readInstallation(request.folder);
}

/** Two starts at once must not write into one environment: the second waits, then finds it done. */
async function setUpAlone(request: SetupRequest): Promise<void> {
  const paths = enginePaths(request.folder);
  privateFolder(paths.folder);
  privateFolder(paths.stamps);
  privateFile(paths.lock);
  const lock = await Deno.open(paths.lock, { write: true });
  try {
    await lock.lock(true);
    await new Setup(request, paths).install();
  } finally {
    lock.close();
  }
}

class Setup {
  readonly #request: SetupRequest;
  readonly #paths: EnginePaths;
  readonly #problems: string[] = [];
  readonly #total: number;
  #done = 0;

  constructor(request: SetupRequest, paths: EnginePaths) {
    this.#request = request;
    this.#paths = paths;
    this.#total = WEIGHTS.environment +
      (request.piperVoice === null ? 0 : WEIGHTS.piper_packages + WEIGHTS.voice) +
      (request.whisperModel === null ? 0 : WEIGHTS.whisper_packages + WEIGHTS.whisper_model) +
      (request.speakers ? WEIGHTS.speakers_packages + WEIGHTS.speaker_model : 0) +
      (request.ear ? WEIGHTS.ear_packages + WEIGHTS.ear_model : 0);
  }

  async install(): Promise<void> {
    const { ear, run, newId, piperVoice, speakers, whisperModel } = this.#request;
    this.#discardHalfInstalled();
    const environment = await this.#step(
      "environment",
      environmentStep(this.#paths, run, newId),
    );
    if (environment !== null) {
      if (piperVoice !== null) await this.#installPiper(environment, piperVoice);
      if (whisperModel !== null) await this.#installWhisper(environment, whisperModel);
      if (speakers) await this.#installSpeakers(environment);
      if (ear) await this.#installEar(environment);
    }
    // Kept after a failure, so that the next attempt does not fetch everything again.
    if (this.#problems.length === 0) removeIfPresent(this.#paths.downloads);
    const isolation = environment === null ? ENVIRONMENT_ONLY : await probeIsolation(
      this.#paths.python,
      async (command, args) => (await run(command, args)).success,
    );
    writeLastSetup(this.#paths, { isolation, problems: this.#problems });
  }

  async #installPiper(environment: EnvironmentFacts, voice: string): Promise<void> {
    const { run } = this.#request;
    const group = { name: "piper", module: "piper" } as const;
    const packages = await this.#step(
      "piper_packages",
      packagesStep(this.#paths, run, environment, group),
    );
    if (packages === null) return;
    await this.#step("voice", voiceStep(this.#paths, run, packages, voice));
  }

  async #installWhisper(environment: EnvironmentFacts, model: string): Promise<void> {
    const { run } = this.#request;
    const group = { name: "whisper", module: "faster_whisper" } as const;
    const packages = await this.#step(
      "whisper_packages",
      packagesStep(this.#paths, run, environment, group),
    );
    if (packages === null) return;
    await this.#step("whisper_model", whisperModelStep(this.#paths, run, model));
  }

  async #installSpeakers(environment: EnvironmentFacts): Promise<void> {
    const { run } = this.#request;
    const group = { name: "speakers", module: "numpy" } as const;
    const packages = await this.#step(
      "speakers_packages",
      packagesStep(this.#paths, run, environment, group),
    );
    if (packages === null) return;
    await this.#step("speaker_model", speakerModelStep(this.#paths, run));
  }

  async #installEar(environment: EnvironmentFacts): Promise<void> {
    const { run } = this.#request;
    const group = { name: "ear", module: "onnxruntime" } as const;
    const packages = await this.#step(
      "ear_packages",
      packagesStep(this.#paths, run, environment, group),
    );
    if (packages === null) return;
    await this.#step("ear_model", earModelStep(this.#paths, run));
  }

  /** An environment in which pip was killed cannot be trusted: files may be there in part. */
  #discardHalfInstalled(): void {
    try {
      Deno.statSync(this.#paths.packagesStarted);
    } catch {
      return;
    }
    removeIfPresent(this.#paths.environment);
    removeIfPresent(this.#paths.packagesStarted);
  }

  async #step<Facts>(name: StepName, step: SetupStep<Facts>): Promise<Facts | null> {
    let told = false;
    const tell = (share: number, words: string) => {
      told = true;
      this.#request.onProgress({
        share: (this.#done + share * WEIGHTS[name]) / this.#total,
        words: `${TITLES[name]}: ${words}`,
      });
    };
    const outcome = await runStep(this.#paths.stamps, step, tell);
    this.#done += WEIGHTS[name];
    if (!outcome.ok) {
      this.#problems.push(`${TITLES[name]}: ${outcome.words}`);
      tell(0, "failed");
      return null;
    }
    if (told) tell(0, "done");
    return outcome.facts;
  }
}
