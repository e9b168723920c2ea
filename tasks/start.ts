/**
 * The one command of a box: `deno task start [--no-engines] [--no-whisper] [--no-piper]
 * [--no-speakers] [--no-ear]`. It checks
 * the settings, sets the engines up, builds the pages, then runs the service as a child with
 * exactly the permissions it needs (SE3, OP1). This process has all permissions, the service has
 * not.
 */
import { resolve } from "node:path";
import { type Config, configProblemWords, SETTING_NAMES } from "@/lib/config.ts";
import { executablesFor } from "@/lib/engines/isolation.ts";
import type { EngineInstallation } from "@/lib/engines/setup_installation.ts";
import { enginesFolder } from "@/lib/engines/setup_paths.ts";
import { checkDataFolder, checkDisk, checkPort } from "./box_checks.ts";
import { buildIfStale } from "./build.ts";
import { type Environment, readConfig, readEnvironment } from "./environment.ts";
import { servePermissions, type ServeSite, unpermittableFolder } from "./permissions.ts";
import { readSkips, setUp, type SetupSkips } from "./setup.ts";

const PROJECT_FOLDER = resolve(import.meta.dirname ?? ".", "..");

/** What the child needs of the environment besides settings: where Deno keeps its modules. */
const DENO_VARIABLES = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "NO_COLOR", "TZ"];

async function start(skips: SetupSkips): Promise<number> {
  const environment = readEnvironment(PROJECT_FOLDER);
  for (const name of environment.unknownNames) {
    console.error(`Note: "${name}" in .env is not a setting of Alba; see .env.example.`);
  }
  const parsed = readConfig(PROJECT_FOLDER, environment);
  if (!parsed.ok) return refuse(...parsed.problems.map(configProblemWords));
  const { config } = parsed;

  const { DATA_DIR, TLS_CERT, TLS_KEY } = config;
  const unpermittable = unpermittableFolder(PROJECT_FOLDER, DATA_DIR, TLS_CERT, TLS_KEY);
  if (unpermittable !== null) return refuse(unpermittable);
  const findings = [checkDataFolder(config.DATA_DIR), checkDisk(config.DATA_DIR)];
  const port = await checkPort(config);
  const inTheWay = [...findings, port].filter((finding) => finding.state === "fault");
  if (inTheWay.length > 0) return refuse(...inTheWay.map((finding) => finding.words));
  if (port.state === "advice") return refuse(port.words);

  const installation = await setUp(config, skips);
  for (const problem of installation.problems) console.error(`Note: ${problem}`);
  try {
    if (await buildIfStale(PROJECT_FOLDER) === "built") console.log("The pages are built.");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(`Cannot build the pages: ${why}`);
  }
  return await serve(siteOf(config, installation), childEnvironment(environment, config));
}

/** One sentence each, nothing else: a stack trace helps nobody who starts a box. */
function refuse(...sentences: string[]): number {
  for (const sentence of sentences) console.error(sentence);
  return 1;
}

function siteOf(config: Config, { isolation, python }: EngineInstallation): ServeSite {
  return {
    config,
    projectFolder: PROJECT_FOLDER,
    dataFolder: config.DATA_DIR,
    enginesFolder: enginesFolder(config.DATA_DIR),
    executables: python === null ? [] : executablesFor(isolation, python),
  };
}

function childEnvironment({ values }: Environment, config: Config): Record<string, string> {
  const kept = [...SETTING_NAMES, ...DENO_VARIABLES].flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const { DATA_DIR, TLS_CERT, TLS_KEY } = config;
  return { ...Object.fromEntries(kept), DATA_DIR, TLS_CERT, TLS_KEY };
}

/**
 * Runs the service until it ends, and ends as it did. Ctrl-C reaches the whole process group, so
 * the child may get its signal twice; both SIGINT and SIGTERM ask it for the same orderly stop.
 */
async function serve(site: ServeSite, env: Record<string, string>): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...servePermissions(site), "serve.ts"],
    cwd: site.projectFolder,
    clearEnv: true,
    env,
    stdin: "null",
  }).spawn();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended already, and so will this process.
      }
    });
  }
  return (await child.status).code;
}

if (import.meta.main) {
  const asked = readSkips(Deno.args);
  Deno.exit(asked.ok ? await start(asked.skips) : refuse(asked.words));
}
