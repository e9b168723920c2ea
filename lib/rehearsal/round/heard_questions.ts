import type { Broken } from "@/lib/rehearsal/round/invariants.ts";
import type { BookQuestion } from "@/lib/rehearsal/round/question_book.ts";
import { normalise } from "@/lib/text/normalise.ts";

/** A question that sounded to its end, as somebody in the room heard it. */
export interface HeardQuestion {
  readonly text: string;
  /** Alba asked it by herself; else a doctor tapped it. */
  readonly isAuto: boolean;
  readonly nowMs: number;
  /** When the patient's words last ended; null before the first. */
  readonly lastSpeechEndMs: number | null;
}

interface Asked {
  /** How often Alba has asked it by herself. */
  readonly times: number;
  readonly endedMs: number;
}

/**
 * Counts what was heard, whatever log and queue say of it: a question sounds to its end once, and once
 * more only while nobody has answered it (QF4, TT7). A doctor may tap what they like.
 */
export class HeardQuestions {
  readonly #known: ReadonlyMap<string, string>;
  readonly #asked = new Map<string, Asked>();
  #newest: string | null = null;

  /** `book`: the questions of which more than one wording is known. */
  constructor(book: readonly BookQuestion[]) {
    this.#known = new Map(
      book.flatMap(({ fact, lay, wordings }) =>
        [...wordings, lay].map((text) => [normalise(text), `fact ${fact}`] as const)
      ),
    );
  }

  /** What the newest hearing breaks, if anything. */
  heard({ isAuto, lastSpeechEndMs, nowMs, text }: HeardQuestion): Broken[] {
    const key = this.#known.get(normalise(text)) ?? normalise(text);
    const before = this.#asked.get(key);
    const isAgainAtOnce = this.#newest === key;
    const times = (before?.times ?? 0) + (isAuto ? 1 : 0);
    this.#asked.set(key, { times, endedMs: nowMs });
    this.#newest = key;
    if (!isAuto || before === undefined) return [];
    const say = (rule: string, words: string) => [{ rule, words, atMs: nowMs }];
    if (times > 2) return say("asked_again_once", `asked for the ${times}th time`);
    if (!isAgainAtOnce) return say("never_heard_twice", "heard before, with another in between");
    if (times === 1) return say("never_heard_twice", "a doctor has just asked it");
    if (lastSpeechEndMs === null || lastSpeechEndMs <= before.endedMs) return [];
    return say("never_heard_twice", "asked again though the patient has spoken since");
  }
}
