import type { ReplyPart } from "@/lib/engines/chat/complete_chat.ts";
import type { ChatTrouble } from "@/lib/engines/chat/port.ts";

/** A chat server's line holds a token or two; a longer one is no chat server's. */
const MOST_LINE_CHARS = 256 * 1024;

/** An error reply is read this far, to know what kind it is. */
const MOST_ERROR_CHARS = 4096;

export type Posted =
  | { readonly ok: true; readonly response: Response }
  | { readonly ok: false; readonly trouble: ChatTrouble };

export interface ChatServer {
  readonly baseUrl: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the doctor should do when the server lacks the model. */
  readonly missingWords: string;
}

/** Posts JSON and judges all that can be judged before the reply's body. Never throws. */
export async function postChat(
  server: ChatServer,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Posted> {
  try {
    const response = await fetch(addressOf(server, path), {
      method: "POST",
      headers: { "content-type": "application/json", ...server.headers },
      body: JSON.stringify(body),
      signal,
      redirect: "error",
    });
    if (response.ok) return { ok: true, response };
    return { ok: false, trouble: await statusTrouble(response, server) };
  } catch (error) {
    return { ok: false, trouble: networkTrouble(error, server) };
  }
}

export function addressOf(server: ChatServer, path: string): string {
  return server.baseUrl.replace(/\/+$/, "") + path;
}

/** The failure behind a reply with an error status. */
export async function statusTrouble(response: Response, server: ChatServer): Promise<ChatTrouble> {
  const { status } = response;
  const said = await beginningOf(response);
  const here = `The model's server at ${server.baseUrl}`;
  if (status === 404 && /model/i.test(said)) {
    return { outcome: "model_missing", words: server.missingWords, status };
  }
  if (status === 503 || /\b(un)?load(ing|ed)\b|runner.*terminated/i.test(said)) {
    const words = `${here} is up, but its model is not ready`;
    return { outcome: "unloading", words, status };
  }
  const isOfContent = status === 400 || status === 413 || status === 422;
  if (isOfContent && /context|too (long|large)|exceed/i.test(said)) {
    const words = "The consultation is too long for the model's window (CDS_NUM_CTX)";
    return { outcome: "too_long", words, status };
  }
  const memory = /memory/i.test(said) ? ": this box has too little memory for the model" : "";
  return { outcome: "http_error", words: `${here} answered with error ${status}${memory}`, status };
}

/** The failure behind an exception of `fetch` or of reading a body. */
export function networkTrouble(error: unknown, server: ChatServer): ChatTrouble {
  const said = error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : "";
  const here = `The model's server at ${server.baseUrl}`;
  return /tcp connect|dns error|refused|unreachable/i.test(said)
    ? { outcome: "refused", words: `${here} does not answer` }
    : { outcome: "reset", words: `${here} broke the connection` };
}

async function beginningOf(response: Response): Promise<string> {
  let said = "";
  try {
    for await (
      const chunk of (response.body ?? new Blob().stream()).pipeThrough(new TextDecoderStream())
    ) {
      said += chunk;
      if (said.length >= MOST_ERROR_CHARS) break;
    }
  } catch {
    // The status says enough; what the server wanted to add is lost.
  }
  return said;
}

/**
 * The lines of a streamed body, without their ends; what follows the last end counts as a line.
 * Blank lines are left out. Ends with a failure when the connection breaks, when a line is longer
 * than any chat server's, or when there is nothing but white space.
 */
export async function* bodyLines(
  response: Response,
  server: ChatServer,
): AsyncGenerator<string | Extract<ReplyPart, { type: "failed" }>> {
  let held = "";
  try {
    const body = (response.body ?? new Blob().stream()).pipeThrough(new TextDecoderStream());
    for await (const chunk of body) {
      const lines = (held + chunk).split("\n");
      held = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") yield line.trimEnd();
      if (held.length <= MOST_LINE_CHARS) continue;
      yield { type: "failed", trouble: held.trim() === "" ? ONLY_SPACE : NO_CHAT };
      return;
    }
  } catch (error) {
    yield { type: "failed", trouble: networkTrouble(error, server) };
    return;
  }
  if (held.trim() !== "") yield held.trimEnd();
}

const ONLY_SPACE: ChatTrouble = {
  outcome: "whitespace_runaway",
  words: "The model's server sent only white space",
};

/** What answers is not a chat server. */
export const NO_CHAT: ChatTrouble = {
  outcome: "bad_json",
  words: "The model's server answers, but not with a chat reply",
};

export function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
