/** How models mark what they think before they answer; MedGemma uses reserved tokens. */
const BLOCKS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<unused94>", "<unused95>"],
];

/** Reads a reply that arrives in pieces and keeps leading reasoning blocks out of the answer. */
export interface ReasoningFilter {
  /** The part of the answer that has become certain with this piece. */
  take(text: string): string;
  /** What was held back in case it began a block; call it when the reply has ended. */
  rest(): string;
  /** Characters left out so far, marks included. */
  readonly chars: number;
}

/** Only blocks before the answer are reasoning: behind its first character such a mark is text. */
export function reasoningFilter(): ReasoningFilter {
  let held = "";
  let close: string | null = null;
  let answering = false;
  let chars = 0;

  /** True when `held` got shorter and may be looked at again. */
  function settle(): boolean {
    if (close !== null) {
      const at = held.indexOf(close);
      // The mark may arrive in two pieces, so that its possible beginning is kept.
      const used = at >= 0 ? at + close.length : Math.max(0, held.length - close.length + 1);
      chars += used;
      held = held.slice(used);
      if (at >= 0) close = null;
      return at >= 0;
    }
    const lead = held.trimStart();
    const block = BLOCKS.find(([open]) => lead.startsWith(open));
    if (block !== undefined) {
      chars += block[0].length;
      held = lead.slice(block[0].length);
      close = block[1];
      return true;
    }
    answering = lead !== "" && !BLOCKS.some(([open]) => open.startsWith(lead));
    return false;
  }

  return {
    take(text) {
      if (answering) return text;
      held += text;
      while (settle());
      return answering ? this.rest() : "";
    },
    rest() {
      const answer = close === null ? held : "";
      held = "";
      return answer;
    },
    get chars() {
      return chars;
    },
  };
}
