import assert from "node:assert/strict";
import { type FakeChatAct } from "@/lib/engines/chat/fake_chat.ts";
import type {
  ChatEngine,
  ChatFailureCode,
  ChatOutcome,
  ChatRequest,
  ChatSuccess,
} from "@/lib/engines/chat/port.ts";

/** An engine whose server does what it is told. */
export interface ChatUnderTest extends AsyncDisposable {
  readonly engine: ChatEngine;
  /** Lets time pass until the promise settles; throws after a deadline. */
  settled<T>(promise: Promise<T>): Promise<T>;
}

export interface ChatContract {
  readonly name: string;
  readonly open: (act: FakeChatAct, numCtx?: number) => ChatUnderTest;
  /** Can this engine's server be brought into the situation? Any can, unless told otherwise. */
  readonly can?: (act: FakeChatAct, numCtx?: number) => boolean;
}

const ANSWER = {
  summary: 'Chest pain since Monday, "tight" {worse on stairs} — and \\ a slash.',
  questions: ["Does it spread?", "Any sweating }]?"],
};
const SCHEMA = { type: "object", properties: { summary: { type: "string" } } };

export function chatRequest(more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    messages: [{ role: "user", content: "Which?" }],
    answer: { kind: "json", schema: SCHEMA },
    maxTokens: 200,
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    ...more,
  };
}

export const reply = (
  text: string,
  more: Partial<Extract<FakeChatAct, { act: "reply" }>> = {},
): FakeChatAct => ({ act: "reply", text, ...more });

