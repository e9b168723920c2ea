import type { ChatMessage } from "@/lib/engines/chat/port.ts";

/**
 * Letters of one token in a Latin word. Counted low on purpose: a prompt that is longer than its
 * estimate would be cut by the server at its beginning, where the presenting complaint stands.
 */
const LETTERS_PER_TOKEN = 3;

/** Other scripts cost up to about a token for two bytes of UTF-8. */
const BYTES_PER_TOKEN = 2;

/** The marks that a chat template puts around each message. */
const TOKENS_PER_MESSAGE = 8;

const PIECES = /[A-Za-z\u00c0-\u024f]+|[^\sA-Za-z\u00c0-\u024f]+|\s{2,}|\n/g;
const utf8 = new TextEncoder();

/**
 * At least as many tokens as a Gemma-family model makes of ordinary text (the engine tests compare
 * it with a real one): about 1.4 times the truth for English.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (/^[A-Za-z\u00c0-\u024f]/.test(piece)) tokens += Math.ceil(piece.length / LETTERS_PER_TOKEN);
    else if (/^[\x21-\x7e]+$/.test(piece)) tokens += piece.length;
    else if (/^\s/.test(piece)) tokens += 1;
    else tokens += Math.ceil(utf8.encode(piece).length / BYTES_PER_TOKEN);
  }
  return tokens;
}

export function estimatePromptTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + messageTokens(content), 0);
}

export function messageTokens(content: string): number {
  return estimateTokens(content) + TOKENS_PER_MESSAGE;
}
