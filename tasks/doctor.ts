/**
 * `deno task doctor` looks at the box and says what to do for each thing that is amiss (OP3). It
 * changes nothing but the privacy of the data folder. Exit code 1 when something must be done
 * before Alba can work, 0 otherwise.
 */
import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Config, configProblemWords } from "@/lib/config.ts";
import { turnJudgeWords } from "@/lib/consultation/turn_judge_words.ts";
import { NO_EAR } from "@/lib/engines/ear/absent_ear.ts";
import { type EngineInstallation, readInstallation } from "@/lib/engines/setup_installation.ts";
import { enginesFolder } from "@/lib/engines/setup_paths.ts";
import { readAuditKey } from "@/lib/record/audit_key.ts";
import { openDatabase } from "@/lib/record/database.ts";
import { headFit } from "@/lib/record/head_fit.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import { boxCertificatePath } from "@/lib/web/tls/box_certificate.ts";
import { checkDataFolder, checkDisk, checkPort, type Finding } from "./box_checks.ts";
import { checkEncryption } from "./disk_encryption.ts";
import { readConfig } from "./environment.ts";

/** A new Python with the engine's module takes a second or two; a stuck one must not hang us. */
const ENGINE_TIMEOUT_MS = 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Time enough to notice, and to have another certificate issued. */
const CERTIFICATE_ADVICE_DAYS = 30;

const SETUP_HINT = 'Run "deno task setup".';

/** All findings about a box whose settings are sound. */
export async function examine(config: Config): Promise<Finding[]> {
  const dataFolder = checkDataFolder(config.DATA_DIR);
  if (dataFolder.state === "fault") return [dataFolder];
  const installation = readInstallation(enginesFolder(config.DATA_DIR));
  return [
    dataFolder,
    checkDisk(config.DATA_DIR),
    checkEncryption(config.DATA_DIR),
    ...checkSharing(config),
    await checkPort(config),
    checkRecord(config.DATA_DIR),
    await checkEars(config, installation),
    await checkVoice(config, installation),
    ...await checkEar(config, installation),
    ...checkTurnJudge(config),
    checkIsolation(installation),
    ...installation.problems.map((words): Finding => ({
      subject: "Setup",
      state: "advice",
      words: `The last setup could not finish: ${words}`,
    })),
  ];
}

/** LA4: the status of auto mode says who judges the ends of turns, and what that costs. */
function checkTurnJudge(config: Config): Finding[] {
  const words = turnJudgeWords(config);
  return words === null ? [] : [{ subject: "Turn ends", state: "ok", words }];
}

