import { systemClock } from "@/lib/clock.ts";
import { ollamaChat } from "@/lib/engines/chat/ollama.ts";
import type { ChatEngine, ChatMessage } from "@/lib/engines/chat/port.ts";
import { affectCall } from "@/lib/models/calls/affect.ts";
import { nextPrompt } from "@/lib/models/calls/append_chat.ts";
import { promptText } from "@/lib/models/calls/pass_call.ts";
import type { TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import { type BuiltCall, type CallContent, ModelRunner } from "@/lib/models/model_runner.ts";
import { rounded } from "./percentile.ts";

export interface RealServers {
  readonly url: string;
  /** A second server for the short calls; without it only the one-server numbers are taken. */
  readonly shortUrl: string | null;
  readonly model: string;
}

/** Small, so that a loaded machine is done within minutes. */
const NUM_CTX = 2048;
const LINES = 20;
const CALL_TIMEOUT_MS = 600_000;
const PASS_CALL_TOKENS = 60;
/** The affect call's own cap: what a model that pads would write without the brace. */
const PADDED_TOKENS = 200;

const clock = systemClock();

const LETTER: CallContent = contentOf(() => ({
  messages: [{ role: "user", content: "Is fire hot? Answer with one letter, Y or N." }],
  answer: { kind: "letter", letters: "YN" },
  maxTokens: 4,
}));

function contentOf(build: () => Pick<BuiltCall, "messages" | "answer" | "maxTokens">): CallContent {
  return {
    promptHash: "",
    build: () => ({ fresh: [], timeoutMs: CALL_TIMEOUT_MS, ...build() }),
    read: ({ outcome }) => outcome,
  };
}

function transcript(day: number): TranscriptLine[] {
  return Array.from({ length: LINES }, (_, index) => ({
    line: index + 1,
    role: "patient",
    text: `On day ${index} of week ${day} the pain was there again, much the same as before.`,
  }));
}

function affectMessages(week: number): readonly ChatMessage[] {
  const input = { prompt: promptText(affectCall.promptFile), task: affectCall.task };
  return nextPrompt(null, {
    ...input,
    transcript: transcript(week),
    flagged: new Set(),
    budgetTokens: NUM_CTX * 2,
  }).messages;
}

/** How long an officer's letter takes alone, and right behind the start of a pass. */
async function officerWait(main: ChatEngine, short: ChatEngine | null, behindPass: boolean) {
  let week = 0;
  const ended = Promise.withResolvers<number>();
  const all = Promise.withResolvers<void>();
  let id = 0;
  let open = behindPass ? 4 : 1;
  const done = () => void (--open === 0 && all.resolve());
  const runner = new ModelRunner({
    clock,
    main,
    short,
    newId: () => `id-${id++}`,
    contentOf: () =>
      contentOf(() => ({
        messages: affectMessages(++week),
        answer: { kind: "json", schema: affectCall.schema },
        maxTokens: PASS_CALL_TOKENS,
      })),
    listener: {
      passStarted() {},
      passEnded() {},
      passDropped() {},
      deferred() {},
      callEnded(row) {
        if (row.kind === "officer") ended.resolve(row.elapsedMs);
        done();
      },
    },
  });
  const place = { room: "r", consultation: "c" };
  if (behindPass) runner.send({ type: "pass_requested", id: "pass", holdMs: 0, ...place });
  const bounds = { boundMs: CALL_TIMEOUT_MS, boundBehindPassMs: CALL_TIMEOUT_MS };
  runner.submit({ kind: "officer", ...place, ...bounds }, LETTER);
  const ms = await ended.promise;
  await all.promise;
  return rounded(ms / 1000);
}

interface RawReply {
  readonly message: { readonly content: string };
  readonly prompt_eval_count: number;
  readonly prompt_eval_duration: number;
  readonly eval_count: number;
}

async function raw(
  { url, model }: RealServers,
  messages: readonly ChatMessage[],
  numPredict: number,
  format?: unknown,
): Promise<RawReply> {
  const options = { num_ctx: NUM_CTX, num_predict: numPredict, temperature: 0 };
  const body = JSON.stringify({ model, messages, format, options, stream: false });
  const response = await fetch(`${url}/api/chat`, { method: "POST", body });
  if (!response.ok) throw new Error(`Cannot measure: ${url} answered ${response.status}`);
  return await response.json();
}

/** Tokens of one JSON answer: as far as the server would go, and as far as it was let. */
async function tokensAtBrace(servers: RealServers, engine: ChatEngine) {
  const messages = affectMessages(1);
  const whole = await raw(servers, messages, PADDED_TOKENS, affectCall.schema);
  const outcome = await engine.complete({
    messages,
    answer: { kind: "json", schema: affectCall.schema },
    maxTokens: PADDED_TOKENS,
    timeoutMs: CALL_TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  return {
    outcome: outcome.outcome,
    tokens_without_closing: whole.eval_count,
    tokens_closed_at_brace: outcome.replyTokens,
    closed_at_brace: outcome.outcome === "ok" && outcome.closedAtBrace,
  };
}

/** Prefill of the same chat: new, appended to, and appended to after another chat was in between. */
async function promptCache(servers: RealServers) {
  const first = affectMessages(7);
  const seconds = ({ prompt_eval_count, prompt_eval_duration }: RawReply) => ({
    prompt_tokens: prompt_eval_count,
    prefill_s: rounded(prompt_eval_duration / 1e9),
  });
  const appended = (
    before: readonly ChatMessage[],
    reply: RawReply,
    text: string,
  ): ChatMessage[] => [
    ...before,
    { role: "assistant", content: reply.message.content },
    { role: "user", content: text },
  ];
  const cold = await raw(servers, first, 8);
  const second = appended(first, cold, "[21] patient: And then it got worse.");
  const hit = await raw(servers, second, 8);
  await raw(servers, affectMessages(8), 8);
  const afterOther = await raw(servers, appended(second, hit, "[22] patient: Much worse."), 8);
  return {
    new_chat: seconds(cold),
    appended: seconds(hit),
    appended_after_another_chat: seconds(afterOther),
  };
}

export async function measureReal(servers: RealServers) {
  const engineAt = (baseUrl: string) =>
    ollamaChat({ baseUrl, model: servers.model, numCtx: NUM_CTX, clock });
  const main = engineAt(servers.url);
  const short = servers.shortUrl === null ? null : engineAt(servers.shortUrl);
  const { signal } = new AbortController();
  for (const engine of short === null ? [main] : [main, short]) {
    const found = await engine.probe({ timeoutMs: CALL_TIMEOUT_MS, signal });
    if (!found.ok) throw new Error(`Cannot measure: ${found.words}`);
  }
  return {
    model: servers.model,
    officer_alone_s: await officerWait(main, null, false),
    officer_behind_pass_one_server_s: await officerWait(main, null, true),
    officer_behind_pass_two_servers_s: short === null ? null : await officerWait(main, short, true),
    brace: await tokensAtBrace(servers, main),
    prompt_cache: await promptCache(servers),
  };
}
