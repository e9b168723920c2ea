/**
 * Time to the first byte of each page, of the real service in a process of its own, on a record
 * with a hundred consultations: `deno run -A bench/pages.ts`. The target is 15 ms at p95.
 */
import { systemClock } from "@/lib/clock.ts";
import { openBox } from "@/lib/feed/box.ts";
import { feedConsultation } from "@/lib/feed/feed_consultation.ts";
import { randomId } from "@/lib/page/random_id.ts";
import { type TemporaryBox, withTemporaryBox } from "../tasks/temporary_box.ts";
import { percentile, rounded } from "./percentile.ts";

const CONSULTATIONS = 100;
const LINES = 40;
const REQUESTS = 200;

/** The first requests compile what the later ones run; the second opening of a page counts. */
const WARM_UP = 20;

const TARGET_MS = 15;

export interface PageTimes {
  readonly path: string;
  readonly status: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  /** p95 as a multiple of `/healthz`, the cheapest answer of the same run. */
  readonly p95_to_healthz: number;
  readonly within_target: boolean;
}

export async function measurePages(): Promise<PageTimes[]> {
  return await withTemporaryBox(measure, (words) => {
    throw new Error(words);
  });
}

async function measure({ url }: TemporaryBox): Promise<PageTimes[]> {
  let finished = "";
  for (let count = 0; count < CONSULTATIONS; count++) {
    finished = await typedConsultation(url, count);
  }
  const visitor = await visit(url);
  const live = await liveConsultation(visitor);
  const paths: Record<string, string> = {
    "/healthz": "/healthz",
    "/": "/",
    "/?q=knee": "/?q=knee",
    "/consultations/LIVE": `/consultations/${live}`,
    "/consultations/FINISHED": `/consultations/${finished}`,
    "/sound-check": "/sound-check",
    "/settings": "/settings",
    "/help": "/help",
    "/not-there": "/not-there",
  };
  const measured: Omit<PageTimes, "p95_to_healthz">[] = [];
  for (const [name, path] of Object.entries(paths)) {
    measured.push(await timesOf(visitor, name, path));
  }
  const cheapest = measured[0]?.p95_ms ?? 1;
  return measured.map((times) => ({
    ...times,
    p95_to_healthz: rounded(times.p95_ms / cheapest),
  }));
}

async function typedConsultation(url: string, number: number): Promise<string> {
  const opened = await openBox(url, "");
  if (!opened.ok) throw new Error(opened.words);
  // Only every tenth has a long transcript: typing is limited to twenty lines a second.
  const lines = Array.from({ length: number % 10 === 9 ? LINES : 1 }, (_, index) => ({
    text: `Line ${index} of consultation ${number}: my knee has hurt for ${index + 2} days.`,
  }));
  const outcome = await feedConsultation({
    box: opened.box,
    clock: systemClock(),
    random: Math.random,
    newId: randomId,
    source: { kind: "text", lines },
    taps: [],
    pace: "max",
    speakers: null,
    echoLevel: null,
    reference: `Bench ${number}`,
    onEvent: () => {},
  });
  if (!outcome.ok) throw new Error(outcome.words);
  return outcome.result.consultation;
}

interface Visitor {
  readonly origin: string;
  readonly cookie: string;
}

async function visit(url: string): Promise<Visitor> {
  const { origin } = new URL(url);
  const response = await fetch(origin);
  await response.body?.cancel();
  return { origin, cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

async function liveConsultation({ cookie, origin }: Visitor): Promise<string> {
  const response = await fetch(`${origin}/consultations`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin },
    body: new URLSearchParams({ reference: "Live" }),
  });
  await response.body?.cancel();
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}

async function timesOf({ cookie, origin }: Visitor, name: string, path: string) {
  const times: number[] = [];
  let status = 0;
  for (let count = 0; count < WARM_UP + REQUESTS; count++) {
    const start = performance.now();
    const response = await fetch(origin + path, { headers: { cookie }, redirect: "manual" });
    if (count >= WARM_UP) times.push(performance.now() - start);
    status = response.status;
    await response.arrayBuffer();
  }
  const p95_ms = percentile(times, 95);
  return {
    path: name,
    status,
    p50_ms: percentile(times, 50),
    p95_ms,
    within_target: p95_ms <= TARGET_MS,
  };
}

if (import.meta.main) console.log(JSON.stringify(await measurePages()));
