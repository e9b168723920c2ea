import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import { fakeChat } from "@/lib/engines/chat/fake_chat.ts";
import type { ChatEngine } from "@/lib/engines/chat/port.ts";
import type { ModelCallRow } from "@/lib/models/model_call_row.ts";
import { type BuiltCall, type CallContent, ModelRunner } from "@/lib/models/model_runner.ts";

const BUILT: BuiltCall = {
  messages: [{ role: "user", content: "Is the patient done?" }],
  fresh: [{ role: "user", content: "Is the patient done?" }],
  answer: { kind: "letter", letters: "YN" },
  maxTokens: 2,
  timeoutMs: 5_000,
};
const SOUND: CallContent = { promptHash: "ab", build: () => BUILT, read: ({ outcome }) => outcome };

function mistake(): never {
  throw new TypeError("a mistake of ours");
}

/** A runner whose one room asks `content` and whose other asks a sound call after it. */
async function rowsAfter(
  content: CallContent,
  options: { engine?: ChatEngine; callEnded?: (row: ModelCallRow) => void } = {},
): Promise<ModelCallRow[]> {
  const clock = manualClock();
  const rows: ModelCallRow[] = [];
  let ids = 0;
  const sound = fakeChat({
    clock,
    model: "m",
    numCtx: 4_096,
    script: () => ({ act: "reply", text: "Y", delayMs: 100 }),
  });
  const runner = new ModelRunner({
    clock,
    main: options.engine ?? sound,
    short: null,
    newId: () => `id-${ids++}`,
    contentOf: mistake,
    listener: {
      passStarted() {},
      callEnded(row) {
        rows.push(row);
        options.callEnded?.(row);
      },
      passEnded() {},
      passDropped() {},
      deferred() {},
    },
  });
  const call = { kind: "officer", boundMs: 10_000, boundBehindPassMs: 10_000 } as const;
  runner.submit({ ...call, room: "one", consultation: "c1" }, content);
  runner.submit({ ...call, room: "two", consultation: "c2" }, SOUND);
  for (let step = 0; step < 40; step++) {
    for (let turn = 0; turn < 40; turn++) await Promise.resolve();
    clock.advance(50);
  }
  runner.close();
  return rows;
}

const outcomes = (rows: readonly ModelCallRow[]) =>
  rows.map(({ room, outcome }) => [room, outcome]);

Deno.test("[LA4, RE3] a call that cannot be built or read ends with its row, and the next room's runs", async () => {
  const broken: [string, CallContent, prompt: boolean][] = [
    ["build", { ...SOUND, build: mistake }, false],
    ["read", { ...SOUND, read: mistake }, true],
  ];
  for (const [what, content, hasPrompt] of broken) {
    const rows = await rowsAfter(content);
    assert.deepEqual(outcomes(rows), [["one", "failed"], ["two", "ok"]], what);
    assert.equal(rows[0]?.prompt !== null, hasPrompt, what);
    assert.equal(rows[0]?.promptHash, "ab");
  }
});

Deno.test("[LA4, RE3] an engine that breaks its word costs that call only", async () => {
  let asked = 0;
  const clock = manualClock();
  const sound = fakeChat({
    clock,
    model: "m",
    numCtx: 4_096,
    script: () => ({ act: "reply", text: "Y" }),
  });
  const engine: ChatEngine = {
    ...sound,
    complete: (request) =>
      asked++ === 0 ? Promise.reject(new TypeError()) : sound.complete(request),
  };
  assert.deepEqual(outcomes(await rowsAfter(SOUND, { engine })), [["one", "failed"], [
    "two",
    "ok",
  ]]);
});

Deno.test("[LA4] a listener's mistake does not keep the next room's call from starting", async () => {
  const rows = await rowsAfter(SOUND, { callEnded: ({ room }) => room === "one" && mistake() });
  assert.deepEqual(outcomes(rows), [["one", "ok"], ["two", "ok"]]);
});
