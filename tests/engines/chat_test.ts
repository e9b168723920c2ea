import { manualClock, systemClock } from "@/lib/clock.ts";
import { fakeChat, type FakeChatAct } from "@/lib/engines/chat/fake_chat.ts";
import { ollamaChat } from "@/lib/engines/chat/ollama.ts";
import { openAiChat } from "@/lib/engines/chat/openai_chat.ts";
import type { ChatEngine } from "@/lib/engines/chat/port.ts";
import { chatContract, type ChatUnderTest } from "./chat_contract.ts";
import { closedPort, withinDeadline } from "./chat_http_support.ts";
import { chatServer, OLLAMA_WIRE, OPENAI_WIRE, type Wire } from "./chat_server.ts";

/** Longer than any promise of the contract waits. */
const MOST_STEPS = 20_000;

chatContract({
  name: "the fake",
  open(act, numCtx = 8192) {
    const clock = manualClock();
    return {
      engine: fakeChat({ clock, script: () => act, numCtx }),
      async settled(promise) {
        let done = false;
        const end = () => void (done = true);
        promise.then(end, end);
        for (let step = 0; step < MOST_STEPS && !done; step++) {
          for (let turn = 0; turn < 8; turn++) await Promise.resolve();
          clock.advance(1);
        }
        if (!done) throw new Error("the call never ended");
        return await promise;
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  },
});

type Adapter = (baseUrl: string, numCtx: number) => ChatEngine;
const ADAPTERS: readonly (readonly [string, Wire, Adapter])[] = [
  [
    "Ollama's adapter",
    OLLAMA_WIRE,
    (baseUrl, numCtx) => ollamaChat({ baseUrl, model: "m", numCtx, clock: systemClock() }),
  ],
  [
    "the OpenAI-compatible adapter",
    OPENAI_WIRE,
    (baseUrl, numCtx) =>
      openAiChat({ baseUrl, model: "m", apiKey: "", numCtx, clock: systemClock() }),
  ],
];

for (const [name, wire, adapter] of ADAPTERS) {
  chatContract({ name, open: (act, numCtx = 8192) => overHttp(wire, adapter, act, numCtx) });
}

function overHttp(wire: Wire, adapter: Adapter, act: FakeChatAct, numCtx: number): ChatUnderTest {
  const isDown = act.act === "fail" && act.trouble.outcome === "refused";
  const server = chatServer(wire, act);
  return {
    engine: adapter(isDown ? closedPort() : server.url, numCtx),
    settled: (promise) => withinDeadline(promise),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
