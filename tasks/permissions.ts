import { join } from "node:path";
import { type Config, SETTING_NAMES } from "@/lib/config.ts";
import { STEP_SOURCES } from "@/lib/consultation/code_version.ts";
import { engineAddresses, type EngineConfig } from "@/lib/engines/engine_addresses.ts";
import { INNER_HOST } from "@/lib/web/tls/tls_front.ts";

/** What the running service is made of, as far as its permissions depend on it. */
export interface ServeSite {
  readonly config:
    & EngineConfig
    & Pick<Config, "HOST" | "PORT" | "LAN_SHARE" | "TLS_CERT" | "TLS_KEY">;
  /** Absolute. */
  readonly projectFolder: string;
  /** Absolute; DATA_DIR resolved. */
  readonly dataFolder: string;
  /** Absolute; below the data folder. Its programs may be run, so the service may not alter them. */
  readonly enginesFolder: string;
  /** Absolute paths of the programs that the engines need; empty without engines. */
  readonly executables: readonly string[];
}

/**
 * What the service reads of the project at run time; its modules need no permission, but the hash of
 * those that make auto mode's step does (RE5).
 */
const READ_OF_PROJECT = ["_fresh", "static", "migrations", ...STEP_SOURCES];

/**
 * The exact Deno flags of the service (SE3, OP6): the listener and the configured engines on the
 * network, the data folder on the disk, the engines' programs, the documented settings. There is
 * no FFI, and of the system only the free space of a disk. A box that is shared in its network
 * also has to know what it is called there, and to read the practice's certificate.
 *
 * `--cached-only` is a permission too: without it a dynamic import fetches any remote or npm
 * module whatever `--allow-net` says. Nothing may ask (`--no-prompt`), as nobody would answer.
 */
export function servePermissions(site: ServeSite): string[] {
  const { LAN_SHARE, TLS_CERT, TLS_KEY } = site.config;
  const reads = [
    site.dataFolder,
    ...READ_OF_PROJECT.map((name) => join(site.projectFolder, name)),
    ...[TLS_CERT, TLS_KEY].filter((path) => path !== ""),
  ];
  const flags = [
    "--no-prompt",
    "--cached-only",
    `--allow-net=${networkTargets(site.config).join(",")}`,
    `--allow-read=${reads.join(",")}`,
    `--allow-write=${site.dataFolder}`,
    `--deny-write=${site.enginesFolder}`,
    `--allow-env=${SETTING_NAMES.join(",")}`,
    `--allow-sys=statfs${LAN_SHARE ? ",hostname,networkInterfaces" : ""}`,
  ];
  // An empty list would allow every program there is.
  if (site.executables.length > 0) flags.push(`--allow-run=${site.executables.join(",")}`);
  return flags;
}

function networkTargets(config: ServeSite["config"]): string[] {
  return [
    ...new Set([
      `${hostInFlag(config.HOST)}:${config.PORT}`,
      ...(config.LAN_SHARE ? [INNER_HOST] : []),
      ...engineAddresses(config).map(targetOf),
    ]),
  ];
}

function targetOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

/** IPv6 addresses stand in brackets before a port. */
function hostInFlag(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Deno splits lists of paths at commas and knows no escape, so a folder with a comma in its name
 * would silently permit something else. Null when all is well, else a sentence.
 */
export function unpermittableFolder(...folders: string[]): string | null {
  const bad = folders.find((folder) => folder.includes(","));
  return bad === undefined
    ? null
    : `Cannot start with the folder "${bad}": its path holds a comma. Rename it, or set DATA_DIR ` +
      "to another folder.";
}
