import type { ChatRequest } from "@/lib/engines/chat/port.ts";
import type { FakeChatAct } from "@/lib/engines/chat/fake_chat.ts";

/** The kinds of trouble that a seed may bring; a run switches whole kinds off. */
export const FAKE_TROUBLES = [
  "slow",
  "garbage",
  "half_json",
  "white_space",
  "hang",
  "reset",
  "error_500",
] as const;
export type FakeTrouble = (typeof FAKE_TROUBLES)[number];

export interface SeededActsOptions {
  readonly seed: number;
  /** Kinds that may happen; none for a server that always answers well. */
  readonly troubles: readonly FakeTrouble[];
  /** Share of calls that go wrong, 0 to 1. */
  readonly share: number;
  /** The good answer to a request. */
  readonly answer: (request: ChatRequest) => string;
  readonly replyMs: number;
}

/** Longer than the reply that any cap allows. */
const MUCH_WHITE_SPACE = 16 * 1024;

/** A script for the fake that is the same for the same seed, whatever the clock says. */
export function seededActs(
  { seed, troubles, share, answer, replyMs }: SeededActsOptions,
): (request: ChatRequest) => FakeChatAct {
  const random = seededRandom(seed);
  return (request) => {
    const good = answer(request);
    const well: FakeChatAct = { act: "reply", text: good, delayMs: Math.ceil(random() * replyMs) };
    const goesWrong = random() < share;
    const trouble = troubles[Math.floor(random() * troubles.length)];
    if (!goesWrong || trouble === undefined) return well;
    switch (trouble) {
      case "slow":
        return { ...well, delayMs: replyMs * 10 };
      case "garbage":
        return { ...well, text: "\u0000]]{ no \ufffd".repeat(3) };
      case "half_json":
        return { ...well, text: good.slice(0, Math.ceil(good.length / 2)) };
      case "white_space":
        return { ...well, text: "{" + " ".repeat(MUCH_WHITE_SPACE) };
      case "hang":
        return { act: "hang" };
      case "reset":
        return { act: "reset", text: good.slice(0, 3) };
      case "error_500":
        return { act: "fail", trouble: SERVER_ERROR };
    }
  };
}

const SERVER_ERROR = {
  outcome: "http_error",
  words: "The model's server answered with error 500",
  status: 500,
} as const;

/** Numbers from 0 to 1 that a seed fixes (the mulberry32 generator). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