/** Only the signed head: proving every row and recording may take minutes on an old box. */
function checkRecord(dataFolder: string): Finding {
  const subject = "Record";
  const paths = recordPaths(dataFolder);
  if (!existsSync(paths.database)) {
    return { subject, state: "ok", words: "There is none yet; the first start makes it." };
  }
  try {
    const database = openDatabase(paths.database, { readOnly: true });
    try {
      const fit = headFit(database, paths.auditHead, readAuditKey(paths));
      if (fit.fits) {
        return { subject, state: "ok", words: `${fit.rows} audit rows fit their signed head.` };
      }
      return {
        subject,
        state: "fault",
        words: `The audit does not fit its signed head (${fit.code}). Run "deno task verify" for ` +
          "the first bad row, and keep a copy of the data folder as it is.",
      };
    } finally {
      database.close();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown trouble";
    return {
      subject,
      state: "fault",
      words: `Cannot read the record: ${why}. Restore the last backup with "deno task restore".`,
    };
  }
}

/** A certificate that ends while nobody looks would shut every tablet out. */
function checkSharing(config: Config): Finding[] {
  if (!config.LAN_SHARE) return [];
  const subject = "Sharing";
  const path = config.TLS_CERT === "" ? boxCertificatePath(config.DATA_DIR) : config.TLS_CERT;
  try {
    const { validTo } = new X509Certificate(readFileSync(path));
    const daysLeft = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
    if (daysLeft > CERTIFICATE_ADVICE_DAYS) {
      return [{ subject, state: "ok", words: `The certificate is good for ${daysLeft} days.` }];
    }
    const remedy = config.TLS_CERT === ""
      ? "Start Alba again; it makes a new one."
      : "Ask whoever issued it for a new one.";
    return [{
      subject,
      state: "advice",
      words: `The certificate ends in ${daysLeft} days. ${remedy}`,
    }];
  } catch {
    const words = "There is no certificate yet; the first start with LAN_SHARE makes it.";
    return [
      config.TLS_CERT === "" ? { subject, state: "ok", words } : {
        subject,
        state: "fault",
        words: `Cannot read TLS_CERT="${path}". Set it to a PEM file.`,
      },
    ];
  }
}

async function checkEars(
  { STT_ENGINE, STT_MODEL, STT_URL }: Config,
  { python, whisper }: EngineInstallation,
): Promise<Finding> {
  const subject = "Ears";
  switch (STT_ENGINE) {
    case "typed":
      return { subject, state: "ok", words: "Set to typed: nobody listens, the doctor types." };
    case "openai":
      return await checkServer(subject, STT_URL);
    case "whisper":
      if (python === null || whisper === null) {
        const words = `Whisper is not installed, so the doctor types. ${SETUP_HINT}`;
        return { subject, state: "advice", words };
      }
      if (whisper.model !== STT_MODEL) {
        const words =
          `The model "${whisper.model}" is installed, "${STT_MODEL}" is set. ${SETUP_HINT}`;
        return { subject, state: "advice", words };
      }
      return await checkModule(subject, python, "faster_whisper", `Whisper (${STT_MODEL})`);
  }
}

async function checkVoice(
  { TTS_ENGINE }: Config,
  { python, piper }: EngineInstallation,
): Promise<Finding> {
  const subject = "Voice";
  if (TTS_ENGINE === "none") {
    return { subject, state: "ok", words: "Set to none: the browser's voice, or the doctor." };
  }
  if (python === null || piper === null) {
    const words = `Piper is not installed, so the browser's voice speaks. ${SETUP_HINT}`;
    return { subject, state: "advice", words };
  }
  return await checkModule(subject, python, "piper", "Piper");
}

/** Wanted only where auto mode is open and may listen to how turns end (TT14). */
async function checkEar(
  { AUTO_EAR, AUTO_MODE_ENABLED }: Config,
  { ear, python }: EngineInstallation,
): Promise<Finding[]> {
  if (!AUTO_MODE_ENABLED || AUTO_EAR === "off") return [];
  const subject = "Ear";
  if (python === null || ear === null) {
    return [{ subject, state: "advice", words: `${NO_EAR} ${SETUP_HINT}` }];
  }
  return [await checkModule(subject, python, "onnxruntime", "The ear for turn ends")];
}

/** Whether the engine's Python starts and finds the engine. */
async function checkModule(
  subject: string,
  python: string,
  module: string,
  name: string,
): Promise<Finding> {
  try {
    const { success } = await new Deno.Command(python, {
      args: ["-c", `import ${module}`],
      stdin: "null",
      stdout: "null",
      stderr: "null",
      signal: AbortSignal.timeout(ENGINE_TIMEOUT_MS),
    }).output();
    if (success) return { subject, state: "ok", words: `${name} is installed and starts.` };
  } catch {
    // Said below: whether Python is gone or only the engine, the remedy is the same.
  }
  return {
    subject,
    state: "advice",
    words: `${name} is installed but does not start. ${SETUP_HINT}`,
  };
}

async function checkServer(subject: string, url: string): Promise<Finding> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.body?.cancel();
    return { subject, state: "ok", words: `The transcription server at ${url} answers.` };
  } catch {
    const words = `The transcription server at ${url} does not answer. Start it, or set STT_URL.`;
    return { subject, state: "advice", words };
  }
}

function checkIsolation({ isolation, python }: EngineInstallation): Finding {
  const subject = "Network";
  if (python === null) return { subject, state: "ok", words: "No engine, nothing to cut off." };
  const words = `${isolation.words}.`;
  switch (isolation.kind) {
    case "network_namespace":
      return { subject, state: "ok", words };
    case "environment_only":
      return {
        subject,
        state: "advice",
        words: `${words} Run Alba under deploy/alba.service, which does.`,
      };
  }
}

const MARKS = { ok: "ok    ", advice: "note  ", fault: "MEND  " } as const;

async function main(): Promise<number> {
  const projectFolder = resolve(import.meta.dirname ?? ".", "..");
  const parsed = readConfig(projectFolder);
  if (!parsed.ok) {
    for (const problem of parsed.problems) console.log(MARKS.fault + configProblemWords(problem));
    return 1;
  }
  const findings = await examine(parsed.config);
  for (const { subject, state, words } of findings) {
    console.log(`${MARKS[state]}${subject}: ${words}`);
  }
  const faults = findings.filter((finding) => finding.state === "fault").length;
  console.log(
    faults === 0 ? "Alba can work." : "Alba cannot work until the lines marked MEND are mended.",
  );
  return faults === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main());
