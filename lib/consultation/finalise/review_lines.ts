import type { SpokenCell } from "@/lib/engines/speakers/speaker_path.ts";
import { hasDoubtfulFact } from "@/lib/engines/transcriber/doubtful_fact.ts";
import { textOf } from "@/lib/engines/transcriber/hypothesis.ts";
import type { Role, SegmentWord, TranscriptSegment } from "@/lib/record/segment_store.ts";
import type { NewTurn, TranscriptVersion } from "@/lib/record/turn_store.ts";

/** A segment of either version, as far as lines are made of it. */
export type LineSource = Pick<
  TranscriptSegment,
  "id" | "start" | "end" | "text" | "words" | "lowConfidence" | "origin" | "role"
>;

/** One word's speaker; words are numbered through all heard segments in the order given. */
export interface WordSpeaker {
  readonly speaker: number;
  readonly margin: number;
}

/** The speaker of each word; cells lie in the order of the words and cover them all. */
export function wordSpeakers(cells: readonly SpokenCell[]): readonly WordSpeaker[] {
  return cells.flatMap(({ firstWord, endWord, speaker, margin }) =>
    Array.from({ length: endWord - firstWord }, () => ({ speaker, margin }))
  );
}

/** All words of the heard segments, in the order in which `wordSpeakers` numbers them. */
export function heardWords(segments: readonly LineSource[]): readonly SegmentWord[] {
  return segments.flatMap(({ origin, words }) => origin === "heard" ? words : []);
}

/**
 * The lines of the review, without roles. A segment that holds two people's words becomes two
 * lines; the segment itself stays as it was committed. Without `speakers` every segment is one line.
 */
export function reviewLines(
  version: TranscriptVersion,
  segments: readonly LineSource[],
  speakers: readonly WordSpeaker[] | null,
): NewTurn[] {
  let at = 0;
  return segments.flatMap((segment): NewTurn[] => {
    if (segment.origin === "typed" || segment.words.length === 0 || speakers === null) {
      return [whole(segment, version)];
    }
    const mine = speakers.slice(at, at + segment.words.length);
    at += segment.words.length;
    return runsOf(mine).map(({ first, end }): NewTurn => {
      const words = segment.words.slice(first, end);
      const complete = words.length === segment.words.length;
      const said = mine.slice(first, end);
      return {
        ...whole(segment, version),
        firstWord: first,
        endWord: end,
        start: complete ? segment.start : words[0]?.start ?? segment.start,
        end: complete ? segment.end : words.at(-1)?.end ?? segment.end,
        text: complete ? segment.text : textOf(words),
        lowConfidence: complete ? segment.lowConfidence : hasDoubtfulFact(words),
        speaker: said[0]?.speaker ?? null,
        speakerMargin: said.reduce((sum, { margin }) => sum + margin, 0) / said.length,
      };
    });
  });
}

function whole(segment: LineSource, version: TranscriptVersion): NewTurn {
  const { id, start, end, text, words, lowConfidence, origin } = segment;
  return {
    // What was typed is never read again, so its segment is the live one in both versions.
    version: origin === "typed" ? "live" : version,
    segment: id,
    firstWord: 0,
    endWord: words.length,
    start,
    end,
    text,
    origin,
    lowConfidence,
    speaker: null,
    speakerMargin: null,
    role: origin === "typed" ? segment.role : null,
    roleGuessed: false,
    roleMargin: null,
  };
}

/** Neighbouring words of one speaker. */
function runsOf(words: readonly WordSpeaker[]): { first: number; end: number }[] {
  const runs: { first: number; end: number }[] = [];
  words.forEach(({ speaker }, index) => {
    const last = runs.at(-1);
    if (last !== undefined && words[index - 1]?.speaker === speaker) last.end = index + 1;
    else runs.push({ first: index, end: index + 1 });
  });
  return runs;
}

/** What is known or guessed of one speaker. */
export interface SpeakerRole {
  readonly role: Role;
  readonly guessed: boolean;
  readonly margin: number | null;
}

/** The same lines with each speaker's role; lines without a speaker keep what they have. */
export function withRoles(lines: readonly NewTurn[], roles: readonly SpeakerRole[]): NewTurn[] {
  return lines.map((line) => {
    const known = line.speaker === null ? undefined : roles[line.speaker];
    if (known === undefined) return line;
    return { ...line, role: known.role, roleGuessed: known.guessed, roleMargin: known.margin };
  });
}
