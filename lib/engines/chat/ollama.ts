import { z } from "zod";
import type { Clock } from "@/lib/clock.ts";
import {
  bodyLines,
  type ChatServer,
  NO_CHAT,
  parseLine,
  postChat,
} from "@/lib/engines/chat/chat_http.ts";
import { completeChat, type ReplyPart } from "@/lib/engines/chat/complete_chat.ts";
import { boundedProbe } from "@/lib/engines/chat/bounded_probe.ts";
import type {
  ChatEngine,
  ChatRequest,
  ChatTrouble,
  ProbeOutcome,
} from "@/lib/engines/chat/port.ts";

export interface OllamaOptions {
  /** Such as http://127.0.0.1:11434. */
  readonly baseUrl: string;
  readonly model: string;
  /** One value for every call of a model: another one makes Ollama load it anew (LA3). */
  readonly numCtx: number;
  readonly clock: Clock;
}

/** The model stays loaded between consultations; loading takes seconds that a patient waits. */
const KEEP_ALIVE = "60m";

const streamLine = z.object({
  message: z.object({ content: z.string().optional(), thinking: z.string().optional() }).optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.int().optional(),
  eval_count: z.int().optional(),
  error: z.string().optional(),
});

/** Ollama's own `/api/chat`, streamed. */
export function ollamaChat(options: OllamaOptions): ChatEngine {
  const { baseUrl, model, numCtx, clock } = options;
  const server: ChatServer = {
    baseUrl,
    model,
    headers: {},
    missingWords: `The model “${model}” is not on this box; run: ollama pull ${model}`,
  };
  const open = (request: ChatRequest, signal: AbortSignal) =>
    openReply(server, bodyOf(request, options), signal);
  return {
    model,
    complete: (request) => completeChat(request, open, { clock, numCtx }),
    probe: (probe) => boundedProbe((signal) => loadModel(server, options, signal), probe, clock),
  };
}

function bodyOf({ messages, answer, maxTokens }: ChatRequest, { model, numCtx }: OllamaOptions) {
  return {
    model,
    messages,
    stream: true,
    ...(answer.kind === "json" ? { format: answer.schema } : {}),
    // A prompt that does not fit is an error; cut silently it would lose its beginning.
    truncate: false,
    shift: false,
    keep_alive: KEEP_ALIVE,
    options: { num_ctx: numCtx, num_predict: maxTokens, temperature: 0 },
  };
}

async function* openReply(
  server: ChatServer,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart> {
  const posted = await postChat(server, "/api/chat", body, signal);
  if (!posted.ok) {
    yield { type: "failed", trouble: posted.trouble };
    return;
  }
  for await (const line of bodyLines(posted.response, server)) {
    const parts = typeof line === "string" ? readLine(line, server) : [line];
    yield* parts;
    if (parts.at(-1)?.type === "failed" || parts.at(-1)?.type === "end") return;
  }
}

function readLine(line: string, server: ChatServer): ReplyPart[] {
  const parsed = streamLine.safeParse(parseLine(line));
  if (!parsed.success) return [{ type: "failed", trouble: NO_CHAT }];
  const { message, done, done_reason, prompt_eval_count, eval_count, error } = parsed.data;
  if (error !== undefined) return [{ type: "failed", trouble: brokeOff(server) }];
  const parts: ReplyPart[] = [];
  if (message?.thinking) parts.push({ type: "reasoning", text: message.thinking });
  if (message?.content) parts.push({ type: "text", text: message.content });
  if (done !== true) return parts;
  if (done_reason === "load" || done_reason === "unload") {
    return [...parts, { type: "failed", trouble: unloading(server) }];
  }
  return [...parts, {
    type: "end",
    reason: done_reason === "length" ? "length" : "stop",
    promptTokens: prompt_eval_count ?? null,
    replyTokens: eval_count ?? null,
  }];
}

/** Without messages Ollama loads the model and answers when it is there. */
async function loadModel(
  server: ChatServer,
  { model, numCtx }: OllamaOptions,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const posted = await postChat(server, "/api/chat", {
    model,
    messages: [],
    stream: false,
    keep_alive: KEEP_ALIVE,
    options: { num_ctx: numCtx },
  }, signal);
  if (!posted.ok) return { ok: false, ...posted.trouble };
  await posted.response.body?.cancel();
  return { ok: true };
}

function brokeOff({ baseUrl }: ChatServer): ChatTrouble {
  return { outcome: "reset", words: `The model's server at ${baseUrl} broke off its answer` };
}

function unloading({ baseUrl }: ChatServer): ChatTrouble {
  const words = `The model's server at ${baseUrl} is up, but its model is not ready`;
  return { outcome: "unloading", words };
}
