import assert from "node:assert/strict";
import { messagesTo, ofType } from "./step_harness.ts";
import { AutoSteps } from "./auto_steps.ts";

type Effects = ReturnType<AutoSteps["on"]>;

const told = (effects: Effects, type: string) =>
  messagesTo(effects, "page").filter((message) => message.type === type);

const prepared = (effects: Effects) =>
  ofType(effects, "prepare_speech").map((one) => one.utteranceId);

const kept = (effects: Effects, type: string) =>
  ofType(effects, "save_auto_event").map(({ event }) => event).filter((one) => one.type === type);

/** In the question phases, with the rules' questions about a chest pain in the queue. */
function asking(): AutoSteps {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.heard("What do you think it is?");
  steps.later(2_000).on({ type: "tick" });
  return steps;
}

/** Quiet until Alba's first question is being made; returns its utterance. */
function firstQuestion(steps: AutoSteps): string {
  for (let round = 0; round < 20; round++) {
    const [id] = prepared(steps.quietFor(3.5));
    const ahead = ofType(steps.effects, "speak_ahead").at(-1);
    if (ahead !== undefined && ahead.token !== null) {
      const [made] = prepared([
        ...steps.on({ type: "speech_ahead", token: ahead.token, ok: true }),
        ...steps.quiet(4),
      ]);
      if (made !== undefined) return made;
    }
    if (id !== undefined && steps.state.voice.utterance?.spoken.question !== null) return id;
    if (id !== undefined) steps.spoken(id);
  }
  throw new Error("no question was asked");
}

const AGENDA_TAP = (steps: AutoSteps, index: number, confirm = false) =>
  steps.say({
    type: "speak",
    ref: { agenda: { version: steps.state.decisions.agenda.version, index } },
    ...(confirm ? { confirm_displace: true } : {}),
  });

Deno.test("[RE1, SP1] a question of Alba's own is the agenda's, with why and when on its row", () => {
  const steps = asking();
  const id = firstQuestion(steps);
  const row = ofType(steps.effects, "save_utterance_requested").find((one) => one.id === id);
  assert.ok(row?.origin.by === "auto");
  const { agendas } = steps.state.decisions;
  assert.ok(
    agendas.some(({ questions }) =>
      questions.some(({ question }) => question === row.spoken.question)
    ),
  );
  assert.equal(row.origin.say.detail.item?.startsWith("q"), true);
  assert.notEqual(row.origin.say.detail.turnEndToIssueMs, null);
});

Deno.test("[QU8, MA9] what the doctor taps between two runs is not asked again in the next", () => {
  const steps = asking();
  firstQuestion(steps);
  steps.toggle(false);
  const pending = () =>
    (steps.state.auto?.drive.core.queue.items ?? []).filter(({ status }) => status === "pending");
  const { questions } = steps.state.decisions.agenda;
  const index = questions.findIndex(({ question }) =>
    pending().some(({ text }) => text === question)
  );
  const question = questions[index]?.question;
  assert.ok(question !== undefined, "nothing on the agenda is pending");
  const [id] = prepared(AGENDA_TAP(steps, index));
  assert.ok(id !== undefined);
  assert.ok(pending().some(({ text }) => text === question), "only once it was heard");
  steps.spoken(id);
  steps.toggle();
  assert.deepEqual(pending().filter(({ text }) => text === question), []);
});

Deno.test("[DW3] a tapped question waits for the doctor's word while Alba has one planned", () => {
  const steps = asking();
  firstQuestion(steps);
  const held = AGENDA_TAP(steps, 1);
  assert.deepEqual(prepared(held), [], "nothing is spoken yet");
  const [confirm] = told(held, "speak_confirm");
  assert.ok(confirm?.type === "speak_confirm");
  assert.deepEqual(confirm.ref, {
    agenda: { version: steps.state.decisions.agenda.version, index: 1 },
  });
  assert.equal(confirm.queued_text, steps.state.voice.utterance?.spoken.question);
  assert.equal(kept(held, "tap_held").length, 1);
});

