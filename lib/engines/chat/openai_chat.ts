import { z } from "zod";
import type { Clock } from "@/lib/clock.ts";
import { boundedProbe } from "@/lib/engines/chat/bounded_probe.ts";
import {
  addressOf,
  bodyLines,
  type ChatServer,
  networkTrouble,
  NO_CHAT,
  parseLine,
  postChat,
  type Posted,
  statusTrouble,
} from "@/lib/engines/chat/chat_http.ts";
import { completeChat, type ReplyPart } from "@/lib/engines/chat/complete_chat.ts";
import type {
  ChatEngine,
  ChatRequest,
  ChatTrouble,
  ProbeOutcome,
} from "@/lib/engines/chat/port.ts";

export interface OpenAiChatOptions {
  /** Base address with the version, such as http://127.0.0.1:8080/v1. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token and nowhere else; empty for none. */
  readonly apiKey: string;
  /** The window the server was started with; it cannot be asked for in a request. */
  readonly numCtx: number;
  readonly clock: Clock;
}

const chunk = z.object({
  choices: z.array(z.object({
    delta: z.object({
      content: z.string().nullish(),
      reasoning_content: z.string().nullish(),
      reasoning: z.string().nullish(),
      refusal: z.string().nullish(),
    }).nullish(),
    finish_reason: z.string().nullish(),
  })).optional(),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
  error: z.unknown().optional(),
});

/** Any server with OpenAI's `/chat/completions`, streamed. */
export function openAiChat(options: OpenAiChatOptions): ChatEngine {
  const { baseUrl, model, apiKey, numCtx, clock } = options;
  const server: ChatServer = {
    baseUrl,
    model,
    headers: apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` },
    missingWords: `The server at ${baseUrl} has no model “${model}”; set CDS_MODEL to one it has`,
  };
  const dialect: Dialect = { extras: true };
  return {
    model,
    complete: (request) =>
      completeChat(request, (sent, signal) => openReply(server, dialect, sent, signal), {
        clock,
        numCtx,
      }),
    probe: (probe) => boundedProbe((signal) => listModels(server, signal), probe, clock),
  };
}

/** Some servers refuse what others need; found out once, remembered while the service runs. */
interface Dialect {
  /** `response_format` with a schema, and token counts in the stream. */
  extras: boolean;
}

async function post(
  server: ChatServer,
  dialect: Dialect,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<Posted> {
  const { messages, answer, maxTokens } = request;
  const { model } = server;
  const plain = { model, messages, stream: true, temperature: 0, max_tokens: maxTokens };
  const format = answer.kind === "json"
    ? {
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", strict: true, schema: answer.schema },
      },
    }
    : {};
  const send = (body: unknown) => postChat(server, "/chat/completions", body, signal);
  if (!dialect.extras) return await send(plain);
  const posted = await send({ ...plain, ...format, stream_options: { include_usage: true } });
  const refused = !posted.ok && posted.trouble.outcome === "http_error" &&
    (posted.trouble.status === 400 || posted.trouble.status === 422);
  if (!refused) return posted;
  const again = await send(plain);
  if (again.ok) dialect.extras = false;
  return again;
}

async function* openReply(
  server: ChatServer,
  dialect: Dialect,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart> {
  const posted = await post(server, dialect, request, signal);
  if (!posted.ok) {
    yield { type: "failed", trouble: posted.trouble };
    return;
  }
  const reply = new EventReader(server);
  for await (const line of bodyLines(posted.response, server)) {
    const parts = typeof line === "string" ? reply.read(line) : [line];
    yield* parts;
    if (parts.at(-1)?.type === "failed" || parts.at(-1)?.type === "end") return;
  }
}

/** The finish reason and the token counts come in different events; the end needs both. */
class EventReader {
  readonly #server: ChatServer;
  #reason: "stop" | "length" = "stop";
  #promptTokens: number | null = null;
  #replyTokens: number | null = null;

  constructor(server: ChatServer) {
    this.#server = server;
  }

  read(line: string): ReplyPart[] {
    if (line.startsWith(":") || /^(event|id|retry):/.test(line)) return [];
    if (!line.startsWith("data:")) return [{ type: "failed", trouble: NO_CHAT }];
    const data = line.slice("data:".length).trim();
    if (data === "[DONE]") return [this.#end()];
    const parsed = chunk.safeParse(parseLine(data));
    if (!parsed.success) return [{ type: "failed", trouble: NO_CHAT }];
    const { choices, usage, error } = parsed.data;
    if (error !== undefined && error !== null) {
      return [{ type: "failed", trouble: brokeOff(this.#server) }];
    }
    if (usage) {
      this.#promptTokens = usage.prompt_tokens;
      this.#replyTokens = usage.completion_tokens;
    }
    return this.#parts(choices?.[0]);
  }

  #parts(choice: NonNullable<z.infer<typeof chunk>["choices"]>[number] | undefined): ReplyPart[] {
    const parts: ReplyPart[] = [];
    const { content, reasoning_content, reasoning, refusal } = choice?.delta ?? {};
    const thought = reasoning_content ?? reasoning;
    if (thought) parts.push({ type: "reasoning", text: thought });
    if (content) parts.push({ type: "text", text: content });
    if (refusal) parts.push({ type: "failed", trouble: DECLINED });
    if (choice?.finish_reason === "length") this.#reason = "length";
    return parts;
  }

  #end(): ReplyPart {
    return {
      type: "end",
      reason: this.#reason,
      promptTokens: this.#promptTokens,
      replyTokens: this.#replyTokens,
    };
  }
}

const DECLINED: ChatTrouble = { outcome: "declined", words: "The model would not answer" };

function brokeOff({ baseUrl }: ChatServer): ChatTrouble {
  return { outcome: "reset", words: `The model's server at ${baseUrl} broke off its answer` };
}

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

async function listModels(server: ChatServer, signal: AbortSignal): Promise<ProbeOutcome> {
  try {
    const response = await fetch(addressOf(server, "/models"), {
      headers: server.headers,
      signal,
      redirect: "error",
    });
    if (!response.ok) return { ok: false, ...await statusTrouble(response, server) };
    const listed = modelList.safeParse(await response.json());
    // A server that does not list its models may well have this one; the first call will tell.
    if (!listed.success || listed.data.data.some(({ id }) => id === server.model)) {
      return { ok: true };
    }
    return { ok: false, outcome: "model_missing", words: server.missingWords };
  } catch (error) {
    return { ok: false, ...networkTrouble(error, server) };
  }
}
