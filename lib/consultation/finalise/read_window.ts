import { samples } from "@/lib/audio/units.ts";
import type { Clock } from "@/lib/clock.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import type { DecodedWindow, TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import { believed, hasGap, isSuspicious } from "@/lib/engines/transcriber/guards.ts";
import type { Hypothesis } from "@/lib/engines/transcriber/hypothesis.ts";
import type { Span } from "@/lib/engines/transcriber/speech_map.ts";
import type { RecordingSource } from "@/lib/consultation/finalise/recording_source.ts";

/** Live consultations come first, so a window may wait long; after this nobody is working on it. */
const WINDOW_PATIENCE_MS = 15 * 60_000;

/** An engine that is not there for this long after Stop will not come: the live text stays. */
const ENGINE_PATIENCE_MS = 120_000;

/** A window that breaks the engine this often is left out. */
const MOST_TRIES = 3;

export interface WindowReader {
  readonly source: RecordingSource;
  /** From `speechIn`. */
  readonly speech: readonly Span[];
  readonly backend: TranscriberBackend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type WindowOutcome =
  | { readonly kind: "words"; readonly words: readonly HeardWord[] }
  /** The window breaks the engine. */
  | { readonly kind: "given_up" }
  | { readonly kind: "engine_absent" }
  | { readonly kind: "cancelled" };

/** Decodes one stretch behind every live decode; a doubtful answer is asked for again, carefully. */
export async function readWindow(reader: WindowReader, window: Span): Promise<WindowOutcome> {
  const { backend, clock, signal, source, speech } = reader;
  const pcm = await source.read(window.start, window.end);
  const inside = speech.filter((span) => span.end > window.start && span.start < window.end);
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  const cancelTimer = clock.after(WINDOW_PATIENCE_MS, giveUp);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    let quality: "background" | "background_careful" = "background";
    for (let failures = 0; failures < MOST_TRIES;) {
      if (!await backend.whenReady(ENGINE_PATIENCE_MS)) return ended(signal);
      const outcome = await backend.decoder.decode({ pcm, quality }, patience.signal);
      if (patience.signal.aborted) return ended(signal);
      if (!outcome.ok) {
        failures += outcome.blamed ? 1 : 0;
        continue;
      }
      const hypothesis = inRecording(outcome.window, window);
      const words = believed(hypothesis, inside);
      const doubtful = isSuspicious(hypothesis) || hasGap(words, inside);
      if (!doubtful || quality === "background_careful") return { kind: "words", words };
      quality = "background_careful";
    }
    return { kind: "given_up" };
  } finally {
    cancelTimer();
    signal.removeEventListener("abort", giveUp);
  }
}

function ended(signal: AbortSignal): WindowOutcome {
  return { kind: signal.aborted ? "cancelled" : "engine_absent" };
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
