import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type AlarmCandidate,
  type AlarmsState,
  isOpen,
  isStanding,
  NO_ALARMS,
} from "@/lib/alarms/alarm.ts";
import { raiseAlarms } from "@/lib/alarms/raise_alarms.ts";
import { acknowledgeAlarms, arrangeAlarms } from "@/lib/alarms/settle_alarms.ts";

const candidate = (action: string, more: Partial<AlarmCandidate> = {}): AlarmCandidate => ({
  action,
  reason: "because",
  quote: null,
  question: null,
  quoteFound: false,
  segment: null,
  source: "model",
  arranged: false,
  ...more,
});

/** As a page displays them that has all that was sent. */
const now = (...ids: string[]) => ({ ids, snapshot: null });

let ids = 0;
const raise = (state: AlarmsState, ...actions: (string | AlarmCandidate)[]) =>
  raiseAlarms(
    state,
    actions.map((action) => typeof action === "string" ? candidate(action) : action),
    { snapshot: "s1", nowMs: 0, threshold: 0.6, newId: () => `a${++ids}` },
  );

Deno.test("[UR5, UR14] a re-wording joins its alarm and the newest wording is shown", () => {
  const first = raise(NO_ALARMS, "Arrange an urgent ECG");
  const again = raise(first.state, "Bedside ECG");
  assert.equal(again.raised.length, 0);
  assert.equal(again.matched[0]?.match.exact, true);
  assert.deepEqual(again.state.alarms.map(({ action }) => action), ["Bedside ECG"]);
});

Deno.test("[UR5] a chain of re-wordings stays one alarm through its aliases", () => {
  let { state } = raise(NO_ALARMS, "Consider hospital admission");
  for (const wording of ["Immediate referral to hospital", "Same-day specialist referral"]) {
    state = raise(state, wording).state;
  }
  assert.equal(state.alarms.length, 1);
});

Deno.test("[UR11, UR10] an action that says something else is a new alarm, whatever it shares", () => {
  for (
    const [standing, other] of [
      ["Chest X-ray", "Chest drain"],
      ["Urgent ECG", "ECG and call 999 for suspected heart attack"],
      ["Call 999 for stroke", "Call 999 for sepsis"],
      ["Stop anticoagulant", "Start anticoagulant"],
    ] as const
  ) {
    const { state } = raise(raise(NO_ALARMS, standing).state, other);
    assert.equal(state.alarms.length, 2, `${standing} / ${other}`);
  }
});

Deno.test("[UR4, UR10] what one assessment lists side by side is told apart, however alike it reads", () => {
  const likely = ["Consider hospital admission", "Immediate referral to hospital"];
  const { state, raised } = raise(NO_ALARMS, ...likely);
  assert.deepEqual(raised.map(({ action }) => action), likely);
  const again = raise(state, ...likely.toReversed());
  assert.deepEqual(again.raised, []);
  assert.deepEqual(again.state.alarms.map(({ action }) => action), likely);
});

Deno.test("[UR4, UR5] beside an action that was acknowledged a similar one is new; the nearer is the old one", () => {
  const { state } = raise(NO_ALARMS, "Consider hospital admission");
  const seen = acknowledgeAlarms(state, now(state.alarms[0]?.id ?? ""), {
    by: "Dr Smith",
    atMs: 5,
  });
  const both = raise(seen.state, "Immediate referral to hospital", "Hospital admission");
  assert.deepEqual(both.state.alarms.filter(isOpen).map(({ action }) => action), [
    "Immediate referral to hospital",
  ]);
});

Deno.test("[UR5, UR10] what says the same as an alarm is that alarm before what only says less of it", () => {
  const { state } = raise(NO_ALARMS, "Hospital admission for observation");
  const both = raise(state, "Hospital admission", "Hospital admission for observation");
  assert.deepEqual(both.state.alarms.map(({ action }) => action), [
    "Hospital admission for observation",
    "Hospital admission",
  ]);
});

Deno.test("[UR5] the same action twice in one assessment is one alarm", () => {
  const { state } = raise(NO_ALARMS, "Bedside ECG", "Arrange an urgent ECG", "Bedside ECG");
  assert.equal(state.alarms.length, 1);
});

Deno.test("[UR2, UR14] an acknowledgement covers only what the page displayed", () => {
  const { state } = raise(NO_ALARMS, "Call 999 for stroke", "Call 999 for sepsis");
  const [first, second] = state.alarms;
  assert.ok(first && second);
  const settled = acknowledgeAlarms(state, now(first.id, "never-shown"), {
    by: "Dr Smith",
    atMs: 5,
  });
  assert.deepEqual(settled.changed, [first.id]);
  assert.deepEqual(settled.state.alarms.map(isOpen), [false, true]);
  const again = acknowledgeAlarms(settled.state, now(first.id), { by: "Dr Jones", atMs: 9 });
  assert.equal(again.state.alarms[0]?.acknowledged?.by, "Dr Smith");
});