/** What every `ChatEngine` promises to `lib/models`. */
export function chatContract({ name, open, can = () => true }: ChatContract): void {
  const promise = (
    title: string,
    act: FakeChatAct,
    check: (chat: ChatUnderTest) => Promise<void>,
    numCtx?: number,
  ) => {
    if (!can(act, numCtx)) return;
    Deno.test(`${title} (${name})`, async () => {
      await using chat = open(act, numCtx);
      await check(chat);
    });
  };
  const fails = (title: string, act: FakeChatAct, outcome: ChatFailureCode, more = {}) =>
    promise(title, act, async (chat) => {
      failed(await chat.settled(chat.engine.complete(chatRequest(more))), outcome);
    });

  const json = JSON.stringify(ANSWER);
  promise("[CD3] answers with the JSON that was asked for", reply(json), async (chat) => {
    const heard: string[] = [];
    const onToken = (text: string) => void heard.push(text);
    const outcome = await chat.settled(chat.engine.complete(chatRequest({ onToken })));
    assert.deepEqual(succeeded(outcome).value, ANSWER);
    assert.equal(heard.join(""), json);
    assert.equal(outcome.text, json);
    assert.equal(succeeded(outcome).closedAtBrace, false);
    assert.ok((outcome.replyTokens ?? 0) > 0);
  });
  promise(
    "[CD10] closes at the last brace of a reply that is padded",
    reply(json, { end: "padding", tokenMs: 1 }),
    async (chat) => {
      const outcome = succeeded(await chat.settled(chat.engine.complete(chatRequest())));
      assert.deepEqual(outcome.value, ANSWER);
      assert.equal(outcome.closedAtBrace, true);
      assert.ok((outcome.replyTokens ?? 999) < 100, "the padding was not waited for");
    },
  );
  promise(
    "[CD4] a code fence and a courtesy around the JSON are passed over",
    reply("Here it is:\n```json\n" + json + "\n```"),
    async (chat) => {
      const outcome = await chat.settled(chat.engine.complete(chatRequest()));
      assert.deepEqual(succeeded(outcome).value, ANSWER);
    },
  );
  promise(
    "[CD4] a reasoning block is left out of the answer and counted",
    reply("<think>Could it {be}? " + "hm ".repeat(20) + "</think>\n" + json),
    async (chat) => {
      const outcome = succeeded(await chat.settled(chat.engine.complete(chatRequest())));
      assert.deepEqual(outcome.value, ANSWER);
      assert.ok(outcome.reasoningChars > 80);
      assert.equal(outcome.text.includes("hm"), false);
    },
  );
  promise(
    "[CD4] reasoning that the server sends apart is counted and not read",
    reply(json, { reasoning: "The {patient} may have" }),
    async (chat) => {
      const outcome = succeeded(await chat.settled(chat.engine.complete(chatRequest())));
      assert.deepEqual(outcome.value, ANSWER);
      assert.equal(outcome.reasoningChars, "The {patient} may have".length);
    },
  );
  promise(
    "[CD10] answers a binary question with one letter",
    reply(" **y** because"),
    async (chat) => {
      const answer = { kind: "letter", letters: "YN" } as const;
      const outcome = await chat.settled(
        chat.engine.complete(chatRequest({ answer, maxTokens: 4 })),
      );
      assert.equal(succeeded(outcome).value, "Y");
    },
  );
  fails(
    "[CD4] a letter that is none of those asked for is no answer",
    reply("Maybe"),
    "bad_letter",
    {
      answer: { kind: "letter", letters: "YN" },
    },
  );

  fails("[CD4] rubbish is named", reply("]] none {oops: 1}"), "bad_json");
  fails("[CD4] an empty reply is named", reply(""), "bad_json");
  fails("[CD4] half a JSON is named", reply(json.slice(0, 40)), "truncated");
  fails(
    "[CD4] a stream without an end is named",
    reply(json.slice(0, 40), { end: "broken" }),
    "truncated",
  );
  fails("[CD4] only reasoning is named", reply("<think>hm</think>\n"), "reasoning_only");
  fails("[CD4] a refusal is named", reply("I'm sorry, but I can't help with that."), "declined");
  fails("[CD5] a reply that reaches its cap is named", reply(json), "cap", { maxTokens: 5 });
  fails(
    "[CD4] endless white space is cut off and named",
    reply('{"summary":' + " ".repeat(3_000), { end: "broken" }),
    "whitespace_runaway",
    { maxTokens: 2_000 },
  );
  fails("[CD4] a broken connection is named", { act: "reset", text: '{"summary"' }, "reset");
  fails("[CD5] a model that hangs is given up in time", { act: "hang" }, "timeout", {
    timeoutMs: 60,
  });
  fails(
    "[CD5] a model that is too slow is given up in time",
    reply(json, { tokenMs: 30 }),
    "timeout",
    { timeoutMs: 100 },
  );
  for (const [outcome, words] of TROUBLES) {
    promise(`[CD4] ${outcome} is named, in words`, {
      act: "fail",
      trouble: { outcome, words: "as scripted", status: 500 },
    }, async (chat) => {
      const ended = await chat.settled(chat.engine.complete(chatRequest()));
      failed(ended, outcome);
      assert.match("words" in ended ? ended.words : "", words);
    });
  }
  promise("[CD5] a call that is no longer wanted ends at once", { act: "hang" }, async (chat) => {
    const stop = new AbortController();
    const outcome = chat.engine.complete(chatRequest({ signal: stop.signal }));
    stop.abort();
    failed(await chat.settled(outcome), "cancelled");
    failed(
      await chat.settled(chat.engine.complete(chatRequest({ signal: stop.signal }))),
      "cancelled",
    );
  });
  promise(
    "[CD4] a prompt beyond the window is not sent, and named",
    reply(json),
    async (chat) => failed(await chat.settled(chat.engine.complete(chatRequest())), "too_long"),
    100,
  );
}

/** What each failure must tell the doctor; a fake says what it was told to say. */
const TROUBLES: readonly (readonly [ChatFailureCode, RegExp])[] = [
  ["model_missing", /ollama pull|CDS_MODEL|as scripted/],
  ["refused", /does not answer|as scripted/],
  ["http_error", /error 500|as scripted/],
  ["unloading", /not ready|as scripted/],
  ["too_long", /too long|as scripted/],
];

export function succeeded(outcome: ChatOutcome): ChatSuccess {
  assert.equal(outcome.outcome, "ok", "words" in outcome ? outcome.words : "");
  return outcome as ChatSuccess;
}

export function failed(outcome: ChatOutcome, code: ChatFailureCode): void {
  assert.equal(outcome.outcome, code, outcome.text);
  assert.ok("words" in outcome && outcome.words.length > 5);
}
