import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import type { CommittedSpeech, HeardWord } from "@/lib/engines/ports.ts";
import { hasDoubtfulFact } from "@/lib/engines/transcriber/doubtful_fact.ts";
import { placed } from "@/lib/engines/transcriber/guards.ts";
import { endsSentence, textOf } from "@/lib/engines/transcriber/hypothesis.ts";
import {
  PHRASE_END_SILENCE,
  POST_ROLL,
  PRE_ROLL,
  SENTENCE_END_SILENCE,
  UNHEARD_SPEECH,
} from "@/lib/engines/transcriber/policy.ts";
import type { Span } from "@/lib/engines/transcriber/speech_map.ts";
import { type PassWindow, passWindow } from "@/lib/consultation/finalise/pass_window.ts";
import { readWindow, type WindowReader } from "@/lib/consultation/finalise/read_window.ts";
import { unheardSpeech } from "@/lib/consultation/unheard_speech.ts";

/** A line this long is cut at its next word, so that a page can show and play it. */
const LONGEST_LINE: Samples = msToSamples(20_000);

export type PassEnd = "done" | "engine_absent" | "cancelled";

export interface PassOptions extends WindowReader {
  readonly excluded: readonly Span[];
  readonly from: Samples;
  /** Asked before each window, as a consultation may have begun in the meantime. */
  readonly longestWindow: () => Samples;
  /** Lines of one window, in order; everything before `through` is decided. */
  readonly onLines: (lines: readonly CommittedSpeech[], through: Samples) => void;
  /** A stretch that breaks the engine. */
  readonly onGivenUp: (span: Span) => void;
}

/**
 * Reads the whole recording again, in long windows with the widest beam, behind every live decode.
 * Speech that a window's answer left out is asked for once more by itself. Goes on from `from`, so
 * that a crash costs one window.
 */
export async function transcribeRecording(options: PassOptions): Promise<PassEnd> {
  const { source, speech, signal, onLines, onGivenUp } = options;
  for (let from = options.from;;) {
    if (signal.aborted) return "cancelled";
    const window = passWindow(speech, from, source.length, options.longestWindow());
    if (window === null) return "done";
    const outcome = await readWindow(options, window);
    switch (outcome.kind) {
      case "engine_absent":
      case "cancelled":
        return outcome.kind;
      case "given_up":
        onGivenUp(window);
        onLines([], window.end);
        from = window.end;
        continue;
      case "words": {
        const heard = placed(outcome.words, from, window.end, options.excluded)
          .filter((word) => word.start < window.keepUntil);
        const through = decided(window, heard, speech);
        const mended = await mend(options, { start: from, end: through }, heard);
        onLines(linesOf(mended), through);
        from = through;
      }
    }
  }
}

/** How far a window's answer reaches: Whisper may stop long before its window ends. */
function decided(
  window: PassWindow,
  heard: readonly HeardWord[],
  speech: readonly Span[],
): Samples {
  const last = heard.at(-1);
  if (last === undefined) return window.keepUntil;
  const voiced = speech.findLast((span) => span.start < window.end)?.end ?? window.end;
  const unheard = Math.min(voiced, window.end) - last.end;
  const cut = window.keepUntil < window.end;
  return cut || unheard > UNHEARD_SPEECH ? last.end : window.end;
}

/** Asks again for each stretch of speech between the words that no word covers. */
async function mend(
  options: PassOptions,
  within: Span,
  heard: readonly HeardWord[],
): Promise<readonly HeardWord[]> {
  const speech = options.speech.flatMap((span) => {
    const start = Math.max(span.start, within.start);
    const end = Math.min(span.end, within.end);
    return end > start ? [{ start: samples(start), end: samples(end) }] : [];
  });
  const found: HeardWord[] = [...heard];
  for (const hole of unheardSpeech(speech, heard)) {
    const before = heard.findLast((word) => word.start < hole.start)?.end ?? within.start;
    const next = heard.find((word) => word.start >= hole.start)?.start ?? within.end;
    const outcome = await readWindow(options, {
      start: samples(Math.max(before, hole.start - PRE_ROLL)),
      end: samples(Math.min(next, hole.end + POST_ROLL)),
    });
    if (outcome.kind !== "words") continue;
    found.push(...placed(outcome.words, before, next, options.excluded));
  }
  return found.sort((one, other) => one.start - other.start);
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
