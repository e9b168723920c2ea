import assert from "node:assert/strict";
import { AutoSteps } from "./auto_steps.ts";
import { messagesTo, ofType } from "./step_harness.ts";

type Effects = ReturnType<AutoSteps["on"]>;

const rows = (effects: Effects, kind: string) =>
  ofType(effects, "audit").map(({ entry }) => entry).filter((entry) => entry.kind === kind);

/** Its sound is there, and longer than Alba may speak in one go. */
function tooLong(steps: AutoSteps, utteranceId: string): Effects {
  const durationMs = steps.settings.limits.maxUtteranceMs + 1;
  return steps.on({ type: "voice_prepared", utteranceId, durationMs, url: "/x.wav" });
}

/** The next utterance of Alba's own, which the patient's silence brings. */
function saidNext(steps: AutoSteps): { id: string; what: string | undefined } | null {
  for (let turns = 0; turns < 4; turns++) {
    const [said] = ofType(steps.quietFor(6), "prepare_speech");
    if (said === undefined) continue;
    return { id: said.utteranceId, what: steps.state.auto?.drive.core.saying?.what };
  }
  return null;
}

function nextOf(steps: AutoSteps, what: string): string {
  for (let turns = 0; turns < 12; turns++) {
    const next = saidNext(steps);
    if (next?.what === what) return next.id;
    if (next !== null) steps.spoken(next.id);
    if (next?.what === "anything_else") steps.heard("No, that is all.");
  }
  throw new Error(`Alba never says "${what}"`);
}

function asking(): AutoSteps {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.heard("What do you think it is?");
  return steps;
}

Deno.test("[SP4, QF8, QU8] a question over the cap is dropped, and the next one is asked in its place", () => {
  const steps = asking();
  const id = nextOf(steps, "question");
  const { item } = steps.state.auto?.drive.core.saying ?? {};
  const effects = tooLong(steps, id);
  assert.deepEqual(rows(effects, "auto.queue_dropped").map(({ detail }) => detail), [
    { item, reason: "too_long" },
  ]);
  assert.deepEqual(rows(effects, "auto.queue_requeued"), []);
  const statusOf = () =>
    steps.state.auto?.drive.core.queue.items.find((one) => one.id === item)?.status;
  assert.equal(statusOf(), "unsayable");
  nextOf(steps, "question");
  assert.notEqual(steps.state.auto?.drive.core.saying?.item, item);
  assert.equal(statusOf(), "unsayable");
});

Deno.test("[SP4, QF6, QF8] a handover phrase over the cap ends the run all the same", () => {
  const steps = asking();
  steps.say({ type: "auto_handover" });
  const effects = tooLong(steps, nextOf(steps, "examination_handover"));
  assert.equal(steps.state.auto?.drive.core.run, null);
  assert.ok(messagesTo(effects, "page").some(({ type }) => type === "auto_ended"));
});

Deno.test("[SP4, EN3] a disclosure over the cap ends the start in words, at once", () => {
  const steps = new AutoSteps({ restored: { disclosureSpoken: false } }).recording();
  const [said] = ofType(steps.toggle(), "prepare_speech");
  const effects = tooLong(steps, said?.utteranceId ?? "");
  const [disabled] = rows(effects, "auto.disabled");
  assert.ok(disabled?.kind === "auto.disabled" && disabled.detail.reason === "not_played");
  assert.equal(steps.state.auto?.drive.core.run, null);
  const toggled = messagesTo(effects, "page").find(({ type }) => type === "auto_toggled");
  assert.ok(toggled?.type === "auto_toggled");
  assert.match(toggled.words ?? "", /the phrase is longer than Alba may speak/);
});
