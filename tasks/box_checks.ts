import { join } from "node:path";
import type { Config } from "@/lib/config.ts";
import { privateFolder } from "@/lib/record/private_files.ts";
import { ownAddress } from "@/lib/web/page_addresses.ts";
import { freeBytes } from "@/lib/web/free_bytes.ts";
import { LOW_DISK_BYTES } from "@/lib/web/health.ts";

/** What one look at the box found; `words` of a fault or advice end with what to do. */
export interface Finding {
  readonly subject: string;
  /** `fault`: Alba cannot work until it is mended. `advice`: it works, but with less. */
  readonly state: "ok" | "advice" | "fault";
  readonly words: string;
}

/** How long a program on our port has to say whether it is Alba; it is on this machine. */
const ANSWER_TIMEOUT_MS = 1_500;

/** Where a browser on this machine opens the page. */
export function pageUrl(
  { HOST: host, LAN_SHARE, PORT: port }: Pick<Config, "HOST" | "LAN_SHARE" | "PORT">,
): string {
  return ownAddress({ scheme: LAN_SHARE ? "https" : "http", host, port }).replace(/\/$/, "");
}

/** Makes the data folder private and writes into it once; a full or read-only disk shows here. */
export function checkDataFolder(dataFolder: string): Finding {
  const subject = "Data folder";
  const probe = join(dataFolder, ".write-check");
  try {
    privateFolder(dataFolder);
    Deno.writeTextFileSync(probe, "x", { mode: 0o600 });
    Deno.removeSync(probe);
    return { subject, state: "ok", words: `"${dataFolder}" is private and can be written.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : "the system refuses";
    return {
      subject,
      state: "fault",
      words: `Cannot write into the data folder "${dataFolder}": ${why}. ` +
        "Give this user the right to write there, or set DATA_DIR to another folder.",
    };
  }
}

/** Free space for recordings: an hour of consultation is about 115 MB. */
export function checkDisk(dataFolder: string): Finding {
  const subject = "Disk";
  const free = freeBytes(dataFolder);
  if (free === null) {
    return { subject, state: "advice", words: "Cannot tell how much space is free." };
  }
  const gigabytes = `${(free / 1e9).toFixed(1)} GB`;
  if (free < LOW_DISK_BYTES) {
    return {
      subject,
      state: "fault",
      words: `Only ${gigabytes} are free: a recording would soon stop. Free some space.`,
    };
  }
  return { subject, state: "ok", words: `${gigabytes} are free.` };
}

/** Tries to listen where the service will. A port held by Alba itself is told apart. */
export async function checkPort(
  config: Pick<Config, "HOST" | "LAN_SHARE" | "PORT">,
): Promise<Finding> {
  const subject = "Address";
  const where = `${config.HOST}:${config.PORT}`;
  try {
    Deno.listen({ hostname: config.HOST, port: config.PORT }).close();
    return { subject, state: "ok", words: `${where} is free.` };
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) {
      const why = error instanceof Error ? error.message : "the system refuses";
      return {
        subject,
        state: "fault",
        words: `Cannot listen on ${where}: ${why}. Set HOST to an address of this machine, such ` +
          "as 127.0.0.1, and PORT to a number above 1023.",
      };
    }
  }
  if (await isAlba(pageUrl({ ...config, LAN_SHARE: false }))) {
    return { subject, state: "advice", words: `Alba is already running: open ${pageUrl(config)}` };
  }
  return {
    subject,
    state: "fault",
    words: `Cannot listen on ${where}: another program uses this port. Stop it, or set PORT to ` +
      `another number, such as ${config.PORT + 1}.`,
  };
}

/** Asked without encryption: a shared box, too, answers that in a way of its own. */
async function isAlba(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, {
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    if (response.headers.get("x-alba-refusal") === "use_https") {
      await response.body?.cancel();
      return true;
    }
    return "live_rooms" in await response.json();
  } catch {
    return false;
  }
}
