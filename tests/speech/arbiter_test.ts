import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ArbiterEffect,
  type ArbiterEvent,
  type ArbiterState,
  arbitrate,
  initialArbiter,
} from "@/lib/speech/arbiter.ts";

const LIMITS = {
  maxUtteranceMs: 20_000,
  startTimeoutMs: 8_000,
  lostMarginMs: 2_000,
  cancelTimeoutMs: 1_000,
};

function play(events: readonly (ArbiterEvent & { at?: number })[], disclosureSpoken = true) {
  let state: ArbiterState = initialArbiter(disclosureSpoken);
  const effects: ArbiterEffect[] = [];
  for (const { at = 0, ...event } of events) {
    const answer = arbitrate(state, event as ArbiterEvent, at, LIMITS);
    state = answer.state;
    effects.push(...answer.effects);
  }
  return { state, effects, kinds: effects.map((effect) => effect.type) };
}

const ask = (id: string, isDisclosure = false): ArbiterEvent => ({
  type: "request",
  id,
  isDisclosure,
});
const ready = (id: string, durationMs = 3_000): ArbiterEvent => ({
  type: "prepared",
  id,
  durationMs,
});

Deno.test("[SP4] a second utterance is refused while one is anywhere on its way", () => {
  for (const before of [[], [ready("a")], [ready("a"), { type: "started", id: "a" }]]) {
    const { effects } = play([ask("a"), ...before as ArbiterEvent[], ask("b")]);
    assert.deepEqual(effects.at(-1), { type: "refused", id: "b", code: "busy" });
  }
});

Deno.test("[SP4] nothing but the disclosure is spoken before the disclosure has been heard whole", () => {
  assert.deepEqual(play([ask("a")], false).effects, [
    { type: "refused", id: "a", code: "disclosure_first" },
  ]);
  const cutOff = play([
    ask("d", true),
    ready("d"),
    { type: "started", id: "d" },
    { type: "cancel", reason: "cancelled" },
    { type: "ended", id: "d", reason: "cancelled" },
    ask("a"),
  ], false);
  assert.deepEqual(cutOff.effects.at(-1), { type: "refused", id: "a", code: "disclosure_first" });
  const whole = play([
    ask("d", true),
    ready("d"),
    { type: "started", id: "d" },
    { type: "ended", id: "d", reason: "completed" },
    ask("a"),
  ], false);
  assert.deepEqual(whole.effects.at(-1), { type: "prepare", id: "a" });
});

Deno.test("[SP4] an utterance longer than the cap is refused before anything is heard", () => {
  const { effects, state } = play([ask("a"), ready("a", 20_001)]);
  assert.deepEqual(effects.slice(1), [
    { type: "refused", id: "a", code: "too_long" },
    { type: "closed", id: "a", reason: "capped", audible: false },
  ]);
  assert.equal(state.now.phase, "idle");
});

Deno.test("[SP8] a lost end closes the span at the known duration plus the margin", () => {
  const started = [ask("a"), ready("a", 3_000), { type: "started", id: "a", at: 100 }] as const;
  assert.equal(play([...started, { type: "tick", at: 5_099 }]).state.now.phase, "playing");
  assert.deepEqual(play([...started, { type: "tick", at: 5_100 }]).effects.at(-1), {
    type: "closed",
    id: "a",
    reason: "lost",
    audible: true,
  });
});

Deno.test("[SP8] an utterance that never starts is given up and was never heard", () => {
  const { effects } = play([ask("a"), ready("a"), { type: "tick", at: 8_000 }]);
  assert.deepEqual(effects.at(-1), { type: "closed", id: "a", reason: "lost", audible: false });
});

Deno.test("[DW1] a cancel stops at once and frees the voice even when the page never confirms", () => {
  const { effects, state } = play([
    ask("a"),
    ready("a"),
    { type: "started", id: "a", at: 10 },
    { type: "cancel", reason: "cancelled", at: 500 },
    { type: "tick", at: 1_500 },
  ]);
  assert.deepEqual(effects.slice(-2), [
    { type: "cancel", id: "a", reason: "cancelled" },
    { type: "closed", id: "a", reason: "cancelled", audible: true },
  ]);
  assert.equal(state.now.phase, "idle");
});

Deno.test("[SP8] sound that began while the cancel was on its way still opens its span", () => {
  const { kinds, effects } = play([
    ask("a"),
    ready("a"),
    { type: "cancel", reason: "cancelled" },
    { type: "started", id: "a" },
    { type: "ended", id: "a", reason: "cancelled" },
  ]);
  assert.deepEqual(kinds, ["prepare", "play", "cancel", "started", "closed"]);
  assert.deepEqual(effects.at(-1), {
    type: "closed",
    id: "a",
    reason: "cancelled",
    audible: true,
  });
});

const ids = fc.constantFrom("a", "b", "c");
const anyEvent: fc.Arbitrary<ArbiterEvent> = fc.oneof(
  fc.record({ type: fc.constant("request" as const), id: ids, isDisclosure: fc.boolean() }),
  fc.record({
    type: fc.constant("prepared" as const),
    id: ids,
    durationMs: fc.integer({ min: 0, max: 25_000 }),
  }),
  fc.record({ type: fc.constant("started" as const), id: ids }),
  fc.record({
    type: fc.constant("ended" as const),
    id: ids,
    reason: fc.constantFrom("completed" as const, "cancelled" as const, "lost" as const),
  }),
  fc.constant({ type: "cancel" as const, reason: "cancelled" as const }),
  fc.constant({ type: "tick" as const }),
);

Deno.test("[SP4, SP8] whatever happens: one utterance at a time, and every start has exactly one end", () => {
  fc.assert(fc.property(
    fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 9_000 })), { maxLength: 60 }),
    (steps) => {
      let state = initialArbiter();
      let now = 0;
      let sounding: string | null = null;
      for (const [event, later] of steps) {
        now += later;
        const answer = arbitrate(state, event, now, LIMITS);
        for (const effect of answer.effects) {
          if (effect.type === "started") {
            assert.equal(sounding, null);
            sounding = effect.id;
          }
          if (effect.type === "closed") {
            assert.equal(effect.audible, sounding === effect.id);
            sounding = null;
          }
          if (effect.type === "play" && !state.disclosureSpoken) {
            assert.ok(answer.state.now.phase !== "idle" && answer.state.now.current.isDisclosure);
          }
        }
        state = answer.state;
      }
      // Left alone, the voice always becomes free again, except while synthesis is still running.
      const quiet = arbitrate(state, { type: "tick" }, now + 60_000, LIMITS);
      assert.ok(["idle", "preparing"].includes(quiet.state.now.phase));
    },
  ));
});
