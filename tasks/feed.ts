/**
 * A headless live page: `deno task feed FILE.wav [--url URL] [--taps "t=12.5:invitation,…"]
 * [--speakers N] [--pace N|max] [--echo LEVEL] [--json]`, or `--text FILE` for typed lines. Without
 * `--url` it feeds a service of its own, which is gone afterwards. Exit code 1 on any failure.
 */
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "@/lib/clock.ts";
import { SAMPLE_RATE_HZ, samplesToMs } from "@/lib/audio/units.ts";
import { openBox } from "@/lib/feed/box.ts";
import { eventWords, resultWords } from "@/lib/feed/event_words.ts";
import {
  feedConsultation,
  type FeedOptions,
  type FeedSource,
} from "@/lib/feed/feed_consultation.ts";
import { type FeedFailure, feedFailure } from "@/lib/feed/feed_failure.ts";
import type { FeedOutcome } from "@/lib/feed/feed_result.ts";
import { MAX_PACE, type Pace } from "@/lib/feed/pacer.ts";
import { readSpeechWav } from "@/lib/feed/speech_wav.ts";
import { parseTaps } from "@/lib/feed/taps.ts";
import { parseTypedLines } from "@/lib/feed/typed_lines.ts";
import { randomId } from "@/lib/page/random_id.ts";
import { readEnvironment } from "./environment.ts";
import { withTemporaryBox } from "./temporary_box.ts";

const PROJECT_FOLDER = resolve(import.meta.dirname ?? ".", "..");

const USAGE = 'Usage: deno task feed FILE.wav [--url URL] [--taps "t=12.5:invitation,…"] ' +
  "[--speakers N] [--pace N|max] [--echo LEVEL] [--json], or --text FILE instead of FILE.wav";

const OPTIONS = {
  url: { type: "string" },
  taps: { type: "string", default: "" },
  speakers: { type: "string" },
  pace: { type: "string", default: "1" },
  echo: { type: "string" },
  text: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];
type Wishes = Pick<
  FeedOptions,
  "source" | "taps" | "pace" | "speakers" | "echoLevel" | "reference"
>;

class Refusal extends Error {}

function refuse(failure: FeedFailure): never {
  throw new Refusal(failure.words);
}

async function wishes(): Promise<{ wishes: Wishes; url: string | undefined; json: boolean }> {
  const { values, positionals } = parsed();
  const file = values.text ?? positionals[0];
  if (file === undefined || positionals.length > (values.text === undefined ? 1 : 0)) {
    throw new Refusal(USAGE);
  }
  const source = await sourceOf(file, values.text !== undefined);
  if (source.kind === "text" && values.taps !== "") {
    throw new Refusal("Cannot tap while typing: taps are timed by the sound.");
  }
  const endMs = source.kind === "text" ? 0 : samplesToMs(source.pcm.length);
  const taps = parseTaps(values.taps, endMs);
  if (!taps.ok) refuse(taps);
  return {
    url: values.url,
    json: values.json,
    wishes: {
      source,
      taps: taps.taps,
      pace: paceOf(values.pace),
      speakers: values.speakers === undefined ? null : count(values.speakers),
      echoLevel: values.echo === undefined ? null : level(values.echo),
      reference: `Feed of ${basename(file)}`,
    },
  };
}

function parsed(): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: Deno.args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : ""}\n${USAGE}`);
  }
}

async function sourceOf(file: string, isText: boolean): Promise<FeedSource> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(file);
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : "it is unreadable";
    throw new Refusal(`Cannot read "${file}": ${why}.`);
  }
  if (isText) {
    const typed = parseTypedLines(new TextDecoder().decode(bytes));
    if (!typed.ok) refuse(typed);
    return { kind: "text", lines: typed.lines };
  }
  const sound = readSpeechWav(bytes);
  if (!sound.ok) refuse(feedFailure(sound.code, `"${file}": ${sound.words}`));
  if (sound.sampleRateHz !== SAMPLE_RATE_HZ) {
    console.error(
      `Note: "${file}" has ${sound.sampleRateHz} Hz and is fed as ${SAMPLE_RATE_HZ} Hz.`,
    );
  }
  return { kind: "sound", pcm: sound.pcm };
}

function paceOf(text: string): Pace {
  if (text === "max") return "max";
  const pace = Number(text);
  if (pace > 0 && pace <= MAX_PACE) return pace;
  throw new Refusal(`Cannot feed at pace "${text}": it takes max or a number up to ${MAX_PACE}.`);
}

function count(text: string): number {
  if (/^[1-8]$/.test(text)) return Number(text);
  throw new Refusal(`Cannot say that "${text}" people spoke: it takes 1 to 8.`);
}

function level(text: string): number {
  const number = Number(text);
  if (number > 0 && number <= 1) return number;
  throw new Refusal(`Cannot echo at level "${text}": it takes a number above 0, up to 1.`);
}

async function feed(url: string, chosen: Wishes, json: boolean): Promise<FeedOutcome> {
  const passphrase = readEnvironment(PROJECT_FOLDER).values.OWNER_PASSPHRASE ?? "";
  const opened = await openBox(url, passphrase);
  if (!opened.ok) return opened;
  return await feedConsultation({
    ...chosen,
    box: opened.box,
    clock: systemClock(),
    random: Math.random,
    newId: randomId,
    onEvent(event) {
      const line = json ? JSON.stringify(event) : eventWords(event);
      if (line !== null) console.log(line);
    },
  });
}

async function run(): Promise<number> {
  const { wishes: chosen, url, json } = await wishes();
  const { pace, source } = chosen;
  if (source.kind === "sound") {
    console.error(`Feeding ${samplesToMs(source.pcm.length) / 1000} s of sound at pace ${pace}.`);
  }
  const outcome = url !== undefined ? await feed(url, chosen, json) : await withTemporaryBox(
    (box) => feed(box.url, chosen, json),
    (words): FeedOutcome => feedFailure("unreachable", words),
  );
  if (!outcome.ok) refuse(outcome);
  const { result } = outcome;
  for (const line of json ? [JSON.stringify(result)] : resultWords(result)) console.log(line);
  return 0;
}

if (import.meta.main) {
  try {
    Deno.exit(await run());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}
