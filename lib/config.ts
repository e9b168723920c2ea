import type { z } from "zod";
import { AUTO_SETTINGS, autoContradictions } from "@/lib/auto_config.ts";
import { MODEL_SETTINGS, modelContradictions } from "@/lib/model_settings.ts";
import {
  choice,
  engineUrl,
  isLoopbackUrl,
  number,
  type Setting,
  text,
  toggle,
  whole,
} from "@/lib/setting_types.ts";

/** Every setting of the service, in the order in which people read them. */
export const SETTINGS = {
  HOST: text("127.0.0.1", {
    note: "Address to listen on. Loopback keeps the box to itself; on any other address, " +
      "requests from other machines are answered with 403.",
    max: 255,
  }),
  PORT: whole(8000, { min: 0, max: 65_535, unit: "port", note: "0 takes any free port." }),
  DATA_DIR: text("./data", {
    note: "Recordings, record, keys and engines live here; the folder is made private (0700).",
    max: 1000,
  }),
  OWNER_PASSPHRASE: text("", {
    note: "When set, every page asks for it, or for a PIN, once per browser session.",
    secret: true,
  }),
  LAN_SHARE: toggle(false, {
    note: "Opens the box, encrypted, to the devices of its own network. It needs a HOST of that " +
      "network, such as 0.0.0.0, and an owner's PIN or OWNER_PASSPHRASE.",
  }),
  TLS_CERT: text("", {
    note: "Path of the practice's own certificate (PEM, with its chain), for LAN_SHARE. Without " +
      "one the box makes its own.",
    max: 1000,
  }),
  TLS_KEY: text("", {
    note: "Path of that certificate's key (PEM).",
    max: 1000,
  }),
  TRUST_PROXY: toggle(false, {
    note: "Believes a proxy on this machine, at a loopback address, about who is asking: it must " +
      "set X-Forwarded-For, -Host and -Proto itself. Requests through any other proxy are refused.",
  }),
  DOCTOR_NAME: text("Smith", { note: "Spoken after “Dr” in Alba's phrases.", max: 60 }),
  ROOM_NAME: text("Room 1", { note: "Shown on every page of this room.", max: 60 }),
  RETENTION_AUDIO_DAYS: whole(30, {
    min: 0,
    max: 36_500,
    unit: "days",
    note: "A recording is deleted this long after its consultation was approved; 0 keeps it.",
  }),
  RETENTION_DAYS: whole(0, {
    min: 0,
    max: 36_500,
    unit: "days",
    note: "All words and sound of a finished consultation are deleted this long after it was " +
      "stopped; 0 keeps them until somebody deletes them.",
  }),
  ALLOW_REMOTE_ENGINES: toggle(false, {
    note: "Lets the addresses of engines name other machines. Patients' words then leave this " +
      "box, and every page says so.",
  }),
  STT_ENGINE: choice("whisper", ["whisper", "openai", "typed"], {
    note: "Who listens: Whisper on this box, an OpenAI-compatible server on this box, or nobody " +
      "(the doctor types).",
  }),
  STT_MODEL: text("base", {
    note: "Whisper model: base is installed from the package registry; other names come from the " +
      "model hub at setup, where it can be reached.",
    max: 100,
  }),
  STT_URL: engineUrl("", {
    note: "Base URL of the transcription server, for STT_ENGINE=openai.",
  }),
  STT_API_KEY: text("", {
    note: "Key for the transcription server, where it asks for one.",
    secret: true,
  }),
  STT_DEVICE: choice("auto", ["auto", "cpu", "cuda"], { note: "Where Whisper computes." }),
  TTS_ENGINE: choice("piper", ["piper", "none"], {
    note: "Who speaks: Piper on this box, or nobody (the browser's own voice, or the doctor " +
      "reads aloud).",
  }),
  TTS_VOICE: text("", {
    note: "Path of a Piper voice (.onnx) to use instead of the installed one.",
    max: 1000,
  }),
  TTS_SPEED: number(1, { min: 0.5, max: 2, unit: "times normal", note: "Speaking rate." }),
  TTS_VOLUME: number(1, { min: 0.1, max: 2, unit: "times normal", note: "Loudness of the voice." }),
  SPEECH_MAX_UTTERANCE_S: number(20, {
    min: 2,
    max: 60,
    unit: "seconds",
    note: "No utterance of Alba's may be longer.",
  }),
  SPEECH_SPAN_LEAD_MS: whole(0, {
    min: 0,
    max: 1000,
    unit: "milliseconds",
    note: "Widens the muted window before an utterance.",
    guess: true,
  }),
  SPEECH_SPAN_TAIL_MS: whole(300, {
    min: 0,
    max: 2000,
    unit: "milliseconds",
    note: "Widens the muted window after an utterance, for output delay and reverberation.",
    guess: true,
  }),
  SILENCE_NUDGE_S: number(8, {
    min: 3,
    max: 60,
    unit: "seconds",
    note: "Quiet after which the page offers the silence phrase; Alba never says it by itself.",
    guess: true,
  }),
  SPEAKERS_ENGINE: choice("ge2e", ["ge2e", "none"], {
    note: "Who tells the speakers apart after Stop: a voice encoder on this box, or nobody.",
  }),
  SPEAKER_DECLARATION_WAIT_S: number(25, {
    min: 0,
    max: 600,
    unit: "seconds",
    note: "How long “Who spoke?” is waited for after Stop, before the speakers are told apart.",
  }),
  QUALITY_MIN_COVERAGE: number(0.8, {
    min: 0,
    max: 1,
    unit: "share of the speech",
    note: "The review warns when less of what was said is in the transcript.",
    guess: true,
  }),
  QUALITY_MAX_LOW_CONFIDENCE: number(0.2, {
    min: 0,
    max: 1,
    unit: "share of the words",
    note: "The review warns when more of the words were heard with little confidence.",
    guess: true,
  }),
  QUALITY_MAX_GAP_S: number(10, {
    min: 0,
    max: 3600,
    unit: "seconds",
    note: "The review warns when a longer piece was not recorded.",
    guess: true,
  }),
  BARGE_IN_RMS_THRESHOLD: number(0.02, {
    min: 0.001,
    max: 0.5,
    unit: "RMS (full scale 1)",
    note: "Level at or above which the page counts room sound as speech.",
    guess: true,
  }),
  BARGE_IN_ENABLED: toggle(false, {
    note:
      "Whoever speaks over Alba silences her, where AUTO_MODE_ENABLED is true. Only after a sound " +
      "check has shown that the loudspeaker stays below BARGE_IN_RMS_THRESHOLD at the microphone: " +
      "above it Alba would hear herself and never finish.",
  }),
  AUTO_ACTION_MATCH_THRESHOLD: number(0.6, {
    min: 0.3,
    max: 1,
    unit: "similarity",
    note:
      "How alike two urgent actions must be to count as one; a higher value raises more alarms.",
  }),
  ...AUTO_SETTINGS,
  ...MODEL_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type Config = {
  readonly [K in SettingName]: z.infer<(typeof SETTINGS)[K]["schema"]>;
};

export interface ConfigProblem {
  readonly name: string;
  readonly got: string;
  readonly takes: string;
}

export type ConfigOutcome =
  | { readonly ok: true; readonly config: Config; readonly fromEnvironment: readonly SettingName[] }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/**
 * Reads all settings at once, so that a start with three bad values names all three.
 * An empty variable counts as not set. Never throws.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): ConfigOutcome {
  const values: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  const fromEnvironment: SettingName[] = [];
  for (const name of SETTING_NAMES) {
    const given = env[name];
    const setting: Setting<unknown> = SETTINGS[name];
    if (given === undefined || given.trim() === "") {
      values[name] = setting.default;
      continue;
    }
    const parsed = setting.schema.safeParse(given);
    if (parsed.success) {
      values[name] = parsed.data;
      fromEnvironment.push(name);
    } else {
      problems.push({ name, got: setting.secret ? "(hidden)" : given, takes: setting.takes });
    }
  }
  problems.push(...contradictions(values as Config));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, config: values as Config, fromEnvironment };
}

/** Relations between settings that no single schema can see. */
function contradictions(config: Config): ConfigProblem[] {
  return [
    ...remoteEngines(config),
    ...sharing(config),
    ...missingEngines(config),
    ...autoContradictions(config),
  ];
}

/** SE7: nothing leaves the box unless somebody has said that it may. */
function remoteEngines(config: Config): ConfigProblem[] {
  if (config.ALLOW_REMOTE_ENGINES) return [];
  return SETTING_NAMES.flatMap((name) => {
    const setting: Setting<unknown> = SETTINGS[name];
    const url = config[name];
    const isRemote = setting.engineAddress && typeof url === "string" && url !== "" &&
      !isLoopbackUrl(url);
    if (!isRemote) return [];
    const takes = `${setting.takes}, or another machine's together with ALLOW_REMOTE_ENGINES=true`;
    return [{ name, got: url, takes }];
  });
}

/** SE1: sharing is encrypted, and on an address that other devices can reach. */
function sharing({ HOST, LAN_SHARE, TLS_CERT, TLS_KEY }: Config): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (LAN_SHARE && isLoopbackHost(HOST)) {
    const takes = "an address of this machine in its network, or 0.0.0.0, with LAN_SHARE=true";
    problems.push({ name: "HOST", got: HOST, takes });
  }
  if (!LAN_SHARE && TLS_CERT !== "") {
    problems.push({ name: "TLS_CERT", got: TLS_CERT, takes: "a value only with LAN_SHARE=true" });
  }
  if ((TLS_CERT === "") !== (TLS_KEY === "")) {
    const name = TLS_CERT === "" ? "TLS_CERT" : "TLS_KEY";
    problems.push({ name, got: "nothing", takes: "a path, as the other one of the two has it" });
  }
  return problems;
}

function isLoopbackHost(host: string): boolean {
  return isLoopbackUrl(`http://${host.includes(":") ? `[${host}]` : host}`);
}

function missingEngines(config: Config): ConfigProblem[] {
  if (config.STT_ENGINE === "openai" && config.STT_URL === "") {
    return [{ name: "STT_URL", got: "nothing", takes: SETTINGS.STT_URL.takes }];
  }
  return modelContradictions(config);
}

/** One line per problem, as the start prints them. */
export function configProblemWords(problem: ConfigProblem): string {
  return `Cannot start with ${problem.name}="${problem.got}": it takes ${problem.takes}.`;
}

/** The text of `.env.example`; a test compares it with the committed file. */
export function envExample(): string {
  const blocks = SETTING_NAMES.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name];
    const guess = setting.guess
      ? "\n# Uncalibrated guess: the mock-patient round will inform it."
      : "";
    const shown = String(setting.default);
    return `# ${setting.note}\n# Takes ${setting.takes}.${guess}\n#${name}=${shown}\n`;
  });
  return `# Settings of Alba. Uncomment a line to change it; every value shown is the default.\n\n` +
    blocks.join("\n");
}
