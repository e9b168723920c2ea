import { BEFORE_JSON, readJson } from "@/lib/engines/chat/json_end.ts";
import type { ChatAnswer, ChatTrouble } from "@/lib/engines/chat/port.ts";
import { reasoningFilter } from "@/lib/engines/chat/strip_reasoning.ts";

/** No answer holds this much white space in one place; a model that writes it writes on for ever. */
const MOST_WHITE_SPACE = 256;

/** A token is never longer on average; a reply beyond this ignores its cap. */
const MOST_CHARS_PER_TOKEN = 24;

/** How a model begins when it will not do what it was asked. */
const DECLINES =
  /^\W*(i['’]?m sorry|i am sorry|sorry\b|i can(no|['’])t|i am unable|i['’]m unable|as an ai)/i;

/** Marks that some models put around a letter. */
const AROUND_LETTER = /[\s"'`*(\[]/g;

/** Where the reply stands after one more piece. */
export type ReplyProgress =
  | { readonly state: "reading" }
  /** The answer is complete; `behind` is true once something followed it. */
  | { readonly state: "complete"; readonly value: unknown; readonly behind: boolean }
  | { readonly state: "failed"; readonly trouble: ChatTrouble };

const READING: ReplyProgress = { state: "reading" };

/** Judges one reply while it arrives. Pure but for its own memory: no clock, no network. */
export interface ReplyReader {
  take(text: string): ReplyProgress;
  /** Reasoning that the server sends apart from the answer. */
  takeReasoning(text: string): ReplyProgress;
  /** The reply is over: by itself, or because it reached its length. */
  end(reason: "stop" | "length"): ReplyProgress;
  /** The answer as far as it came. */
  readonly text: string;
  readonly reasoningChars: number;
}

export function replyReader(
  answer: ChatAnswer,
  maxTokens: number,
  onText: (text: string) => void,
): ReplyReader {
  const filter = reasoningFilter();
  const judge = answer.kind === "json" ? jsonJudge() : letterJudge(answer.letters);
  let apart = 0;
  let received = 0;
  let blanks = 0;
  let text = "";
  let progress: ReplyProgress = READING;

  function receive(piece: string): boolean {
    received += piece.length;
    if (received <= maxTokens * MOST_CHARS_PER_TOKEN) return true;
    progress = failed("cap", "The model went on past its limit without an answer");
    return false;
  }

  function read(piece: string): ReplyProgress {
    if (piece === "") return progress;
    if (progress.state === "complete") return progress = { ...progress, behind: true };
    text += piece;
    onText(piece);
    return progress = judge.read(piece, text);
  }

  return {
    take(piece) {
      if (progress.state === "failed") return progress;
      if (progress.state === "complete") return read(piece);
      blanks = piece.trim() === "" ? blanks + piece.length : trailingBlanks(piece);
      if (Math.max(blanks, longestBlank(piece)) > MOST_WHITE_SPACE) {
        return progress = failed("whitespace_runaway", "The model wrote only white space");
      }
      return receive(piece) ? read(filter.take(piece)) : progress;
    },
    takeReasoning(piece) {
      apart += piece.length;
      if (progress.state === "reading") receive(piece);
      return progress;
    },
    end(reason) {
      if (progress.state === "reading") read(filter.rest());
      if (progress.state !== "reading") return progress;
      if (reason === "length") {
        return progress = failed(
          "cap",
          "The model reached its limit before its answer was complete",
        );
      }
      if (text.trim() === "" && filter.chars + apart > 0) {
        return progress = failed("reasoning_only", "The model thought and gave no answer");
      }
      return progress = judge.unfinished(text);
    },
    get text() {
      return text;
    },
    get reasoningChars() {
      return filter.chars + apart;
    },
  };
}

interface Judge {
  read(piece: string, text: string): ReplyProgress;
  /** The reply ended by itself and the answer is not complete. */
  unfinished(text: string): ReplyProgress;
}

function jsonJudge(): Judge {
  let at = BEFORE_JSON;
  let start = 0;
  return {
    read(piece, text) {
      const before = text.length - piece.length;
      const seen = readJson(at, piece);
      at = seen.progress;
      if (seen.start !== null) start = before + seen.start;
      if (seen.end === null) return READING;
      const value = parsedObject(text.slice(start, before + seen.end));
      return value === undefined
        ? failed("bad_json", "The model's answer cannot be read")
        : { state: "complete", value, behind: before + seen.end < text.length };
    },
    unfinished(text) {
      if (at.begun) return failed("truncated", "The model stopped in the middle of its answer");
      if (DECLINES.test(text)) return failed("declined", "The model would not answer");
      return failed("bad_json", "The model's answer cannot be read");
    },
  };
}

function letterJudge(letters: string): Judge {
  const unreadable = failed("bad_letter", "The model did not answer the question");
  return {
    read(_piece, text) {
      const letter = text.replace(AROUND_LETTER, "").at(0)?.toUpperCase();
      if (letter === undefined) return READING;
      return letters.includes(letter)
        ? { state: "complete", value: letter, behind: false }
        : unreadable;
    },
    unfinished: () => unreadable,
  };
}

function parsedObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed(outcome: ChatTrouble["outcome"], words: string): ReplyProgress {
  return { state: "failed", trouble: { outcome, words } };
}

function trailingBlanks(text: string): number {
  return text.length - text.trimEnd().length;
}

function longestBlank(text: string): number {
  return (text.match(/\s+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}
