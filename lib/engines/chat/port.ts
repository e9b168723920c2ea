/**
 * The port through which the house asks a language model. Two real adapters (`ollama.ts`,
 * `openai_chat.ts`) and one shipped fake keep one contract (`tests/engines/chat_contract.ts`).
 */

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A JSON Schema as `z.toJSONSchema` writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What is asked for. A letter is for questions with two or three answers: without a schema a small
 * model answers them several times sooner (CD10).
 */
export type ChatAnswer =
  | { readonly kind: "json"; readonly schema: JsonSchema }
  /** `letters` are the upper-case letters allowed, such as "YN". */
  | { readonly kind: "letter"; readonly letters: string };

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly answer: ChatAnswer;
  /** The reply is cut at this length by the server, whatever it is about to say. */
  readonly maxTokens: number;
  /** From the call to the outcome, loading and prefill included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Hears the answer as it grows, reasoning left out. */
  readonly onToken?: (text: string) => void;
}

/** What is known of a call however it ended; null where the server did not say. */
export interface ChatMeasures {
  readonly ms: number;
  readonly firstTokenMs: number | null;
  readonly promptTokens: number | null;
  readonly replyTokens: number | null;
  /** Characters of reasoning that came before the answer and were left out of it. */
  readonly reasoningChars: number;
  /** The answer as far as it came. */
  readonly text: string;
}

export interface ChatSuccess extends ChatMeasures {
  readonly outcome: "ok";
  /** The parsed JSON object, or the letter in upper case. */
  readonly value: unknown;
  /** True when the rest of the reply was cut off because the answer was complete. */
  readonly closedAtBrace: boolean;
}

export type ChatFailureCode =
  /** The server answers but has no such model. */
  | "model_missing"
  /** Nobody listens at the address. */
  | "refused"
  /** The connection broke. */
  | "reset"
  | "timeout"
  /** The reply reached `maxTokens` before the answer was complete. */
  | "cap"
  | "bad_json"
  | "bad_letter"
  /** The reply ended in the middle of its JSON. */
  | "truncated"
  | "whitespace_runaway"
  /** It thought, and then said nothing. */
  | "reasoning_only"
  /** The model would not answer. */
  | "declined"
  | "http_error"
  /** The server is up, and its model is not (now). */
  | "unloading"
  | "cancelled"
  /** Prompt and answer do not fit into the model's window. */
  | "too_long";

/** `words` are shown to the doctor as they stand; they never repeat what a server sent. */
export interface ChatTrouble {
  readonly outcome: ChatFailureCode;
  readonly words: string;
  /** The HTTP status, where there was one. */
  readonly status?: number;
}

export type ChatFailure = ChatMeasures & ChatTrouble;
export type ChatOutcome = ChatSuccess | ChatFailure;

export type ProbeOutcome = { readonly ok: true } | ({ readonly ok: false } & ChatTrouble);

export interface ChatEngine {
  /** The model asked, as its server names it. */
  readonly model: string;
  /** Never rejects: whatever happens is an outcome, and it comes once. */
  complete(request: ChatRequest): Promise<ChatOutcome>;
  /** Is the server there, and has it the model? Lets a server that loads on demand load it. */
  probe(options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<
    ProbeOutcome
  >;
}
