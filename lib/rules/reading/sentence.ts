import { stem } from "@/lib/rules/reading/stem.ts";

/** What stands between a word and the one before it. */
export type Break = "none" | "comma" | "strong";

export interface Word {
  /** Lower case, apostrophes gone: "can't" is "cant". */
  readonly plain: string;
  readonly stem: string;
  /** UTF-16 offsets into the line, so that a quote is always the exact words. */
  readonly from: number;
  readonly to: number;
  readonly breakBefore: Break;
  /** "back's", "I've": a verb hides in the word, which tells a new clause from a list. */
  readonly contracted: boolean;
}

export interface Sentence {
  readonly words: readonly Word[];
  readonly from: number;
  readonly to: number;
  readonly endsWithQuestionMark: boolean;
}

/** Longest sentence read as one; a run-on transcript without any full stop is cut here. */
const LONGEST_SENTENCE_WORDS = 80;

const WORD =
  /[\p{L}\p{N}\p{M}]+(?:['\u2018\u2019\u02bc\uff07`.](?=[\p{L}\p{N}])[\p{L}\p{N}\p{M}]+)*/gu;
const APOSTROPHES = /['\u2018\u2019\u02bc\uff07`]/g;
const CONTRACTION = /['\u2018\u2019\u02bc\uff07`](?:s|m|re|ve|ll|d)$/i;

/** "breathing's" is stemmed as "breathing"; "it's", "that's" are words of their own in phrases. */
const POSSESSIVE = /^(?!that|what|there|here|where)\p{L}{4,}['\u2018\u2019\u02bc\uff07`]s$/iu;

/** A full stop inside a number ("38.5") belongs to the word; inside "e.g" it merely joins. */
function readWord(raw: string, from: number, breakBefore: Break): Word {
  const plain = raw.toLowerCase().replace(APOSTROPHES, "");
  return {
    plain,
    stem: stem(POSSESSIVE.test(raw) ? plain.slice(0, -1) : plain),
    from,
    to: from + raw.length,
    breakBefore,
    contracted: CONTRACTION.test(raw),
  };
}

/** "3.5" is one word, "blood.No" (an engine that forgot the space) is two sentences. */
function isOneWord(raw: string): boolean {
  return !raw.includes(".") || /^\d+(?:\.\d+)+$/.test(raw);
}

function rawWords(text: string): { raw: string; from: number }[] {
  const found: { raw: string; from: number }[] = [];
  for (const match of text.matchAll(WORD)) {
    if (isOneWord(match[0])) {
      found.push({ raw: match[0], from: match.index });
      continue;
    }
    let from = match.index;
    for (const part of match[0].split(".")) {
      found.push({ raw: part, from });
      from += part.length + 1;
    }
  }
  return found;
}

function breakIn(between: string): Break {
  if (/[;:()\[\]"“”…]|\s[-–—]+\s|—/.test(between)) return "strong";
  return between.includes(",") ? "comma" : "none";
}

/**
 * Splits a line into sentences of words. Sentences end at full stop, question mark, exclamation
 * mark and line end. Never throws; a line without letters or digits gives none.
 */
export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let current: Word[] = [];
  let end = 0;
  const close = (mark: string) => {
    const [first, last] = [current[0], current.at(-1)];
    if (first !== undefined && last !== undefined) {
      const to = Math.min(text.length, last.to + (/^[.?!…]/.test(mark) ? 1 : 0));
      sentences.push({
        words: current,
        from: first.from,
        to,
        endsWithQuestionMark: mark.includes("?"),
      });
    }
    current = [];
  };
  for (const { raw, from } of rawWords(text)) {
    const between = text.slice(end, from);
    if (/[.?!\n]/.test(between) || current.length >= LONGEST_SENTENCE_WORDS) close(between.trim());
    current.push(readWord(raw, from, current.length === 0 ? "none" : breakIn(between)));
    end = from + raw.length;
  }
  close(text.slice(end).trim());
  return sentences;
}
