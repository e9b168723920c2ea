import assert from "node:assert/strict";
import { systemClock } from "@/lib/clock.ts";
import { parseConfig } from "@/lib/config.ts";
import { ollamaChat } from "@/lib/engines/chat/ollama.ts";
import type { ChatEngine, ChatRequest } from "@/lib/engines/chat/port.ts";
import { estimatePromptTokens } from "@/lib/engines/chat/token_estimate.ts";
import { affectCall } from "@/lib/models/calls/affect.ts";
import { nextPrompt } from "@/lib/models/calls/append_chat.ts";
import { assessmentCall } from "@/lib/models/calls/assessment.ts";
import { promptText } from "@/lib/models/calls/pass_call.ts";
import type { TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import { urgencyCall } from "@/lib/models/calls/urgency.ts";
import { createDecisions } from "@/lib/models/create_decisions.ts";
import type { DecisionsEvent } from "@/lib/models/decisions.ts";
import { chatContract, chatRequest, failed } from "./chat_contract.ts";
import { closedPort, withinDeadline } from "./chat_http_support.ts";
import { findOllama } from "./ollama_for_test.ts";

/** Small, so that the model loads beside everything else that runs. */
const NUM_CTX = 2048;

/** Real calls on a loaded machine. */
const DEADLINE_MS = 300_000;

const clock = systemClock();
const found = await findOllama();
const real = "missing" in found ? null : found;
const why = "missing" in found ? `: skipped, ${found.missing}` : "";
const settled = <T>(promise: Promise<T>) => withinDeadline(promise, DEADLINE_MS);
const engineAt = (url: string, model: string, numCtx = NUM_CTX): ChatEngine =>
  ollamaChat({ baseUrl: url, model, numCtx, clock });

if (real !== null) {
  chatContract({
    name: "a real Ollama",
    // What a model says cannot be scripted; how its server fails, hangs and refuses can.
    can: (act, numCtx) =>
      act.act === "hang" || numCtx !== undefined ||
      (act.act === "fail" && ["refused", "model_missing"].includes(act.trouble.outcome)),
    open(act, numCtx) {
      const outcome = act.act === "fail" ? act.trouble.outcome : null;
      const url = outcome === "refused" ? closedPort() : real.url;
      const model = outcome === "model_missing" ? "no-such-model" : real.model;
      return {
        engine: engineAt(url, model, numCtx),
        settled,
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    },
  });
}

function realTest(title: string, run: (engine: ChatEngine, url: string) => Promise<void>): void {
  Deno.test({
    name: `${title} (a real Ollama)${why}`,
    ignore: real === null,
    async fn() {
      if (real !== null) await run(engineAt(real.url, real.model), real.url);
    },
  });
}

const SAID: readonly TranscriptLine[] = [
  { line: 1, role: "doctor", text: "What brings you in today?" },
  { line: 2, role: "patient", text: "A crushing pain in my chest since this morning." },
];

function requestOf(
  call: typeof urgencyCall | typeof assessmentCall | typeof affectCall,
): ChatRequest {
  const prompt = promptText(call.promptFile);
  const input = {
    prompt,
    task: call.task,
    transcript: SAID,
    flagged: new Set<number>(),
    budgetTokens: 1_800,
  };
  const { messages } = nextPrompt(null, input);
  const answer = { kind: "json", schema: call.schema } as const;
  return chatRequest({ messages, answer, maxTokens: 120, timeoutMs: DEADLINE_MS });
}

for (const call of [urgencyCall, assessmentCall, affectCall]) {
  realTest(
    `[CD3, CD5] the ${call.kind} call: its schema is taken, its reply read or its cap named`,
    async (engine) => {
      const outcome = await settled(engine.complete(requestOf(call)));
      // A model of 270 million parameters may go on for ever; it may not break the shape.
      if (outcome.outcome === "cap" || outcome.outcome === "whitespace_runaway") return;
      assert.equal(outcome.outcome, "ok", outcome.text);
      assert.notEqual(
        call.read(outcome.outcome === "ok" ? outcome.value : null, SAID),
        null,
        outcome.text,
      );
      assert.ok((outcome.firstTokenMs ?? 0) > 0 && (outcome.replyTokens ?? 0) > 5);
    },
  );
}

realTest("[CD5] a cap is obeyed and named", async (engine) => {
  const outcome = await settled(engine.complete({ ...requestOf(assessmentCall), maxTokens: 3 }));
  failed(outcome, "cap");
  assert.equal(outcome.replyTokens, 3);
});

realTest("[CD10] a letter is answered, or named, with hardly a token", async (engine) => {
  const request = chatRequest({
    messages: [{ role: "user", content: "Is fire hot? Answer with one letter, Y or N." }],
    answer: { kind: "letter", letters: "YN" },
    maxTokens: 4,
    timeoutMs: DEADLINE_MS,
  });
  const outcome = await settled(engine.complete(request));
  assert.ok(["ok", "bad_letter"].includes(outcome.outcome), outcome.outcome);
  assert.ok((outcome.replyTokens ?? 9) <= 4);
});

realTest("[CD5] the token estimate is never below the truth", async (engine, url) => {
  const texts = [
    SAID.map(({ text }) => text).join(" ").repeat(4),
    "Amlodipine 5 mg, bisoprolol 2.5 mg, BP 142/88, HR 104, SpO2 93%, T 38.6 °C. ".repeat(5),
    "Tengo dolor en el pecho desde el lunes y me cuesta respirar por la noche. ".repeat(5),
    "Boli mnie w klatce piersiowej i mam trudności z oddychaniem. ".repeat(5),
    "سینے میں درد ہے اور سانس لینے میں تکلیف ہوتی ہے۔ ".repeat(5),
    "胸が痛くて、夜は息が苦しいです。".repeat(5),
    "ቀደም ሲል የደረት ሕመም ነበረኝ። ".repeat(5),
    'Ow!!! ... (hm) "no" -- 12-34-56; a/b/c '.repeat(8),
  ];
  texts.push("[12] patient: I take amitriptyline, empagliflozin and clopidogrel.\n".repeat(5));
  for (const content of texts) {
    const messages = [{ role: "user" as const, content }];
    const truth = await promptTokens(url, engine.model, messages);
    const estimate = estimatePromptTokens(messages);
    assert.ok(estimate >= truth, `${estimate} < ${truth}: ${content}`);
    assert.ok(estimate <= truth * 3, `${estimate} is far above ${truth}: ${content}`);
  }
});

/** What the server itself counts; an answer that is cut short does not carry it. */
async function promptTokens(url: string, model: string, messages: unknown): Promise<number> {
  const options = { num_ctx: NUM_CTX, num_predict: 1 };
  const body = JSON.stringify({ model, messages, stream: false, options });
  const response = await settled(fetch(`${url}/api/chat`, { method: "POST", body }));
  const { prompt_eval_count } = await response.json();
  assert.ok(Number.isInteger(prompt_eval_count) && prompt_eval_count > 10);
  return prompt_eval_count;
}

realTest(
  "[CD3] a probe finds the model, and finds out that another is missing",
  async (engine, url) => {
    const { signal } = new AbortController();
    assert.deepEqual(await engine.probe({ timeoutMs: DEADLINE_MS, signal }), { ok: true });
    const missing = await engineAt(url, "no-such-model").probe({ timeoutMs: 30_000, signal });
    assert.ok(!missing.ok && missing.outcome === "model_missing");
  },
);

realTest("[CD1, RE3] a whole pass lands, whatever so small a model says", async (_engine, url) => {
  const parsed = parseConfig({
    CDS_ENGINE: "ollama",
    CDS_MODEL: real?.model,
    OLLAMA_URL: url,
    CDS_NUM_CTX: String(NUM_CTX),
    CDS_URGENCY_MAX_TOKENS: "80",
    CDS_ASSESSMENT_MAX_TOKENS: "80",
    CDS_AFFECT_MAX_TOKENS: "40",
  });
  assert.ok(parsed.ok);
  const landed = Promise.withResolvers<Extract<DecisionsEvent, { type: "pass_landed" }>>();
  const ready = Promise.withResolvers<void>();
  let ids = 0;
  const decisions = createDecisions({
    config: parsed.config,
    clock,
    newId: () => `id-${ids++}`,
    onEvent(event) {
      if (event.type === "engine" && event.engine.state === "ready") ready.resolve();
      if (event.type === "pass_landed") landed.resolve(event);
    },
  });
  try {
    await settled(ready.promise);
    const wish = { consultation: "c1", room: "room-1", reason: "growth", version: 1 } as const;
    const asked = decisions.requestPass({ ...wish, transcript: SAID, flagged: new Set([2]) });
    assert.ok(asked.accepted);
    const { calls, results } = await settled(landed.promise);
    assert.deepEqual(calls.map(({ kind }) => kind), ["urgency", "assessment", "affect"]);
    for (const { kind, outcome, runMs } of calls) {
      assert.ok(
        ["ok", "cap", "timeout", "whitespace_runaway"].includes(outcome),
        `${kind}: ${outcome}`,
      );
      assert.ok(runMs > 0);
      if (kind === "urgency") assert.equal(results.urgency === null, outcome !== "ok");
    }
  } finally {
    decisions.close();
  }
});
