import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import { comparable, type Hypothesis } from "@/lib/engines/transcriber/hypothesis.ts";
import type { Span } from "@/lib/engines/transcriber/speech_map.ts";
import { isMedicine } from "@/lib/text/medical_terms.ts";

/** Whisper's word times err by about this much; a word further from all speech was not said. */
const WORD_TIME_ERROR: Samples = msToSamples(200);

/** Two words cannot share their time; the shortest word is given this much. */
const SHORTEST_WORD: Samples = msToSamples(20);

/**
 * Where Whisper stops early it stretches its last word over what it left out. No word takes longer
 * than this; one that claims to is given the time that its letters take.
 */
const LONGEST_WORD: Samples = msToSamples(1_200);
const LETTER: Samples = msToSamples(70);

/** Voiced audio without a word, inside a window, from which on the decode has skipped something. */
const SKIPPED_SPEECH: Samples = msToSamples(1_000);

/** A loop without spaces arrives as one word of hundreds of letters; no English word is so long. */
const MOST_LETTERS = 60;

/** A cut word's time may end just short of the muted window that cut it: two detection windows. */
const MUTE_MARGIN: Samples = msToSamples(64);

/** Whisper's own thresholds (OpenAI's reference decoder). */
const NO_SPEECH_PROBABILITY = 0.6;
const GUESSING_LOG_PROBABILITY = -1;
const LOOPING_COMPRESSION = 2.4;

/** The quickest speakers say about 7 words a second; a claim far above has no sound behind it. */
const MOST_WORDS_PER_S = 9;

/** A word or phrase said three times may be meant, four times in a row is a decoder's loop. */
const MOST_REPEATS = 3;
const LONGEST_LOOP_WORDS = 8;

/** Closing words of films, which Whisper learned to write where there is no speech. */
const SUBTITLE_PHRASES: readonly string[] = [
  "thank you for watching",
  "thanks for watching",
  "thank you so much for watching",
  "please subscribe",
  "subscribe to my channel",
  "like and subscribe",
  "subtitles by the amara org community",
  "see you in the next video",
  "transcription by castingwords",
];

/**
 * A sentence of the prompt said again in place of what was spoken has words that the audio gives no
 * probability at all (0.00 to 0.05 measured); a misheard word stands alone, such a sentence does not.
 */
const UNHEARD_PROBABILITY = 0.15;
const UNHEARD_WORDS = 3;

/**
 * A medicine that the prompt put there and nobody said: "it went up" became "codeine went up" with
 * 0.01. Those that were said, and that Whisper spelt only because of the prompt, had 0.20 or more.
 */
const UNHEARD_MEDICINE_PROBABILITY = 0.1;

/** True where a decode is better repeated, carefully and without a prompt, than believed. */
export function isSuspicious(hypothesis: Hypothesis): boolean {
  return hypothesis.compression > LOOPING_COMPRESSION ||
    hypothesis.meanLogProbability < GUESSING_LOG_PROBABILITY ||
    hasUnheardRun(hypothesis.words) || hasUnheardMedicine(hypothesis.words);
}

function hasUnheardMedicine(words: readonly HeardWord[]): boolean {
  return words.some((word) =>
    word.probability < UNHEARD_MEDICINE_PROBABILITY && isMedicine(word.text)
  );
}

function hasUnheardRun(words: readonly HeardWord[]): boolean {
  let run = 0;
  return words.some((word) => {
    run = word.probability < UNHEARD_PROBABILITY ? run + 1 : 0;
    return run >= UNHEARD_WORDS;
  });
}

/**
 * The words of a decode that have speech behind them, their times drawn into that speech. Words said
 * before and after may still overlap; `placed` settles that.
 */
export function believed(hypothesis: Hypothesis, speech: readonly Span[]): HeardWord[] {
  const { noSpeech, meanLogProbability } = hypothesis;
  if (noSpeech > NO_SPEECH_PROBABILITY && meanLogProbability < GUESSING_LOG_PROBABILITY) return [];
  const heard = withoutLoops(hypothesis.words.filter((word) => word.text.length <= MOST_LETTERS));
  if (isSubtitlePhrase(heard)) return [];
  const voiced = heard.flatMap((word) => insideSpeech(word, speech) ?? []);
  return withinSpeakingRate(voiced, speech);
}