Deno.test("[DW2, DW3] the doctor's own question takes the place of Alba's, which nobody has heard", () => {
  const steps = asking();
  const alba = firstQuestion(steps);
  AGENDA_TAP(steps, 1);
  const confirmed = AGENDA_TAP(steps, 1, true);
  const [tapped] = prepared(confirmed);
  assert.ok(tapped !== undefined && tapped !== alba, "the tap is being made");
  assert.deepEqual(
    ofType(confirmed, "save_utterance_ended").map((
      { atSample, id, reason },
    ) => [id, reason, atSample]),
    [[alba, "cancelled", null]],
  );
  const [event] = kept(confirmed, "tapped");
  assert.ok(event?.type === "tapped" && event.confirmed && event.utterance === tapped);
  assert.equal(steps.state.voice.utterance?.origin.by, "tap");
});

Deno.test("[DW2] one that the page has already been told to play is called back first", () => {
  const steps = asking();
  const alba = firstQuestion(steps);
  steps.on({ type: "voice_prepared", utteranceId: alba, durationMs: 2_000, url: "/x.wav" });
  const confirmed = AGENDA_TAP(steps, 1, true);
  assert.deepEqual(told(confirmed, "speak_cancel"), [
    { type: "speak_cancel", utterance_id: alba, reason: "cancelled" },
  ]);
  assert.deepEqual(prepared(confirmed), [], "two at once never");
  const silent = steps.say({ type: "speak_ended", utterance_id: alba, reason: "cancelled" });
  assert.equal(prepared(silent).length, 1, "and then the tap is spoken without another one");
});

Deno.test("[DW1] Stop takes back a tap that waits for Alba to be silent", () => {
  const steps = asking();
  const alba = firstQuestion(steps);
  steps.on({ type: "voice_prepared", utteranceId: alba, durationMs: 2_000, url: "/x.wav" });
  AGENDA_TAP(steps, 1, true);
  steps.say({ type: "cancel_speak" });
  const silent = steps.say({ type: "speak_ended", utterance_id: alba, reason: "cancelled" });
  assert.deepEqual(prepared(silent), []);
});

Deno.test("[DW3, QF10] the tapped handover is never held back, and ends the run at the tap", () => {
  const steps = asking();
  firstQuestion(steps);
  const effects = steps.say({ type: "speak", ref: { phrase: "examination_handover" } });
  assert.equal(told(effects, "speak_confirm").length, 0);
  assert.equal(prepared(effects).length, 1);
  assert.equal(steps.state.auto?.drive.core.run, null);
  assert.equal(told(effects, "auto_ended").length, 1);
});

Deno.test("[SP4] before the disclosure a tap is refused, and Alba's start goes on", () => {
  const steps = new AutoSteps({ restored: { disclosureSpoken: false } }).recording();
  const [alba] = prepared(steps.toggle());
  const refused = steps.say({ type: "speak", ref: { phrase: "go_on" } });
  assert.equal(told(refused, "speak_refused").length, 1);
  assert.equal(steps.state.voice.utterance?.id, alba);
});

Deno.test("[SP4] what Alba wanted to say while the voice was busy is refused to her, not to the page", () => {
  const steps = new AutoSteps({ invitationGiven: false }).recording();
  steps.say({ type: "speak", ref: { phrase: "go_on" } });
  const effects = steps.on({
    type: "auto_say",
    freshId: steps.freshId(),
    say: {
      token: 77,
      ref: { kind: "phrase", phrase: "go_on" },
      keepsSpan: false,
      detail: {
        phase: "GOLDEN",
        quietS: 4,
        handedBack: false,
        item: null,
        reask: false,
        turnEndToIssueMs: null,
      },
    },
  });
  assert.equal(told(effects, "speak_refused").length, 0);
  assert.deepEqual(kept(effects, "say_refused"), [
    { type: "say_refused", token: 77, code: "busy" },
  ]);
});
