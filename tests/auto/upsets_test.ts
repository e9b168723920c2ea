import assert from "node:assert/strict";
import fc from "fast-check";
import { AlarmDesk } from "./alarm_desk.ts";
import { AutoTalk } from "./auto_talk.ts";
import { questions, rerank, takeTurn, word } from "./question_talk.ts";

const WORDS = "amber birch cedar dahlia elm fern gorse hazel iris juniper".split(" ");
const ACTIONS = ["Arrange an urgent ECG", "Call 999 for suspected stroke"];
const CALLS = ["order", "wording", "sound"] as const;

/** Everything that may come over a run, in any order; each is left out where it cannot happen. */
type Upset =
  | { readonly do: "pass"; readonly picks: readonly number[] | null }
  | { readonly do: "tap"; readonly pick: number; readonly heard: boolean }
  | { readonly do: "speak" | "quiet"; readonly ms: number }
  | { readonly do: "alarm"; readonly pick: number }
  | { readonly do: "resume" | "abort" | "refuse" | "stop" | "hear" | "control" | "drop" | "start" }
  | { readonly do: typeof CALLS[number]; readonly failure: string | null };

const ms = fc.integer({ min: 1, max: 20 }).map((steps) => steps * 250);
const upset: fc.Arbitrary<Upset> = fc.oneof(
  fc.record({
    do: fc.constant("pass" as const),
    picks: fc.option(fc.array(fc.nat({ max: 9 }), { maxLength: 4 })),
  }),
  fc.record({ do: fc.constant("tap" as const), pick: fc.nat({ max: 9 }), heard: fc.boolean() }),
  fc.record({ do: fc.constantFrom("speak" as const, "quiet" as const), ms }),
  fc.record({ do: fc.constant("alarm" as const), pick: fc.nat({ max: 1 }) }),
  fc.record({
    do: fc.constantFrom(
      "resume" as const,
      "abort" as const,
      "refuse" as const,
      "stop" as const,
      "hear" as const,
      "control" as const,
      "drop" as const,
      "start" as const,
    ),
  }),
  fc.record({
    do: fc.constantFrom(...CALLS),
    failure: fc.constantFrom(null, "timeout", "wrong_shape", "abandoned"),
  }),
);

const texts = (picks: readonly number[]) => picks.map((pick) => `Tell about ${WORDS[pick]}?`);

function happen(talk: AutoTalk, desk: AlarmDesk, next: Upset): void {
  const { inFlight } = talk.state.passes;
  switch (next.do) {
    case "pass":
      talk.pass(next.picks === null ? null : questions(...texts(next.picks)));
      return;
    case "start":
      if (inFlight === null) talk.startPass();
      return;
    case "drop":
      if (inFlight !== null) talk.on({ type: "pass_dropped", version: inFlight.version });
      return;
    case "tap":
      return tap(talk, next);
    case "speak":
      talk.speak(next.ms);
      return;
    case "quiet":
      talk.quietTo(talk.quietMs + next.ms);
      return;
    case "alarm":
      desk.assess(90, [ACTIONS[next.pick] ?? ""]);
      return;
    case "resume":
      desk.tap("resume");
      return;
    case "control":
      talk.on({ type: "handover_control" });
      return;
    case "abort":
    case "stop":
    case "refuse":
    case "hear":
      return befall(talk, next.do);
    case "order":
    case "wording":
    case "sound":
      return answer(talk, next.do, next.failure);
  }
}

/** What may become of the utterance that Alba is about to say. */
function befall(talk: AutoTalk, fate: "abort" | "stop" | "refuse" | "hear"): void {
  const { saying } = talk.state;
  if (saying === null) return;
  switch (fate) {
    case "abort":
      talk.endSpeech("politeness_abort", false, 0.03);
      return;
    case "stop":
      talk.endSpeech("cancelled", saying.startedMs !== null);
      return;
    case "refuse":
      talk.on({ type: "say_refused", token: saying.token, code: "too_long" });
      return;
    case "hear":
      talk.hear();
  }
}

function tap(talk: AutoTalk, { pick, heard }: { pick: number; heard: boolean }): void {
  befall(talk, "stop");
  const utterance = talk.tap(texts([pick])[0] ?? "", true);
  if (heard) talk.hearTap(utterance);
  else {
    talk.on({ type: "speech_ended", utterance, reason: "cancelled", audible: false, rms: null });
  }
}

/** One call that the controller waits for comes back. */
function answer(talk: AutoTalk, which: typeof CALLS[number], failure: string | null): void {
  const { flow, rerank: { call }, queue } = talk.state;
  const asked = queue.items.find(({ wording }) => wording.state === "asked");
  if (which === "order" && call !== null) rerank(talk, [...call.before].reverse(), [], failure);
  if (which === "wording" && asked !== undefined) word(talk, asked.id, { failure });
  if (which === "sound" && flow.at === "voicing") {
    talk.on({ type: "speech_prepared", token: flow.token, ok: failure === null });
  }
}

/** A room that does what it should: the doctor sees alarms, the patient answers, passes land. */
function cooperate(talk: AutoTalk, desk: AlarmDesk): void {
  if (talk.state.phase === "PAUSED_URGENT") desk.tap("resume");
  const { inFlight, isRequested } = talk.state.passes;
  if (inFlight !== null) talk.on({ type: "pass_landed", version: inFlight.version, questions: [] });
  else if (isRequested) talk.pass([]);
  for (const call of CALLS) answer(talk, call, null);
  if (talk.saying() !== null) return befall(talk, "hear");
  // After the doctor's Stop Alba waits until somebody has spoken (DW1).
  if (talk.state.turn.ended === null || talk.state.turn.isHushed) return takeTurn(talk);
  talk.quietTo(talk.quietMs + 500);
}

Deno.test("[QF6, QF8] whatever has happened before, a room that cooperates comes to the handover", () => {
  fc.assert(
    fc.property(fc.array(upset, { maxLength: 30 }), (upsets) => {
      const talk = AutoTalk.open({ questions: questions("Do you smoke?", ...texts([0])) });
      const desk = new AlarmDesk(talk);
      for (const next of upsets) {
        happen(talk, desk, next);
        if (talk.state.run === null) return;
      }
      for (let rounds = 0; rounds < 120 && talk.state.run !== null; rounds++) {
        cooperate(talk, desk);
      }
      const { flow, phase } = talk.state;
      assert.equal(talk.state.run, null, `stuck in ${phase} at ${JSON.stringify(flow)}`);
      assert.equal(phase, "HANDOVER");
    }),
    { numRuns: 300 },
  );
});

Deno.test("[QF4, TT7] whatever happens, no question is heard twice but for its one re-ask", () => {
  fc.assert(
    fc.property(fc.array(upset, { maxLength: 40 }), (upsets) => {
      const talk = AutoTalk.open({ questions: questions("Do you smoke?", ...texts([0, 1])) });
      const desk = new AlarmDesk(talk);
      for (const next of upsets) {
        happen(talk, desk, next);
        for (const call of CALLS) answer(talk, call, null);
        befall(talk, "hear");
      }
      const begun = talk.audits("auto.question_latency").map(({ detail }) => detail)
        .filter(({ item }) => item !== null);
      for (const isAgain of [false, true]) {
        const heard = begun.filter(({ reask }) => reask === isAgain).map(({ item }) => item);
        assert.equal(new Set(heard).size, heard.length, `heard twice: ${heard.join(", ")}`);
      }
    }),
    { numRuns: 200 },
  );
});
