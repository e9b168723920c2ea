import assert from "node:assert/strict";
import { restoreAuto } from "@/lib/consultation/restore_auto.ts";
import type { StoredAutoEvent } from "@/lib/record/auto_event_store.ts";
import { AUTO, AutoSteps } from "./auto_steps.ts";
import { ofType } from "./step_harness.ts";

type Effects = ReturnType<AutoSteps["on"]>;

/** Far above what a clock shows that began with the new process. */
const RAN_FOR_MS = 1_000_000;

function prepared(effects: Effects): string {
  const [said] = ofType(effects, "prepare_speech");
  assert.ok(said !== undefined, "nothing is being said");
  return said.utteranceId;
}

function begun(cds?: string): AutoSteps {
  const steps = new AutoSteps(cds === undefined ? {} : { cds });
  return steps.later(RAN_FOR_MS).recording();
}

/** What was kept, as the record gives it back. */
function storedRows(before: AutoSteps): StoredAutoEvent[] {
  return ofType(before.effects, "save_auto_event").map(
    ({ event, nowMs, seq }): StoredAutoEvent => ({
      seq,
      nowMs,
      event: structuredClone(event) as unknown as StoredAutoEvent["event"],
      codeVersion: AUTO.codeVersion,
      settingsHash: AUTO.settingsHash,
      outcomeSha256: "",
    }),
  );
}

/** The service is killed and comes back: what was kept is all that is known. */
function killed(before: AutoSteps, cds = "rules"): { steps: AutoSteps; effects: Effects } {
  const drive = restoreAuto(storedRows(before), new Map(), AUTO.thresholds);
  const { decisions, transcript, voice } = before.state;
  const steps = new AutoSteps({
    cds,
    restored: {
      auto: { drive, askedBefore: null, invitationGiven: true, modelUsable: cds !== "rules" },
      committed: transcript.committed,
      version: decisions.version,
      position: voice.position,
    },
  });
  const effects = steps.on({ type: "resumed" });
  steps.hello();
  steps.capture("e2");
  steps.frames(0, 10);
  return { steps, effects };
}

/** Switched on again, Alba speaks into the first long quiet. */
function speaksAgain(steps: AutoSteps): void {
  steps.toggle();
  const [said] = ofType(steps.quietFor(6), "prepare_speech");
  assert.ok(said !== undefined, "auto mode is dead after the restart");
}

Deno.test("[MA9, CO1] a service killed while Alba speaks comes back with auto mode off, and it can be on again", () => {
  const before = begun();
  before.toggle();
  const utteranceId = prepared(before.quietFor(5));
  before.on({ type: "voice_prepared", utteranceId, durationMs: 2_000, url: "/x.wav" });
  before.say({ type: "speak_started", utterance_id: utteranceId });
  const { effects, steps } = killed(before);
  assert.deepEqual(ofType(effects, "save_auto_event").map(({ event }) => event), [
    { type: "restarted" },
    { type: "toggle_off", reason: "restart" },
  ]);
  const { run, saying } = steps.state.auto?.drive.core ?? {};
  assert.deepEqual({ run, saying }, { run: null, saying: null });
  speaksAgain(steps);
});

Deno.test("[TT7, RE5] where in the recording a question was is kept; a build that did not say it says null", () => {
  const before = begun();
  before.heard("I have had a pain in my chest since this morning.");
  before.toggle();
  const { version } = before.state.decisions.agenda;
  before.spoken(prepared(before.say({ type: "speak", ref: { agenda: { version, index: 0 } } })));
  const rows = storedRows(before);
  const { position } = before.state.voice;
  const placesOf = (stored: StoredAutoEvent[]) => {
    const { awaiting } = restoreAuto(stored, new Map(), AUTO.thresholds).core.turn;
    return [awaiting?.startSample, awaiting?.endSample];
  };
  assert.deepEqual(placesOf(rows), [position, position]);
  const unplaced = rows.map(({ event, ...row }) => {
    const { atSample: _, ...rest } = event;
    return { ...row, event: rest };
  });
  assert.deepEqual(placesOf(unplaced), [null, null]);
});

Deno.test("[MA9, CO1] a service killed under a doctor's tap, without a run, leaves no voice busy", () => {
  const before = begun();
  const utteranceId = prepared(before.say({ type: "speak", ref: { phrase: "mm_hm" } }));
  before.on({ type: "voice_prepared", utteranceId, durationMs: 2_000, url: "/x.wav" });
  before.say({ type: "speak_started", utterance_id: utteranceId });
  assert.equal(before.state.auto?.drive.core.tapped, utteranceId);
  const { effects, steps } = killed(before);
  assert.deepEqual(ofType(effects, "save_auto_event").map(({ event }) => event), [
    { type: "restarted" },
  ]);
  assert.equal(steps.state.auto?.drive.core.tapped, null);
  speaksAgain(steps);
});

Deno.test("[MA9, TT3, LA5] an officer after the restart is not put behind a pass that went with the service", () => {
  const pass = {
    id: "p7",
    consultation: "c1",
    room: "room-1",
    version: 7,
    reason: "turn_end",
    throughLine: 1,
  } as const;
  const before = begun("ollama");
  before.toggle();
  before.on({ type: "decisions", event: { type: "pass_started", pass } });
  assert.notEqual(before.state.auto?.drive.core.passes.inFlight, null);
  const { steps } = killed(before, "ollama");
  assert.equal(steps.state.auto?.drive.core.passes.inFlight, null);
  steps.toggle();
  steps.heard("I have had a pain in my chest since this morning.");
  const rows = ofType(steps.quietFor(3), "audit").map(({ entry }) => entry.kind);
  assert.equal(rows.includes("auto.officer_deferred"), false);
});
