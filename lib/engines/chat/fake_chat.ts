import type { Clock } from "@/lib/clock.ts";
import { completeChat, type ReplyPart } from "@/lib/engines/chat/complete_chat.ts";
import type {
  ChatEngine,
  ChatRequest,
  ChatTrouble,
  ProbeOutcome,
} from "@/lib/engines/chat/port.ts";

/** What the fake server does with one request. */
export type FakeChatAct =
  | {
    readonly act: "reply";
    readonly text: string;
    readonly reasoning?: string;
    /** Prefill, and loading. */
    readonly delayMs?: number;
    readonly tokenMs?: number;
    /** `broken` ends the stream without an end, `padding` goes on with white space up to the cap. */
    readonly end?: "stop" | "broken" | "padding";
  }
  /** Nothing ever comes, as in an endless prefill. */
  | { readonly act: "hang" }
  /** The connection breaks behind `text`. */
  | { readonly act: "reset"; readonly text: string }
  /** An answer of another kind: no connection, no model, a status. */
  | { readonly act: "fail"; readonly trouble: ChatTrouble };

export interface FakeChatOptions {
  readonly clock: Clock;
  /** Decides what becomes of the call numbered from 0. */
  readonly script: (request: ChatRequest, call: number) => FakeChatAct;
  readonly numCtx?: number;
  readonly model?: string;
  /** What a probe finds; the server is there unless told otherwise. */
  readonly probe?: () => ProbeOutcome;
}

const DEFAULT_NUM_CTX = 8192;

/** Letters of one token of the fake. */
const TOKEN_CHARS = 4;

/** A chat server without a server. It keeps the real adapters' contract, and its time is a clock's. */
export function fakeChat(options: FakeChatOptions): ChatEngine {
  const { clock, script, numCtx = DEFAULT_NUM_CTX, model = "fake", probe } = options;
  let calls = 0;
  return {
    model,
    complete(request) {
      const act = script(request, calls++);
      const open = (sent: ChatRequest, signal: AbortSignal) => replyParts(act, sent, signal, clock);
      return completeChat(request, open, { clock, numCtx });
    },
    probe: () => Promise.resolve(probe?.() ?? { ok: true }),
  };
}

async function* replyParts(
  act: FakeChatAct,
  { maxTokens }: ChatRequest,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<ReplyPart> {
  switch (act.act) {
    case "fail":
      yield { type: "failed", trouble: act.trouble };
      return;
    case "hang":
      await aborted(signal);
      return;
    case "reset": {
      if (act.text !== "") yield { type: "text", text: act.text };
      const words = "The model's server broke the connection";
      yield { type: "failed", trouble: { outcome: "reset", words } };
      return;
    }
    case "reply":
      yield* tokens(act, maxTokens, signal, clock);
  }
}

async function* tokens(
  act: Extract<FakeChatAct, { act: "reply" }>,
  maxTokens: number,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<ReplyPart> {
  const { text, reasoning = "", delayMs = 0, tokenMs = 0, end = "stop" } = act;
  const most = (maxTokens + 1) * TOKEN_CHARS;
  const pieces = [
    ...cut(reasoning.slice(0, most)).map((text): ReplyPart => ({ type: "reasoning", text })),
    ...cut(text.slice(0, most)).map((text): ReplyPart => ({ type: "text", text })),
  ];
  while (end === "padding" && pieces.length < maxTokens) pieces.push({ type: "text", text: "\n" });
  const sent = pieces.slice(0, maxTokens);
  await pass(delayMs, signal, clock);
  for (const piece of sent) {
    await pass(tokenMs, signal, clock);
    if (signal.aborted) return;
    yield piece;
  }
  if (end === "broken") return;
  const reason = sent.length < pieces.length || end === "padding" ? "length" : "stop";
  yield { type: "end", reason, promptTokens: null, replyTokens: sent.length };
}

function cut(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${TOKEN_CHARS}}`, "g")) ?? [];
}

async function pass(ms: number, signal: AbortSignal, clock: Clock): Promise<void> {
  if (ms === 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(ms, resolve);
  await Promise.race([promise, aborted(signal)]);
  cancel();
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
