import assert from "node:assert/strict";
import { messagesTo, ofType } from "./step_harness.ts";
import { AutoSteps } from "./auto_steps.ts";

type Effects = ReturnType<AutoSteps["on"]>;

const prepared = (effects: Effects) =>
  ofType(effects, "prepare_speech").map((one) => one.utteranceId);

const endings = (effects: Effects) =>
  ofType(effects, "save_auto_event").map(({ event }) => event)
    .flatMap((event) => event.type === "speech_ended" ? [event.by ?? null] : []);

const core = (steps: AutoSteps) => {
  const { auto } = steps.state;
  assert.ok(auto !== null);
  return auto.drive.core;
};

function makeSound(steps: AutoSteps, id: string): Effects {
  return steps.on({ type: "voice_prepared", utteranceId: id, durationMs: 2_000, url: "/x.wav" });
}

/** Another page takes control and this one takes it back; the voice has been closed meanwhile. */
function takeOver(steps: AutoSteps): Effects {
  steps.hello("second");
  return [
    ...steps.say({ type: "take_control" }, "second"),
    ...steps.later(1_000).on({ type: "tick" }),
    ...steps.say({ type: "take_control" }),
  ];
}

/** In the invitation, which is being made. */
function inviting(): { readonly steps: AutoSteps; readonly invitation: string } {
  const steps = new AutoSteps({ invitationGiven: false }).recording();
  const [invitation] = prepared(steps.toggle());
  assert.ok(invitation !== undefined);
  return { steps, invitation };
}

/** A doctor's question is heard to its end in the golden minutes. */
function asked(): { readonly steps: AutoSteps; readonly item: () => string | undefined } {
  const steps = new AutoSteps().recording();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.toggle();
  const { version } = steps.state.decisions.agenda;
  const [id] = prepared(steps.say({ type: "speak", ref: { agenda: { version, index: 0 } } }));
  assert.ok(id !== undefined);
  const question = steps.state.voice.utterance?.spoken.question;
  steps.spoken(id);
  return {
    steps,
    item: () => core(steps).queue.items.find(({ text }) => text === question)?.status,
  };
}

Deno.test("[QF4, QU8] what the doctor asked and the patient heard stays asked, whatever phrase nobody hears after it", () => {
  const { item, steps } = asked();
  assert.equal(item(), "asked");
  steps.say({ type: "speak", ref: { phrase: "i_see" } });
  assert.deepEqual(endings(steps.say({ type: "cancel_speak" })), ["stop"]);
  assert.equal(item(), "asked");
});

Deno.test("[EN2, DW2] a phrase tapped while the invitation is made takes its place, and the start goes on", () => {
  const { invitation, steps } = inviting();
  const tapped = steps.say({ type: "speak", ref: { phrase: "i_see" } });
  assert.deepEqual(endings(tapped), ["tap"]);
  const [phrase] = prepared(tapped);
  assert.ok(phrase !== undefined && phrase !== invitation);
  assert.equal(core(steps).phase, "INVITATION");
  steps.spoken(phrase);
  const again = prepared(steps.quietFor(1));
  assert.equal(again.length, 1);
  steps.spoken(again[0] ?? "");
  assert.equal(core(steps).phase, "GOLDEN");
});

Deno.test("[EN2, CO3] a page that takes control while the invitation plays does not end the start", () => {
  const { invitation, steps } = inviting();
  makeSound(steps, invitation);
  steps.say({ type: "speak_started", utterance_id: invitation });
  assert.deepEqual(endings(takeOver(steps)), ["control"]);
  assert.equal(core(steps).phase, "INVITATION");
  assert.equal(prepared(steps.quietFor(1)).length, 1);
});

Deno.test("[DW1, EN2] a Stop ends the start, also behind a tap that waits or a page that takes control", () => {
  const behind: readonly ((steps: AutoSteps) => void)[] = [
    () => {},
    (steps) => steps.say({ type: "speak", ref: { phrase: "i_see" } }),
    (steps) => steps.hello("second") && steps.say({ type: "take_control" }, "second"),
  ];
  for (const first of behind) {
    const { invitation, steps } = inviting();
    makeSound(steps, invitation);
    first(steps);
    steps.say({ type: "cancel_speak" }, steps.state.clients.controller ?? "page");
    assert.deepEqual(endings(steps.later(1_000).on({ type: "tick" })), ["stop"]);
    assert.equal(core(steps).run, null);
    assert.equal(core(steps).phase, "OFF");
  }
});

Deno.test("[DW1, CO3] a page that takes control in an encourager does not silence Alba", () => {
  const golden = new AutoSteps().recording();
  golden.toggle();
  const [encourager] = prepared(golden.quietFor(4.5));
  assert.ok(encourager !== undefined);
  makeSound(golden, encourager);
  assert.deepEqual(endings(takeOver(golden)), ["control"]);
  assert.equal(core(golden).turn.isHushed, false);
  assert.equal(prepared(golden.quietFor(4.5)).length, 1, "and she goes on in the next silence");
});

Deno.test("[DW1, SP8] a page that ended it by itself has been stopped, its own word for it lost on the way", () => {
  const golden = new AutoSteps().recording();
  golden.toggle();
  const encourager = () => {
    const [id] = prepared(golden.quietFor(4.5));
    assert.ok(id !== undefined);
    makeSound(golden, id);
    golden.say({ type: "speak_started", utterance_id: id });
    return id;
  };
  encourager();
  assert.deepEqual(endings(takeOver(golden)), ["control"]);
  const utterance_id = encourager();
  const silent = golden.say({ type: "speak_ended", utterance_id, reason: "cancelled" });
  assert.deepEqual(endings(silent), ["stop"], "who ended the one before is forgotten");
  assert.equal(core(golden).turn.isHushed, true);
});

Deno.test("[MA10, DW1] what auto mode silences itself, as it goes off, is no Stop of the doctor's", () => {
  const { invitation, steps } = inviting();
  makeSound(steps, invitation);
  const off = steps.toggle(false);
  assert.equal(messagesTo(off, "page").filter(({ type }) => type === "speak_cancel").length, 1);
  assert.deepEqual(endings(steps.later(1_000).on({ type: "tick" })), ["auto"]);
});
