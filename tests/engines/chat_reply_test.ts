import assert from "node:assert/strict";
import fc from "fast-check";
import { manualClock } from "@/lib/clock.ts";
import { fakeChat } from "@/lib/engines/chat/fake_chat.ts";
import { replyReader } from "@/lib/engines/chat/reply_reader.ts";
import { FAKE_TROUBLES, seededActs } from "@/lib/engines/chat/seeded_acts.ts";
import { estimateTokens } from "@/lib/engines/chat/token_estimate.ts";
import { chatRequest } from "./chat_contract.ts";

const JSON_ANSWER = { kind: "json", schema: {} } as const;

/** Any text in any pieces. */
function inPieces(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (let index = 0; at < text.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

Deno.test("[CD10] an object is complete exactly at its last brace, however it arrives", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(
      object,
      sizes,
      fc.constantFrom("", "  \n", "<think>{ }</think>"),
      (value, cut, lead) => {
        const json = JSON.stringify(value);
        const reader = replyReader(JSON_ANSWER, 100_000, () => {});
        const pieces = inPieces(lead + json, cut);
        const states = pieces.map((piece) => reader.take(piece));
        const last = states.pop();
        assert.ok(states.every(({ state }) => state === "reading"), json);
        assert.ok(last?.state === "complete");
        assert.deepEqual(last.value, JSON.parse(json));
        assert.equal(reader.take(" ").state, "complete");
      },
    ),
  );
});

Deno.test("[CD4] whatever a model writes, the reader names it and never throws", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), sizes, (text, cut) => {
    const reader = replyReader(JSON_ANSWER, 50, () => {});
    for (const piece of inPieces(text, cut)) reader.take(piece);
    assert.notEqual(reader.end("stop").state, "reading");
  }));
});

Deno.test("[CD3] the same seed brings the same troubles", async () => {
  const outcomes = async (seed: number) => {
    const clock = manualClock();
    const script = seededActs({
      seed,
      troubles: FAKE_TROUBLES,
      share: 0.6,
      answer: () => '{"fine":true}',
      replyMs: 100,
    });
    const engine = fakeChat({ clock, script });
    const ended: string[] = [];
    for (let call = 0; call < 40; call++) {
      const outcome = engine.complete(chatRequest({ timeoutMs: 900 }));
      for (let ms = 0; ms < 1_000; ms += 50) {
        for (let turn = 0; turn < 40; turn++) await Promise.resolve();
        clock.advance(50);
      }
      ended.push((await outcome).outcome);
    }
    return ended;
  };
  const first = await outcomes(7);
  assert.deepEqual(await outcomes(7), first);
  assert.notDeepEqual(await outcomes(8), first);
  for (
    const expected of [
      "ok",
      "timeout",
      "bad_json",
      "truncated",
      "whitespace_runaway",
      "reset",
      "http_error",
    ]
  ) {
    assert.ok(first.includes(expected), `${expected} did not happen in ${first}`);
  }
});

Deno.test("[CD5] the token estimate grows with the text and counts every script", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      assert.ok(estimateTokens(a + b) >= estimateTokens(a));
    }),
  );
  const samples = [
    "I have had this pain since Monday.",
    "BP 142/88, HR 104, T 38.6",
    "میرے سینے میں درد ہے",
    "胸が痛いです",
  ];
  for (const text of samples) assert.ok(estimateTokens(text) >= text.split(/\s+/).length, text);
});
