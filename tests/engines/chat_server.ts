import type { FakeChatAct } from "@/lib/engines/chat/fake_chat.ts";

/** What a request brought, for tests that look at it. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface ChatServer extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
}

/** How one kind of server writes a reply. */
export interface Wire {
  readonly contentType: string;
  readonly piece: (text: string) => string;
  readonly reasoning: (text: string) => string;
  readonly end: (reason: "stop" | "length", tokens: number) => string;
  /** The error body that goes with a status. */
  readonly error: (words: string) => string;
}

const encoder = new TextEncoder();

export const OLLAMA_WIRE: Wire = {
  contentType: "application/x-ndjson",
  piece: (content) => line({ message: { role: "assistant", content }, done: false }),
  reasoning: (thinking) =>
    line({ message: { role: "assistant", content: "", thinking }, done: false }),
  end: (done_reason, eval_count) =>
    line({ message: { content: "" }, done: true, done_reason, prompt_eval_count: 7, eval_count }),
  error: (error) => JSON.stringify({ error }),
};

export const OPENAI_WIRE: Wire = {
  contentType: "text/event-stream",
  piece: (content) => event({ choices: [{ delta: { content }, finish_reason: null }] }),
  reasoning: (reasoning_content) =>
    event({ choices: [{ delta: { reasoning_content }, finish_reason: null }] }),
  end: (finish_reason, completion_tokens) =>
    event({ choices: [{ delta: {}, finish_reason }] }) +
    event({ choices: [], usage: { prompt_tokens: 7, completion_tokens } }) + "data: [DONE]\n\n",
  error: (message) => JSON.stringify({ error: { message } }),
};

/** A real HTTP server on a free port that treats every request as `act` says. */
export function chatServer(
  wire: Wire,
  act: FakeChatAct,
  before: (request: ReceivedRequest) => Response | null = () => null,
): ChatServer {
  const received: ReceivedRequest[] = [];
  const stopping = new AbortController();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const text = await request.text();
    const one = {
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: text === "" ? {} : JSON.parse(text),
    };
    received.push(one);
    return before(one) ??
      respond(wire, act, Number(one.body.max_tokens ?? maxOf(one.body)), stopping.signal);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    received,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.shutdown();
    },
  };
}

function maxOf(body: Record<string, unknown>): unknown {
  return (body.options as { num_predict?: number } | undefined)?.num_predict;
}

function respond(wire: Wire, act: FakeChatAct, maxTokens: number, stop: AbortSignal): Response {
  const headers = { "content-type": wire.contentType };
  switch (act.act) {
    case "fail":
      return statusReply(wire, act.trouble.outcome);
    case "hang":
      return new Response(new ReadableStream({ start: (body) => closeAtStop(body, stop) }), {
        headers,
      });
    case "reset":
      return new Response(
        new ReadableStream({
          async pull(body) {
            body.enqueue(encoder.encode(wire.piece(act.text)));
            // The first piece must be on its way before the connection breaks.
            await new Promise((resolve) => setTimeout(resolve, 20));
            body.error(new Error("broken on purpose"));
          },
        }),
        { headers },
      );
    case "reply":
      return new Response(replyBody(wire, act, maxTokens, stop), { headers });
  }
}

function closeAtStop(body: ReadableStreamDefaultController<Uint8Array>, stop: AbortSignal): void {
  stop.addEventListener("abort", () => {
    try {
      body.close();
    } catch {
      // The client has let go already.
    }
  });
}

function statusReply(wire: Wire, outcome: string): Response {
  const [status, words] = outcome === "model_missing"
    ? [404, "model 'm' not found"] as const
    : outcome === "unloading"
    ? [503, "Loading model"] as const
    : outcome === "too_long"
    ? [400, "the input length exceeds the context length"] as const
    : [500, "something went wrong"] as const;
  return new Response(wire.error(words), { status });
}

function replyBody(
  wire: Wire,
  { text, reasoning = "", delayMs = 0, tokenMs = 0, end = "stop" }: Extract<
    FakeChatAct,
    { act: "reply" }
  >,
  maxTokens: number,
  stop: AbortSignal,
): ReadableStream<Uint8Array> {
  const cut = (whole: string) => whole.match(/[^]{1,4}/g) ?? [];
  const pieces = [...cut(reasoning).map(wire.reasoning), ...cut(text).map(wire.piece)];
  while (end === "padding" && pieces.length < maxTokens) pieces.push(wire.piece("\n"));
  const sent = pieces.slice(0, maxTokens);
  const reason = sent.length < pieces.length || end === "padding" ? "length" : "stop";
  if (end !== "broken") sent.push(wire.end(reason, sent.length));
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  let at = 0;
  return new ReadableStream({
    async pull(body) {
      if (at === 0 && delayMs > 0) await pause(delayMs);
      if (tokenMs > 0) await pause(tokenMs);
      const piece = sent[at++];
      if (piece === undefined || stop.aborted) body.close();
      else body.enqueue(encoder.encode(piece));
    },
  });
}

function line(value: unknown): string {
  return JSON.stringify(value) + "\n";
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