Deno.test("[UR2, UR14] an alarm re-worded while the finger was on its way keeps the words that were seen", () => {
  const first = raise(NO_ALARMS, "Consider hospital admission").state;
  const id = first.alarms[0]?.id ?? "";
  const reworded = raise(first, "Immediate referral to hospital").state;
  const again = raise(reworded, "Consider hospital admission").state;
  assert.deepEqual([first.snapshot, reworded.snapshot, again.snapshot], [1, 2, 3]);
  const by = { by: "Dr Smith", atMs: 5 };
  const seenAs = (snapshot: number | null) =>
    acknowledgeAlarms(reworded, { ids: [id], snapshot }, by).state.alarms[0]?.action;
  assert.equal(seenAs(first.snapshot), "Consider hospital admission");
  assert.equal(seenAs(reworded.snapshot), "Immediate referral to hospital");
  assert.equal(seenAs(null), "Immediate referral to hospital", "a page that does not tell");
  assert.equal(seenAs(99), "Immediate referral to hospital", "a page ahead of the house");
  const seen = acknowledgeAlarms(again, { ids: [id], snapshot: 2 }, by).state;
  assert.equal(seen.alarms[0]?.action, "Immediate referral to hospital");
  const later = raise(seen, "Same-day specialist referral");
  assert.deepEqual(later.raised, [], "the wording that nobody saw has joined it all the same");
  assert.equal(later.state.alarms[0]?.action, "Immediate referral to hospital");
});

Deno.test("[UR2, UR14] a page that had no list with the alarm cannot have displayed it", () => {
  const none = raise(NO_ALARMS, "Call 999 for stroke").state;
  const { state } = raise(none, "Bedside ECG");
  const displayed = { ids: state.alarms.map(({ id }) => id), snapshot: none.snapshot };
  const settled = acknowledgeAlarms(state, displayed, { by: "Dr Smith", atMs: 5 });
  assert.deepEqual(settled.state.alarms.map(isOpen), [false, true]);
});

Deno.test("[UR14] an assessment that names nothing changes no snapshot", () => {
  const { state } = raise(NO_ALARMS, "Bedside ECG");
  assert.equal(raise(state).state.snapshot, state.snapshot);
});

Deno.test("[UR7] an acknowledged alarm stands until it is arranged", () => {
  const { state } = raise(NO_ALARMS, "Bedside ECG");
  const id = state.alarms[0]?.id ?? "";
  const seen = acknowledgeAlarms(state, now(id), { by: "Dr Smith", atMs: 5 }).state;
  assert.deepEqual(seen.alarms.map(isStanding), [true]);
  const done = arrangeAlarms(seen, ["Bedside ECG"]).state;
  assert.deepEqual(done.alarms.map(isStanding), [false]);
});

Deno.test("[CD7] arranged latches: a later assessment that forgets it does not open it again", () => {
  const { state } = raise(
    NO_ALARMS,
    candidate("Bedside ECG", { arranged: true, quoteFound: true }),
  );
  const later = raise(state, "Arrange an urgent ECG");
  assert.equal(later.raised.length, 0);
  assert.deepEqual(later.state.alarms.map(({ arranged }) => arranged), [true]);
});

Deno.test("[CD6] an alarm whose quote is not in the transcript stands all the same", () => {
  const { raised } = raise(NO_ALARMS, candidate("Bedside ECG", { quote: "never said" }));
  assert.equal(raised[0]?.quoteFound, false);
});

Deno.test("[UR10] no alarm is ever lost: every action is an alarm or the wording of one", () => {
  const actions = fc.constantFrom(
    "Bedside ECG",
    "Arrange an urgent ECG",
    "Call 999 for stroke",
    "Call 999 for sepsis",
    "Consider hospital admission",
    "Immediate referral to hospital",
    "Chest X-ray",
    "Chest drain",
    "",
    "the",
  );
  const passes = fc.array(fc.array(actions, { maxLength: 4 }), { maxLength: 12 });
  fc.assert(fc.property(passes, (all) => {
    let state = NO_ALARMS;
    for (const pass of all) {
      const before = state.alarms.length;
      const result = raise(state, ...pass);
      state = result.state;
      assert.ok(state.alarms.length >= before);
      assert.equal(result.raised.length + result.matched.length, pass.length);
      for (const action of pass.filter((text) => !["", "the"].includes(text))) {
        // Texts that say nothing equal nothing; every other one is known from now on.
        assert.equal(raise(state, action).raised.length, 0, action);
      }
    }
  }));
});

Deno.test("[CD9, CD7] a model's word closes no alarm of the rules, and none without its words", () => {
  const rule = raise(NO_ALARMS, candidate("Bedside ECG", { source: "rule" }));
  const told = candidate("Bedside ECG", { arranged: true, quoteFound: true });
  assert.deepEqual(raise(rule.state, told).state.alarms.map(({ arranged }) => arranged), [false]);
  const model = raise(NO_ALARMS, candidate("Bedside ECG"));
  const unfound = candidate("Bedside ECG", { arranged: true });
  assert.equal(raise(model.state, unfound).state.alarms[0]?.arranged, false);
  assert.equal(raise(model.state, told).state.alarms[0]?.arranged, true);
  assert.equal(raise(NO_ALARMS, unfound).state.alarms[0]?.arranged, false, "never born closed");
});

Deno.test("[UR2] an alarm that was acknowledged keeps the words that were seen", () => {
  const { state } = raise(NO_ALARMS, "Arrange an urgent ECG");
  const id = state.alarms[0]?.id ?? "";
  const seen = acknowledgeAlarms(state, now(id), { by: "Dr Smith", atMs: 5 }).state;
  const again = raise(seen, "Bedside ECG").state.alarms[0];
  assert.equal(again?.action, "Arrange an urgent ECG");
  assert.deepEqual(again?.wordings.map(({ text }) => text), [
    "Arrange an urgent ECG",
    "Bedside ECG",
  ]);
});

Deno.test("[CD7] an alarm is arranged under whichever of its wordings the rules name", () => {
  const { state } = raise(NO_ALARMS, "Arrange an urgent ECG");
  const again = raise(state, "Bedside ECG").state;
  assert.equal(arrangeAlarms(again, ["Bedside ECG"]).changed.length, 1);
});
