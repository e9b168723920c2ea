import assert from "node:assert/strict";
import { systemClock } from "@/lib/clock.ts";
import { ollamaChat } from "@/lib/engines/chat/ollama.ts";
import type { ChatMeasures } from "@/lib/engines/chat/port.ts";
import type { TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import type { CallOutcome } from "@/lib/models/model_call_row.ts";
import type { CallContent } from "@/lib/models/model_runner.ts";
import {
  officerContent,
  rerankContent,
  type ShortCallOptions,
  topicContent,
} from "@/lib/models/short_calls.ts";
import { withinDeadline } from "./chat_http_support.ts";
import { findOllama } from "./ollama_for_test.ts";

/** Small, so that the model loads beside everything else that runs. */
const NUM_CTX = 2048;

/** Real calls on a loaded machine. */
const DEADLINE_MS = 300_000;

const found = await findOllama();
const real = "missing" in found ? null : found;
const why = "missing" in found ? `: skipped, ${found.missing}` : "";

interface Ran<Result> {
  readonly outcome: CallOutcome;
  readonly landed: Result | null;
  readonly measures: ChatMeasures;
}

async function run<Input, Result>(
  url: string,
  model: string,
  content: (options: ShortCallOptions<Input, Result>) => CallContent,
  input: Input,
  maxTokens: number,
): Promise<Ran<Result>> {
  let landed: Result | null = null;
  const limits = { maxTokens, timeoutMs: DEADLINE_MS };
  const call = content({
    limits,
    input: () => input,
    land: (result) => {
      landed = result;
    },
  });
  const engine = ollamaChat({ baseUrl: url, model, numCtx: NUM_CTX, clock: systemClock() });
  const { fresh: _fresh, ...built } = call.build();
  const signal = new AbortController().signal;
  const measures = await withinDeadline(engine.complete({ ...built, signal }), DEADLINE_MS);
  return { outcome: call.read(measures), landed, measures };
}

const SAID: readonly TranscriptLine[] = [
  { line: 1, role: "patient", text: "I have had a crushing pain in my chest since Monday." },
  { line: 2, role: "patient", text: "It goes into my left arm, and" },
];
const PENDING = [
  { id: "arm", text: "Does it go to your arm?" },
  { id: "smoke", text: "Do you smoke?" },
];

/** A model of 270 million parameters may talk on or miss the letter; it may not break the shape. */
const MAY_END: readonly CallOutcome[] = ["ok", "cap", "whitespace_runaway", "bad_letter"];

function realTest(title: string, test: (url: string, model: string) => Promise<void>): void {
  Deno.test({
    name: `${title} (a real Ollama)${why}`,
    ignore: real === null,
    async fn() {
      if (real !== null) await test(real.url, real.model);
    },
  });
}

realTest("[TT3, CD10] the officer's letter is there after a token or two", async (url, model) => {
  const ran = await run(url, model, officerContent, { transcript: SAID }, 64);
  assert.ok(["ok", "bad_letter"].includes(ran.outcome), ran.outcome);
  assert.equal(ran.landed !== null, ran.outcome === "ok");
  assert.ok((ran.measures.replyTokens ?? 99) <= 4, `${ran.measures.replyTokens}`);
});

realTest(
  "[SP5] the topic call's schema is taken, its reply read or its cap named",
  async (url, model) => {
    const question = "Any history of hypertension?";
    const ran = await run(url, model, topicContent, { question }, 48);
    // So small a model copies the dots of the prompt's example, which is no answer, and must not be.
    if (ran.outcome === "wrong_shape" && ran.measures.text.includes("...")) return;
    assert.ok(MAY_END.includes(ran.outcome), `${ran.outcome}: ${ran.measures.text}`);
    if (ran.outcome === "ok") assert.ok(ran.landed !== null);
  },
);

realTest(
  "[QU6] the re-ranker's schema is taken, its reply read or its cap named",
  async (url, model) => {
    const input = { turns: [SAID], pending: PENDING, contextTurns: 6, maxChars: 1_500 };
    const ran = await run(url, model, rerankContent, input, 200);
    assert.ok(MAY_END.includes(ran.outcome), `${ran.outcome}: ${ran.measures.text}`);
    if (ran.outcome === "ok") assert.ok(ran.landed !== null);
  },
);
