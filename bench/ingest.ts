/**
 * Sixteen rooms that record at once, without an engine: what a box pays for the sound itself.
 * `deno run -A bench/ingest.ts`. First in real time, then as fast as the service's limit allows.
 */
import { FRAME_SAMPLES, samplesToMs } from "@/lib/audio/units.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { PROTOCOL_VERSION } from "@/lib/protocol/shared.ts";
import { MAX_PACE } from "@/lib/feed/pacer.ts";
import { openSocket, visitCookie } from "./bare_page.ts";
import { rounded } from "./percentile.ts";

const ROOMS = 16;
const SECONDS = 10;
const FRAME_MS = samplesToMs(FRAME_SAMPLES);

export interface IngestFigures {
  /** Times real time. */
  readonly pace: number;
  readonly frames_per_s: number;
  /** Of one core. */
  readonly cpu_share: number;
  readonly loop_delay_p50_ms: number;
  readonly loop_delay_p99_ms: number;
  readonly loop_delay_max_ms: number;
  readonly rss_mib: number;
  readonly gaps: number;
}

interface Place {
  readonly room: string;
  readonly consultation: string;
}

interface ChildFigures extends Omit<IngestFigures, "pace" | "frames_per_s"> {
  readonly samples: number;
}

export async function measureIngest(): Promise<IngestFigures[]> {
  const dataDir = await Deno.makeTempDir({ prefix: "alba-ingest-" });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "bench/sixteen_rooms.ts", dataDir, String(ROOMS)],
    cwd: new URL("../", import.meta.url),
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  const lines = jsonLines(child.stdout);
  try {
    const { origin, places } = await next<{ origin: string; places: Place[] }>(lines);
    const cookie = await visitCookie(origin);
    const pages = await Promise.all(places.map((place) => joined(origin, cookie, place)));
    const ask = async () => {
      await input.write(new TextEncoder().encode("\n"));
      return await next<ChildFigures>(lines);
    };
    const results: IngestFigures[] = [];
    let before = await ask();
    let sent = 0;
    for (const pace of [1, rounded(0.9 * MAX_PACE)]) {
      await send(pages, sent, pace);
      sent += framesAt(pace);
      const after = await ask();
      const { samples, ...figures } = after;
      const frames_per_s = rounded((samples - before.samples) / FRAME_SAMPLES / SECONDS);
      results.push({ pace, frames_per_s, ...figures });
      before = after;
    }
    for (const page of pages) page.close();
    return results;
  } finally {
    await input.close();
    await child.status;
    await Deno.remove(dataDir, { recursive: true });
  }
}

function framesAt(pace: number): number {
  return Math.round(SECONDS * 1000 * pace / FRAME_MS);
}

async function joined(origin: string, cookie: string, place: Place): Promise<WebSocket> {
  const page = openSocket(`${origin}/consultations/${place.consultation}/socket`, origin, cookie);
  const snapshot = Promise.withResolvers<void>();
  page.onmessage = (event: MessageEvent<string>) => {
    if (event.data.includes('"type":"state"')) snapshot.resolve();
  };
  page.onclose = () => snapshot.reject(new Error("Cannot measure: the socket was closed"));
  page.onopen = () => {
    const { room } = place;
    page.send(JSON.stringify({ type: "hello", version: PROTOCOL_VERSION, room, client: room }));
  };
  await snapshot.promise;
  page.send(JSON.stringify({
    type: "capture",
    epoch: place.room,
    input_label: "",
    output_label: "",
    platform: "bench",
    constraints: { echo_cancellation: false, noise_suppression: false, auto_gain_control: false },
    local_voice: false,
    pace: "live",
  }));
  return page;
}

/** Each room sends its frames at their moments, the rooms spread over a frame's length. */
async function send(pages: readonly WebSocket[], from: number, pace: number): Promise<void> {
  const sound = Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => index * 37 % 9_000);
  const start = performance.now();
  const intervalMs = FRAME_MS / pace;
  await Promise.all(pages.map(async (page, index) => {
    for (let count = 0; count < framesAt(pace); count++) {
      const dueMs = start + (count + index / pages.length) * intervalMs;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      page.send(encodeFrame(from + count, sound));
    }
  }));
}

async function next<T>(lines: AsyncGenerator<string>): Promise<T> {
  const { done, value } = await lines.next();
  if (done) throw new Error("Cannot measure: the service has ended");
  return JSON.parse(value) as T;
}

async function* jsonLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) if (line.startsWith("{")) yield line;
  }
}

if (import.meta.main) console.log(JSON.stringify(await measureIngest()));
