import assert from "node:assert/strict";
import { PHASES } from "@/lib/auto_phase.ts";
import {
  type AutoPageView,
  initialAutoPageView,
  isPausedForUrgency,
  mayHandOver,
  reduceAuto,
} from "@/lib/page/auto_page_view.ts";
import { goldenLeftWords, phaseWords, planWords } from "@/lib/page/auto_words.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { snapshotForTest } from "./live_snapshot.ts";
import { autoForTest, toggled } from "./auto_for_test.ts";

function after(...messages: readonly ServerMessage[]): AutoPageView {
  let view: AutoPageView | null = initialAutoPageView();
  const state = snapshotForTest({ auto: autoForTest() });
  for (const message of [state, ...messages]) {
    view = reduceAuto(view, { type: "server", message, nowMs: 0 });
  }
  assert.ok(view !== null);
  return view;
}

const phase = (name: AutoPageView["phase"]) =>
  ({ type: "auto_phase", phase: name, golden_spent_ms: 0, golden_runs: false }) as const;

Deno.test("[VI2] each phase of a run is said in its own words, and none without a run", () => {
  const words = PHASES.map((name) => [name, phaseWords(after(toggled(), phase(name)))]);
  assert.deepEqual(Object.fromEntries(words), {
    OFF: "Waiting for a quiet moment to begin",
    DISCLOSURE: "Introducing Alba",
    INVITATION: "Inviting the patient to begin",
    GOLDEN: "Golden minutes",
    OPEN: "Open questions",
    CLOSED: "Closed questions",
    HANDOVER: "Handing over",
    PAUSED_URGENT: "Paused — urgent",
    TAKEN_OVER: "Taken over",
  });
  assert.equal(phaseWords(after(phase("GOLDEN"))), "Alba speaks only when you tap.");
});

Deno.test("[EN3] why auto mode went off by itself is said until it is on again", () => {
  const words = "Too loud to start: 0.031 against 0.020";
  const off = toggled({ on: false, words });
  assert.equal(phaseWords(after(toggled({ starting: true, on: false }), off)), words);
  assert.equal(
    phaseWords(after(off, toggled({ starting: true, on: false }), toggled({ on: false }))),
    phaseWords(after()),
  );
  const state = snapshotForTest({ auto: autoForTest({ words }) });
  assert.equal(phaseWords(after(state)), words);
});

Deno.test("[VI3] a plan is said from its preparation to the ask, and only in a run", () => {
  const plan = (
    name: "preparing" | "queued" | "idle" | "handing_over",
    text: string | null = null,
  ) => ({ type: "auto_plan", plan: name, text }) as const;
  assert.equal(planWords(after(toggled(), plan("preparing"))), "Preparing a question");
  assert.equal(planWords(after(toggled(), plan("queued", "Where?"))), "Next: “Where?”");
  assert.equal(planWords(after(toggled(), plan("queued"))), "The next question is ready");
  assert.equal(
    planWords(after(toggled(), plan("handing_over"))),
    "Handing over after this answer",
  );
  assert.equal(planWords(after(toggled(), plan("queued", "Where?"), plan("idle"))), "");
  assert.equal(planWords(after(toggled(), plan("preparing"), toggled({ on: false }))), "");
});

Deno.test("[VI2] the golden seconds are read as minutes and seconds", () => {
  assert.deepEqual([null, 90, 65, 9].map(goldenLeftWords), [
    "",
    "1:30 left",
    "1:05 left",
    "0:09 left",
  ]);
  assert.match(goldenLeftWords(0), /waits for the patient/);
});

Deno.test("[QF7] Handover is offered in the three listening phases of a run, and nowhere else", () => {
  const offered = PHASES.filter((name) => mayHandOver(after(toggled(), phase(name))));
  assert.deepEqual(offered, ["GOLDEN", "OPEN", "CLOSED"]);
  assert.equal(mayHandOver(after(phase("OPEN"))), false);
});

Deno.test("[VI4, UR7] the banner goes with the pause; what was seen and is not arranged outlives the run", () => {
  const actions = [{ id: "a1", action: "Call 999" }];
  const paused = after(toggled(), { type: "auto_paused", actions }, phase("PAUSED_URGENT"));
  assert.ok(isPausedForUrgency(paused));
  assert.deepEqual(paused.paused, actions);
  const resumed = after(
    toggled(),
    { type: "auto_paused", actions },
    phase("PAUSED_URGENT"),
    phase("OPEN"),
  );
  assert.equal(isPausedForUrgency(resumed), false);
  const standing = { type: "auto_standing", actions } as const;
  const taken = after(
    toggled(),
    { type: "auto_paused", actions },
    phase("PAUSED_URGENT"),
    standing,
    phase("TAKEN_OVER"),
    { type: "auto_ended", reason: "takeover" },
    toggled({ on: false }),
  );
  assert.equal(isPausedForUrgency(taken), false);
  assert.deepEqual(taken.standing, actions);
  assert.equal(phaseWords(taken), "You have taken over.");
});

Deno.test("[VI4] a snapshot in the middle of a pause brings its banner", () => {
  const actions = [{ id: "a1", action: "Call 999" }];
  const auto = autoForTest({ on: true, phase: "PAUSED_URGENT", paused: actions });
  const view = after(snapshotForTest({ auto }));
  assert.ok(isPausedForUrgency(view));
  assert.deepEqual(view.paused, actions);
});

Deno.test("[VI2, TT12] a run that waits says why in the phase's place, and the phase again when it goes on", () => {
  const words = "Alba waits: she cannot hear.";
  const waiting = after(toggled(), phase("OPEN"), toggled({ words }));
  assert.equal(phaseWords(waiting), words);
  const on = reduceAuto(waiting, { type: "server", message: toggled(), nowMs: 0 });
  assert.equal(phaseWords(on), "Open questions");
});
