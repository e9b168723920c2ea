import type { ChatMessage } from "@/lib/engines/chat/port.ts";
import { estimatePromptTokens, messageTokens } from "@/lib/engines/chat/token_estimate.ts";
import { renderLine, type TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import { transcriptWindow } from "@/lib/models/calls/transcript_window.ts";

/**
 * The conversation that one kind of call has had about one consultation. It only ever grows at its
 * end, because that is when a server finds all of it in its prompt cache (CD10).
 */
export interface CallChat {
  readonly messages: readonly ChatMessage[];
  /** The newest line that has been sent. */
  readonly throughLine: number;
}

export interface NextPrompt {
  readonly messages: readonly ChatMessage[];
  readonly throughLine: number;
  /** Messages at the end that the server has not seen; all of them for a new chat. */
  readonly fresh: readonly ChatMessage[];
}

export interface PromptInput {
  /** The prompt file's text, the system message of the chat. */
  readonly prompt: string;
  /** What to do, said again behind the newest lines. */
  readonly task: string;
  readonly transcript: readonly TranscriptLine[];
  readonly flagged: ReadonlySet<number>;
  /** Tokens that the prompt may take, the reply not counted. */
  readonly budgetTokens: number;
}

/** A new chat fills this much of its budget, so that appending goes on for a while. */
const NEW_CHAT_SHARE = 0.6;

/**
 * The messages to send: the chat so far and the lines it has not seen, or, when these do not fit or
 * there is no chat, a new chat over the window of the transcript.
 */
export function nextPrompt(chat: CallChat | null, input: PromptInput): NextPrompt {
  const throughLine = input.transcript.at(-1)?.line ?? 0;
  if (chat !== null) {
    const unseen = input.transcript.filter(({ line }) => line > chat.throughLine);
    const message = userMessage(unseen.map(renderLine).join("\n"), input.task);
    const tokens = estimatePromptTokens(chat.messages) + messageTokens(message.content);
    if (tokens <= input.budgetTokens) {
      return { messages: [...chat.messages, message], throughLine, fresh: [message] };
    }
  }
  const system: ChatMessage = { role: "system", content: input.prompt };
  const fixed = estimatePromptTokens([system, userMessage("", input.task)]);
  const budget = Math.max(0, input.budgetTokens * NEW_CHAT_SHARE - fixed);
  const { text } = transcriptWindow(input.transcript, input.flagged, budget);
  const messages = [system, userMessage(text, input.task)];
  return { messages, throughLine, fresh: messages };
}

function userMessage(lines: string, task: string): ChatMessage {
  const said = lines === "" ? "[nothing new]" : lines;
  return { role: "user", content: `TRANSCRIPT\n${said}\nEND OF TRANSCRIPT\n${task}` };
}

/** The chat after the model has answered; its own words are what the server has in its cache. */
export function withReply(sent: NextPrompt, reply: string): CallChat {
  const answer: ChatMessage = { role: "assistant", content: reply };
  return { messages: [...sent.messages, answer], throughLine: sent.throughLine };
}
