import { resolve } from "node:path";
import { parseConfig, SETTING_NAMES } from "@/lib/config.ts";
import { executablesFor } from "@/lib/engines/isolation.ts";
import { readInstallation } from "@/lib/engines/setup_installation.ts";
import { enginesFolder } from "@/lib/engines/setup_paths.ts";
import { buildIfStale } from "./build.ts";
import { readEnvironment } from "./environment.ts";
import { servePermissions } from "./permissions.ts";

const PROJECT_FOLDER = resolve(import.meta.dirname ?? ".", "..");

/** Where Deno keeps its modules; settings of this machine are not handed on. */
const DENO_VARIABLES = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "TZ"];

/** The line with which the service says its address. */
const READY = /Alba is ready: (http:\/\/\S+)/;

/** A service process that somebody else's record has nothing to do with. */
export interface TemporaryBox {
  readonly url: string;
  readonly dataDir: string;
  /** SIGTERM is the orderly stop, SIGKILL the plug pulled. Resolves to the exit code. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number>;
}

export type TemporaryBoxOutcome =
  | { readonly ok: true; readonly box: TemporaryBox }
  | { readonly ok: false; readonly words: string };

/** Runs `work` with a service on a data folder of its own, and removes both afterwards. */
export async function withTemporaryBox<Result>(
  work: (box: TemporaryBox) => Promise<Result>,
  failed: (words: string) => Result,
): Promise<Result> {
  const dataDir = await Deno.makeTempDir({ prefix: "alba-box-" });
  try {
    const started = await startTemporaryBox(dataDir);
    if (!started.ok) return failed(started.words);
    try {
      return await work(started.box);
    } finally {
      await started.box.end("SIGTERM");
    }
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

/**
 * Starts the real service on `dataDir` and any free port, with its real permissions. Engines are
 * those of ALBA_ENGINES_DIR, or of the data folder that the settings name; without any it starts
 * without engines. `settings` come before those of the environment.
 */
export async function startTemporaryBox(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TemporaryBoxOutcome> {
  const { values } = readEnvironment(PROJECT_FOLDER);
  const given = { ...values, ...settings };
  const parsed = parseConfig({ ...given, DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0" });
  if (!parsed.ok) return { ok: false, words: "Cannot start a service: the settings are wrong." };
  try {
    await buildIfStale(PROJECT_FOLDER);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, words: `Cannot build the pages: ${why}` };
  }
  const installed = given.ALBA_ENGINES_DIR ?? enginesFolder(given.DATA_DIR ?? "data");
  await linkEngines(resolve(installed), enginesFolder(dataDir));
  const { isolation, python } = readInstallation(enginesFolder(dataDir));
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      ...servePermissions({
        config: parsed.config,
        projectFolder: PROJECT_FOLDER,
        dataFolder: dataDir,
        enginesFolder: enginesFolder(dataDir),
        executables: python === null ? [] : executablesFor(isolation, python),
      }),
      "serve.ts",
    ],
    cwd: PROJECT_FOLDER,
    clearEnv: true,
    env: childEnvironment(given, dataDir),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const url = await addressOf(child.stdout);
  if (url === null) {
    await child.status;
    return { ok: false, words: `Cannot start a service: ${(await errors).trim()}` };
  }
  return {
    ok: true,
    box: {
      url,
      dataDir,
      async end(signal) {
        // One that has ended already throws, and that is what was wanted.
        try {
          child.kill(signal);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
        const { code } = await child.status;
        await errors;
        return code;
      },
    },
  };
}

function childEnvironment(
  values: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): Record<string, string> {
  const kept = [...SETTING_NAMES, ...DENO_VARIABLES].flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0" };
}

async function linkEngines(from: string, to: string): Promise<void> {
  const there = await Deno.stat(from).then((info) => info.isDirectory, () => false);
  if (!there) return;
  await Deno.symlink(from, to).catch((error) => {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  });
}

/** Reads what the service says until its address; the rest is read too, or its pipe would fill. */
function addressOf(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const read = async () => {
    let said = "";
    let url: string | undefined;
    for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
      if (url !== undefined) continue;
      said += chunk;
      url = READY.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    }
    resolve(null);
  };
  void read();
  return promise;
}
