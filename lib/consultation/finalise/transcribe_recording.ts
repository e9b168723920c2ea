import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import type { Clock } from "@/lib/clock.ts";
import type { CommittedSpeech, HeardWord } from "@/lib/engines/ports.ts";
import type { DecodedWindow, TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import { hasDoubtfulFact } from "@/lib/engines/transcriber/doubtful_fact.ts";
import { believed, hasGap, isSuspicious, placed } from "@/lib/engines/transcriber/guards.ts";
import { endsSentence, type Hypothesis, textOf } from "@/lib/engines/transcriber/hypothesis.ts";
import { PHRASE_END_SILENCE, SENTENCE_END_SILENCE } from "@/lib/engines/transcriber/policy.ts";
import type { Span } from "@/lib/engines/transcriber/speech_map.ts";
import { type PassWindow, passWindow } from "@/lib/consultation/finalise/pass_window.ts";
import type { RecordingSource } from "@/lib/consultation/finalise/recording_source.ts";

/** Live consultations come first, so a window may wait long; after this nobody is working on it. */
const WINDOW_PATIENCE_MS = 15 * 60_000;

/** An engine that is not there for this long after Stop will not come: the live text stays. */
const ENGINE_PATIENCE_MS = 120_000;

/** A window that breaks the engine this often is left out. */
const MOST_TRIES = 3;

/** A line this long is cut at its next word, so that a page can show and play it. */
const LONGEST_LINE: Samples = msToSamples(20_000);

export type PassEnd = "done" | "engine_absent" | "cancelled";

export interface PassOptions {
  readonly source: RecordingSource;
  /** From `speechIn`. */
  readonly speech: readonly Span[];
  readonly excluded: readonly Span[];
  readonly from: Samples;
  readonly backend: TranscriberBackend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Lines of one window, in order; everything before `through` is decided. */
  readonly onLines: (lines: readonly CommittedSpeech[], through: Samples) => void;
  /** A stretch that could not be read. */
  readonly onGivenUp: (span: Span) => void;
}

/**
 * Reads the whole recording again, in long windows with the widest beam, behind every live decode.
 * Goes on from `from`, so that a crash costs one window.
 */
export async function transcribeRecording(options: PassOptions): Promise<PassEnd> {
  const { source, speech, backend, clock, signal, excluded, onLines, onGivenUp } = options;
  let from = options.from;
  let after: Samples = from;
  for (;;) {
    if (signal.aborted) return "cancelled";
    const window = passWindow(speech, from, source.length);
    if (window === null) return "done";
    if (!await backend.whenReady(ENGINE_PATIENCE_MS)) {
      return signal.aborted ? "cancelled" : "engine_absent";
    }
    const read = await readWindow(window, source, backend, clock, signal, speech);
    if (read === null) return signal.aborted ? "cancelled" : "engine_absent";
    if (!read.ok) onGivenUp(window);
    const words = placed(read.words, after, window.end, excluded)
      .filter((word) => word.start < window.keepUntil);
    after = words.at(-1)?.end ?? after;
    // A cut window is read again from its last whole word; silence in it must not repeat it for ever.
    const cut = window.keepUntil < window.end;
    const decided = words.at(-1)?.end ?? window.keepUntil;
    from = samples(cut ? Math.max(decided, from + 1) : window.end);
    onLines(linesOf(words), from);
  }
}

type Read = { readonly ok: boolean; readonly words: readonly HeardWord[] };

/** Null when the engine did not answer in time. */
async function readWindow(
  window: PassWindow,
  source: RecordingSource,
  backend: TranscriberBackend,
  clock: Clock,
  signal: AbortSignal,
  speech: readonly Span[],
): Promise<Read | null> {
  const pcm = source.read(window.start, window.end);
  const inside = speech.filter((span) => span.end > window.start && span.start < window.end);
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  const cancelTimer = clock.after(WINDOW_PATIENCE_MS, giveUp);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    let quality: "background" | "background_careful" = "background";
    for (let failures = 0; failures < MOST_TRIES;) {
      const outcome = await backend.decoder.decode({ pcm, quality }, patience.signal);
      if (patience.signal.aborted) return null;
      if (!outcome.ok) {
        failures += outcome.blamed ? 1 : 0;
        if (!outcome.blamed && !await backend.whenReady(ENGINE_PATIENCE_MS)) return null;
        continue;
      }
      const hypothesis = inRecording(outcome.window, window);
      const words = believed(hypothesis, inside);
      const doubtful = isSuspicious(hypothesis) || hasGap(words, inside);
      if (!doubtful || quality === "background_careful") return { ok: true, words };
      quality = "background_careful";
    }
    return { ok: false, words: [] };
  } finally {
    cancelTimer();
    signal.removeEventListener("abort", giveUp);
  }
}

function inRecording(decoded: DecodedWindow, { start, end }: Span): Hypothesis {
  const inside = (offset: number) =>
    samples(Math.round(Math.max(start, Math.min(end, start + offset))));
  const { noSpeech, meanLogProbability, compression } = decoded;
  const words = decoded.words.map((word) => ({
    text: word.text,
    start: inside(word.start),
    end: inside(word.end),
    probability: word.probability,
  }));
  return { start, end, words, noSpeech, meanLogProbability, compression };
}

/** Words as lines, cut where a phrase or a sentence ends as live ears would. */
export function linesOf(words: readonly HeardWord[]): CommittedSpeech[] {
  const lines: HeardWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const before = line?.at(-1);
    const begun = line?.[0];
    if (line === undefined || before === undefined || begun === undefined) {
      lines.push([word]);
      continue;
    }
    const pause = word.start - before.end;
    const ended = pause >= PHRASE_END_SILENCE || word.end - begun.start > LONGEST_LINE ||
      (pause >= SENTENCE_END_SILENCE && endsSentence([before]));
    if (ended) lines.push([word]);
    else line.push(word);
  }
  return lines.map((line) => ({
    start: line[0]?.start ?? samples(0),
    end: line.at(-1)?.end ?? samples(0),
    text: textOf(line),
    words: line,
    lowConfidence: hasDoubtfulFact(line),
  }));
}
