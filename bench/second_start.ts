/**
 * How soon a box that was started before answers again (OP1: under two seconds), from typing the
 * command to its first page: `deno run -A bench/second_start.ts`.
 */
import { percentile, rounded } from "./percentile.ts";

const STARTS = 5;
const TARGET_MS = 2_000;
const READY = /Alba is ready: (http:\/\/\S+)/;

export interface StartFigures {
  /** With the build that the files need at that moment; engines are left out. */
  readonly first_ms: number;
  readonly second_p50_ms: number;
  readonly second_worst_ms: number;
  readonly within_target: boolean;
}

export async function measureStart(): Promise<StartFigures> {
  const dataDir = await Deno.makeTempDir({ prefix: "alba-start-" });
  try {
    const first = await startOnce(dataDir);
    const later: number[] = [];
    for (let count = 0; count < STARTS; count++) later.push(await startOnce(dataDir));
    const worst = percentile(later, 100);
    return {
      first_ms: rounded(first),
      second_p50_ms: percentile(later, 50),
      second_worst_ms: worst,
      within_target: worst < TARGET_MS,
    };
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const start = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "start", "--no-engines"],
    cwd: new URL("../", import.meta.url),
    env: { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: String(freePort()), NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let tookMs: number | null = null;
  let said = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk;
    const url = READY.exec(said)?.[1];
    if (url === undefined || tookMs !== null) continue;
    const home = await fetch(url);
    await home.arrayBuffer();
    tookMs = performance.now() - start;
    child.kill("SIGTERM");
  }
  await child.status;
  if (tookMs === null) throw new Error(`Cannot measure: the service did not start: ${said}`);
  return tookMs;
}

/** The start asks whether its port is free, so that any free port (0) will not do. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

if (import.meta.main) console.log(JSON.stringify(await measureStart()));
