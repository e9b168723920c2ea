import type { ChatMessage } from "@/lib/engines/chat/port.ts";

/**
 * Letters of one token in a Latin word. Counted low on purpose: a prompt that is longer than its
 * estimate would be refused by the server, or lose its beginning, where the presenting complaint
 * stands.
 */
const LETTERS_PER_TOKEN = 3;

/** Abbreviations such as "SpO" and "HR" are cut finer than words. */
const CAPITALS_PER_TOKEN = 2;

/** Other scripts cost up to about a token for two bytes of UTF-8. */
const BYTES_PER_TOKEN = 2;

/** The marks that a chat template puts around each message. */
const TOKENS_PER_MESSAGE = 8;

const PIECES = /[A-Za-z\u00c0-\u024f]+|[^\sA-Za-z\u00c0-\u024f]+|\s{2,}|\n/g;
const LATIN = /^[A-Za-z\u00c0-\u024f]/;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
const utf8 = new TextEncoder();

/**
 * At least as many tokens as a Gemma-family model makes of ordinary text (the engine tests compare
 * it with a real one, in several languages): about one and a half times the truth for English.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += pieceTokens(piece);
  return tokens;
}

function pieceTokens(piece: string): number {
  if (LATIN.test(piece)) {
    const isShouted = /\p{Lu}/u.test(piece.slice(1));
    return Math.ceil(piece.length / (isShouted ? CAPITALS_PER_TOKEN : LETTERS_PER_TOKEN));
  }
  if (piece.trim() === "") return 1;
  // Digits and marks are a token each, and so is the space before them.
  if (PRINTABLE_ASCII.test(piece)) return piece.length + (/^\d/.test(piece) ? 1 : 0);
  return Math.ceil(utf8.encode(piece).length / BYTES_PER_TOKEN);
}

export function estimatePromptTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + messageTokens(content), 0);
}

export function messageTokens(content: string): number {
  return estimateTokens(content) + TOKENS_PER_MESSAGE;
}
