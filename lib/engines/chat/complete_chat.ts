import type { Clock } from "@/lib/clock.ts";
import type {
  ChatOutcome,
  ChatRequest,
  ChatSuccess,
  ChatTrouble,
} from "@/lib/engines/chat/port.ts";
import {
  type ReplyProgress,
  type ReplyReader,
  replyReader,
} from "@/lib/engines/chat/reply_reader.ts";
import { estimatePromptTokens } from "@/lib/engines/chat/token_estimate.ts";

/** A reply in the pieces in which a server sends it. */
export type ReplyPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | {
    readonly type: "end";
    readonly reason: "stop" | "length";
    readonly promptTokens: number | null;
    readonly replyTokens: number | null;
  }
  | { readonly type: "failed"; readonly trouble: ChatTrouble };

/**
 * Sends the request and yields the reply. Ends with `end` or `failed` (a stream that just stops
 * counts as cut off), never throws, and lets go of the connection when `signal` aborts.
 */
export type OpenReply = (request: ChatRequest, signal: AbortSignal) => AsyncGenerator<ReplyPart>;

/**
 * How long a complete answer waits for the server's own end, which carries the token counts and
 * leaves its prompt cache appendable. A model that pads with white space is cut at its next token.
 */
const GRACE_AFTER_BRACE_MS = 150;

export interface CompleteChatOptions {
  readonly clock: Clock;
  /** The model's window: prompt and reply together, in tokens (LA3). */
  readonly numCtx: number;
}

/** One call over any server: time, cancelling, and the judgement of the reply are the same. */
export async function completeChat(
  request: ChatRequest,
  open: OpenReply,
  options: CompleteChatOptions,
): Promise<ChatOutcome> {
  const call = new Call(request, options.clock);
  if (estimatePromptTokens(request.messages) + request.maxTokens > options.numCtx) {
    const words = "The consultation is too long for the model's window (CDS_NUM_CTX)";
    return call.fail({ outcome: "too_long", words });
  }
  if (request.signal.aborted) return call.fail(CANCELLED);
  return await call.run(open);
}

const CANCELLED: ChatTrouble = { outcome: "cancelled", words: "No longer wanted" };
const TRUNCATED: ChatTrouble = {
  outcome: "truncated",
  words: "The model's server stopped in the middle of its answer",
};

type Interruption = "timeout" | "cancelled" | "grace_over";

class Call {
  readonly #request: ChatRequest;
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #reader: ReplyReader;
  readonly #interrupted = Promise.withResolvers<Interruption>();
  #firstTokenMs: number | null = null;
  #pieces = 0;
  #promptTokens: number | null = null;
  #replyTokens: number | null = null;

  constructor(request: ChatRequest, clock: Clock) {
    this.#request = request;
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
    const onText = (text: string) => request.onToken?.(text);
    this.#reader = replyReader(request.answer, request.maxTokens, onText);
  }

  async run(open: OpenReply): Promise<ChatOutcome> {
    const { signal, timeoutMs } = this.#request;
    const letGo = new AbortController();
    const onAbort = () => this.#interrupted.resolve("cancelled");
    signal.addEventListener("abort", onAbort);
    const cancels = [this.#clock.after(timeoutMs, () => this.#interrupted.resolve("timeout"))];
    try {
      const parts = open(this.#request, letGo.signal);
      let answer: Extract<ReplyProgress, { state: "complete" }> | null = null;
      while (true) {
        const next = await Promise.race([parts.next(), this.#interrupted.promise]);
        if (typeof next === "string") {
          return answer === null ? this.#interruption(next) : this.#succeed(answer.value, true);
        }
        const progress = this.#take(next.done ? null : next.value);
        if (progress.state === "failed") {
          return answer === null ? this.fail(progress.trouble) : this.#succeed(answer.value, true);
        }
        if (progress.state === "reading") continue;
        const ended = !next.done && next.value.type === "end";
        if (ended || progress.behind || this.#request.answer.kind === "letter") {
          return this.#succeed(progress.value, !ended);
        }
        if (answer === null) cancels.push(this.#graceTimer());
        answer = progress;
      }
    } finally {
      letGo.abort();
      signal.removeEventListener("abort", onAbort);
      for (const cancel of cancels) cancel();
    }
  }

  #graceTimer(): () => void {
    return this.#clock.after(GRACE_AFTER_BRACE_MS, () => this.#interrupted.resolve("grace_over"));
  }

  #take(part: ReplyPart | null): ReplyProgress {
    if (part === null) return { state: "failed", trouble: TRUNCATED };
    switch (part.type) {
      case "text":
        this.#countPiece();
        return this.#reader.take(part.text);
      case "reasoning":
        this.#countPiece();
        return this.#reader.takeReasoning(part.text);
      case "end":
        this.#promptTokens = part.promptTokens;
        this.#replyTokens = part.replyTokens;
        return this.#reader.end(part.reason);
      case "failed":
        return { state: "failed", trouble: part.trouble };
    }
  }

  #countPiece(): void {
    this.#firstTokenMs ??= this.#elapsed();
    this.#pieces += 1;
  }

  #interruption(cause: Interruption): ChatOutcome {
    if (cause === "cancelled") return this.fail(CANCELLED);
    const seconds = Math.round(this.#request.timeoutMs / 1000);
    return this.fail({ outcome: "timeout", words: `The model gave no answer within ${seconds} s` });
  }

  #succeed(value: unknown, closedAtBrace: boolean): ChatSuccess {
    return { ...this.#measures(), outcome: "ok", value, closedAtBrace };
  }

  fail(trouble: ChatTrouble): ChatOutcome {
    return { ...this.#measures(), ...trouble };
  }

  #elapsed(): number {
    return this.#clock.monotonicMs() - this.#startedMs;
  }

  #measures() {
    return {
      ms: this.#elapsed(),
      firstTokenMs: this.#firstTokenMs,
      promptTokens: this.#promptTokens,
      // Servers send a token a piece; the count is the best there is when they were cut off.
      replyTokens: this.#replyTokens ?? (this.#pieces === 0 ? null : this.#pieces),
      reasoningChars: this.#reader.reasoningChars,
      text: this.#reader.text,
    };
  }
}