/**
 * The words in their final order: each after the one before, none before `after`, none beyond `end`,
 * none in or at the edge of a muted window (TR5). A word for which no time is left is dropped.
 */
export function placed(
  words: readonly HeardWord[],
  after: Samples,
  end: Samples,
  muted: readonly Span[],
): HeardWord[] {
  const ordered: HeardWord[] = [];
  let from: number = after;
  for (const [index, word] of words.entries()) {
    const latest = end - (words.length - index - 1) * SHORTEST_WORD;
    const start = Math.max(from, Math.min(word.start, latest - SHORTEST_WORD));
    const stop = Math.min(latest, Math.max(word.end, start + SHORTEST_WORD));
    if (stop <= start) continue;
    ordered.push({ ...word, start: samples(start), end: samples(stop) });
    from = stop;
  }
  return ordered.filter((word) => !touchesMute(word, muted));
}

/** The word cut down to the speech span it shares most time with; null where it shares none. */
function insideSpeech(word: HeardWord, speech: readonly Span[]): HeardWord | null {
  const stretched = word.end - word.start > LONGEST_WORD;
  const shown = stretched ? word.start + word.text.length * LETTER : word.end;
  const wordEnd = Math.max(shown, word.start + SHORTEST_WORD);
  let best: HeardWord | null = null;
  for (const span of speech) {
    const start = Math.max(word.start, span.start - WORD_TIME_ERROR);
    const end = Math.min(wordEnd, span.end + WORD_TIME_ERROR);
    if (end <= start || (best !== null && end - start <= best.end - best.start)) continue;
    best = { ...word, start: samples(Math.max(0, start)), end: samples(end) };
  }
  return best;
}

/** True where more than a second of speech lies between two words: the decode has left it out. */
export function hasGap(words: readonly HeardWord[], speech: readonly Span[]): boolean {
  return words.slice(1).some((word, index) => {
    const before = words[index]?.end ?? word.start;
    const voiced = speech.reduce((sum, span) => {
      return sum + Math.max(0, Math.min(span.end, word.start) - Math.max(span.start, before));
    }, 0);
    return voiced > SKIPPED_SPEECH;
  });
}

function touchesMute(word: HeardWord, muted: readonly Span[]): boolean {
  return muted.some((span) =>
    word.start < span.end + MUTE_MARGIN && word.end > span.start - MUTE_MARGIN
  );
}

function isSubtitlePhrase(words: readonly HeardWord[]): boolean {
  const text = words.map((word) => comparable(word.text)).join(" ");
  return SUBTITLE_PHRASES.includes(text);
}

/** Keeps the first `MOST_REPEATS` rounds of a loop and drops the others. */
function withoutLoops(words: readonly HeardWord[]): HeardWord[] {
  let kept = [...words];
  for (let size = 1; size <= LONGEST_LOOP_WORDS; size++) {
    const result: HeardWord[] = [];
    let rounds = 1;
    for (let at = 0; at < kept.length;) {
      const next = kept.slice(at, at + size);
      const before = result.slice(-size);
      const again = next.length === size && before.length === size &&
        next.every((word, index) =>
          comparable(word.text) === comparable(before[index]?.text ?? "")
        );
      rounds = again ? rounds + 1 : 1;
      if (again && rounds > MOST_REPEATS) at += size;
      else if (again) {
        result.push(...next);
        at += size;
      } else {
        result.push(...kept.slice(at, at + 1));
        at += 1;
      }
    }
    kept = result;
  }
  return kept;
}

/** Drops the last words where there are more than the voiced time can hold. */
function withinSpeakingRate(words: readonly HeardWord[], speech: readonly Span[]): HeardWord[] {
  const voiced = speech.reduce((sum, span) => sum + span.end - span.start, 0);
  const most = Math.ceil(voiced / msToSamples(1_000) * MOST_WORDS_PER_S) + 1;
  return words.slice(0, most);
}
