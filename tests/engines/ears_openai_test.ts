import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { systemClock } from "@/lib/clock.ts";
import type { EarsEvent } from "@/lib/engines/ports.ts";
import { openAiEars } from "@/lib/engines/openai_transcription.ts";
import { parseTranscription, windowOf } from "@/lib/engines/transcriber/openai_reply.ts";
import { decodeTones, toneText, toneWord } from "../transcriber/tone_speech.ts";
import { earsContract, type SpokenRecording } from "./ears_contract.ts";
import { until } from "./until.ts";

/** Four lines of tone speech, each word 0.25 s long. */
function toneRecording(): SpokenRecording {
  const wordMs = toneWord(0).length / 16;
  const pcm = new Int16Array(16 * 16_000).map((_, index) => index % 2 === 0 ? 3 : -3);
  let code = 0;
  const lines = [[2_000, 5], [5_000, 6], [8_500, 1], [10_500, 8]].map(
    ([startMs = 0, count = 0]) => {
      const codes = Array.from({ length: count }, () => code++);
      codes.forEach((word, index) => pcm.set(toneWord(word), (startMs + index * wordMs) * 16));
      return { startMs, endMs: startMs + count * wordMs, text: codes.map(toneText).join(" ") };
    },
  );
  return { pcm, lines };
}

/** A transcription server that hears tone speech; `mode` makes it fail as servers do. */
class ToneServer {
  mode: "well" | "gone" | "rubbish" | "error" = "well";
  requests = 0;
  form: Record<string, string> = {};
  #answering = 0;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, (request) => this.#answer(request));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/v1`;
  }

  get busy(): boolean {
    return this.#answering > 0;
  }

  close(): Promise<void> {
    return this.#server.shutdown();
  }

  async #answer(request: Request): Promise<Response> {
    this.#answering++;
    try {
      return await this.#transcribe(request);
    } finally {
      this.#answering--;
    }
  }

  async #transcribe(request: Request): Promise<Response> {
    this.requests++;
    assert.equal(new URL(request.url).pathname, "/v1/audio/transcriptions");
    const form = await request.formData();
    const file = form.get("file");
    assert.ok(file instanceof File);
    this.form = Object.fromEntries(
      [...form].flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []),
    );
    switch (this.mode) {
      case "gone":
        return new Response(new ReadableStream({ start: (body) => body.error("the line drops") }));
      case "rubbish":
        return new Response("<html>not a transcript</html>");
      case "error":
        return new Response("{}", { status: 500 });
      case "well": {
        const pcm = new Int16Array((await file.arrayBuffer()).slice(44));
        const { words } = decodeTones(pcm);
        return Response.json({
          text: words.map((word) => word.text).join(" "),
          words: words.map(({ text, start, end }) => ({
            word: text,
            start: start / 16_000,
            end: end / 16_000,
          })),
          segments: [{ text: "", start: 0, end: 30, avg_logprob: -0.2, no_speech_prob: 0.01 }],
        });
      }
    }
  }
}

function openEars(server: ToneServer) {
  return openAiEars({
    baseUrl: server.baseUrl,
    model: "tones",
    apiKey: "secret",
    clock: systemClock(),
    requestTimeoutMs: 5_000,
  });
}

earsContract({
  name: "OpenAI-compatible server",
  ignore: false,
  recording: () => Promise.resolve(toneRecording()),
  open: async () => {
    const server = new ToneServer();
    const engine = openEars(server);
    await until(() => engine.state().state === "ready");
    return {
      engine,
      kill: () => void (server.mode = "gone"),
      revive: () => void (server.mode = "well"),
      settle: async () => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        await until(() => !server.busy);
      },
      close: async () => {
        await engine.close();
        await server.close();
      },
    };
  },
  same: (said, heard) => said === heard,
});

Deno.test("[TR3] the OpenAI adapter says what it wants, and never names a patient's words", async () => {
  const server = new ToneServer();
  const engine = openEars(server);
  assert.ok(await engine.whenReady(5_000));
  assert.equal(server.form.model, "tones");
  assert.equal(server.form.response_format, "verbose_json");
  assert.equal(server.form.language, "en");
  assert.equal(server.form.temperature, "0");
  await engine.close();
  await server.close();
});

for (const mode of ["rubbish", "error", "gone"] as const) {
  Deno.test(`[TR4] a server that answers with ${mode} is said so in words, and is asked again`, async () => {
    const server = new ToneServer();
    server.mode = mode;
    const engine = openEars(server);
    await until(() => engine.state().state === "absent");
    assert.match(engine.state().words, /transcription server at http:\/\/127\.0\.0\.1:\d+\/v1/);
    server.mode = "well";
    assert.ok(await engine.whenReady(10_000));
    await engine.close();
    await server.close();
  });
}

Deno.test("[TR4] while the server is away the page is told how far behind it is", async () => {
  const server = new ToneServer();
  const engine = openEars(server);
  assert.ok(await engine.whenReady(5_000));
  const { pcm } = toneRecording();
  const events: EarsEvent[] = [];
  const ears = engine.open({ startAt: samples(0), onEvent: (event) => events.push(event) });
  ears.feed(pcm, false);
  await ears.flush(20_000);
  const told = events.flatMap((event) => event.type === "state" ? [event.engine] : []);
  assert.ok(
    told.some((state) => state.state === "catching_up" && /\d+ s behind/.test(state.words)),
  );
  assert.equal(told.at(-1)?.state, "ready");
  ears.close();
  await engine.close();
  await server.close();
});

Deno.test("[TR3] replies of different servers are read, others are not", () => {
  const plain = parseTranscription('{"text": " I am well. "}');
  assert.ok(plain !== null);
  const spread = windowOf(plain, 32_000).words;
  assert.deepEqual(spread.map((word) => word.text), ["I", "am", "well."]);
  assert.equal(spread.at(-1)?.end, 32_000);
  const timed = parseTranscription(
    JSON.stringify({
      text: "I am well.",
      segments: [{
        text: "I am well.",
        start: 0,
        end: 1,
        avg_logprob: -0.7,
        compression_ratio: 0.9,
        words: [
          { word: "I", start: 0, end: 0.1 },
          { word: "am", start: 0.1, end: 0.2 },
          { word: "well", start: 0.2, end: 0.5, probability: 0.4 },
        ],
      }],
    }),
  );
  assert.ok(timed !== null);
  const window = windowOf(timed, 32_000);
  assert.deepEqual(window.words.map((word) => word.text), ["I", "am", "well."]);
  assert.equal(window.words[2]?.probability, 0.4);
  assert.ok(Math.abs((window.words[0]?.probability ?? 0) - Math.exp(-0.7)) < 1e-9);
  assert.equal(window.meanLogProbability, -0.7);
  assert.equal(parseTranscription("<html>"), null);
  assert.equal(parseTranscription('{"error": "no"}'), null);
});
