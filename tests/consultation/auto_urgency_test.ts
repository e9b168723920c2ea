import assert from "node:assert/strict";
import { messagesTo, ofType } from "./step_harness.ts";
import { AutoSteps } from "./auto_steps.ts";

type Effects = ReturnType<AutoSteps["on"]>;

const told = (effects: Effects, type: string) =>
  messagesTo(effects, "page").filter((message) => message.type === type);

const RED_FLAG =
  "I have a crushing pain in my chest, it goes into my left arm and I am sweating and sick.";

/** A run in its golden minutes, and the patient says what the rules call an emergency. */
function paused(): { steps: AutoSteps; effects: Effects } {
  const steps = new AutoSteps().recording();
  steps.toggle();
  const said = steps.heard(RED_FLAG);
  const effects = [...said, ...steps.later(1_500).on({ type: "tick" })];
  return { steps, effects };
}

const open = (steps: AutoSteps) =>
  steps.state.alarms.alarms.filter((one) => one.acknowledged === null && !one.arranged)
    .map(({ id }) => id);

Deno.test("[UR1, UR10, UR14] an alarm of the rules pauses the run at once, through the one alarm module", () => {
  const { effects, steps } = paused();
  assert.equal(steps.state.auto?.drive.core.phase, "PAUSED_URGENT");
  const [message] = told(effects, "auto_paused");
  assert.ok(message?.type === "auto_paused");
  assert.deepEqual(message.actions.map(({ id }) => id), open(steps));
  const [event] = ofType(effects, "save_auto_event").map(({ event }) => event)
    .filter(({ type }) => type === "alarms");
  assert.ok(event?.type === "alarms" && event.source === "rule");
  const snapshots = ofType(effects, "save_assessment").map(({ snapshot }) => snapshot);
  assert.ok(snapshots.includes(event.snapshot), "its row is written beside (UR9)");
});

Deno.test("[VI2, UR3] whoever joins during a pause is told what it interrupted, and after it nothing", () => {
  const { steps } = paused();
  const joins = () => {
    const [state] = told(steps.hello(), "state");
    assert.ok(state?.type === "state");
    return [state.auto?.phase, state.auto?.paused_from];
  };
  assert.deepEqual(joins(), ["PAUSED_URGENT", "GOLDEN"]);
  steps.say({ type: "auto_takeover", alarm_ids: open(steps) });
  assert.deepEqual(joins(), ["TAKEN_OVER", null]);
});

Deno.test("[UR1] what Alba is saying at that moment is cut short, and the record says why", () => {
  const steps = new AutoSteps({ invitationGiven: false }).recording();
  const id = ofType(steps.toggle(), "prepare_speech")[0]?.utteranceId ?? "";
  steps.spoken(id);
  const made = ofType([...steps.quietFor(4.5)], "prepare_speech").at(-1)?.utteranceId ?? "";
  steps.on({ type: "voice_prepared", utteranceId: made, durationMs: 900, url: "/x.wav" });
  steps.say({ type: "speak_started", utterance_id: made });
  const effects = steps.heard(RED_FLAG);
  assert.deepEqual(told(effects, "speak_cancel"), [
    { type: "speak_cancel", utterance_id: made, reason: "urgency_pause" },
  ]);
});

Deno.test("[UR2, UR3, UR14] resume acknowledges what the banner showed, as alarm_ack does, and goes on", () => {
  const { steps } = paused();
  const shown = open(steps);
  const effects = steps.later(3_000).say({ type: "auto_resume", alarm_ids: shown });
  assert.deepEqual(ofType(effects, "save_alarm_acknowledged").map(({ alarm }) => alarm.id), shown);
  assert.equal(steps.state.auto?.drive.core.phase, "GOLDEN");
  const kinds = ofType(effects, "audit").map(({ entry }) => entry.kind);
  assert.ok(kinds.includes("auto.resumed") && kinds.includes("auto.acknowledged"));
  const standing = told(effects, "auto_standing").at(-1);
  assert.ok(standing?.type === "auto_standing");
  assert.deepEqual(standing.actions.map(({ id }) => id), shown, "it stays in the strip (UR7)");
});

for (const type of ["auto_resume", "auto_takeover"] as const) {
  Deno.test(`[UR2, UR3, UR14] ${type} covers the words that the banner showed, and the rows name them`, () => {
    const { effects, steps } = paused();
    const banner = told(effects, "urgent").at(-1);
    assert.ok(banner?.type === "urgent");
    const [{ action, id } = { action: "", id: "" }] = banner.alarms;
    const reworded = `${action} today`;
    const urgentActions = [{
      action: reworded,
      reason: "r",
      quote: "words",
      quoteFound: false,
      line: null,
      arranged: false,
    }];
    const pass = {
      id: "p9",
      consultation: "c1",
      room: "room-1",
      version: 90,
      reason: "growth" as const,
      throughLine: 1,
    };
    steps.on({
      type: "decisions",
      event: { type: "urgency_landed", pass, startedWallMs: 5, urgency: { urgentActions } },
    });
    assert.ok(steps.state.alarms.alarms.some((one) => one.id === id && one.action === reworded));
    const { snapshot } = banner;
    const answer = steps.say({ type, alarm_ids: banner.alarms.map((one) => one.id), snapshot });
    const rows = ofType(answer, "audit").map(({ entry }) => entry)
      .filter(({ kind }) => kind.startsWith("auto.acknowledged"));
    assert.equal(rows.length, 1);
    assert.ok(JSON.stringify(rows).includes(action) && !JSON.stringify(rows).includes(reworded));
    assert.deepEqual(
      ofType(answer, "save_alarm_acknowledged").map(({ alarm }) => alarm.action),
      banner.alarms.map((one) => one.action),
    );
  });
}

Deno.test("[UR2, UR12] an alarm that the banner did not show keeps the pause", () => {
  const { steps } = paused();
  const effects = steps.say({ type: "auto_resume", alarm_ids: [] });
  assert.equal(steps.state.auto?.drive.core.phase, "PAUSED_URGENT");
  assert.equal(ofType(effects, "save_alarm_acknowledged").length, 0);
  const unknown = steps.say({ type: "auto_resume", alarm_ids: ["never-shown"] });
  assert.equal(steps.state.auto?.drive.core.phase, "PAUSED_URGENT");
  assert.equal(ofType(unknown, "save_alarm_acknowledged").length, 0);
});

Deno.test("[UR3] take over acknowledges and ends the run in one tap", () => {
  const { steps } = paused();
  const shown = open(steps);
  const effects = steps.say({ type: "auto_takeover", alarm_ids: shown });
  assert.equal(steps.state.auto?.drive.core.phase, "TAKEN_OVER");
  assert.deepEqual(ofType(effects, "save_alarm_acknowledged").map(({ alarm }) => alarm.id), shown);
  assert.equal(ofType(effects, "save_run_ended").length, 1);
});

Deno.test("[UR5, UR14] an acknowledged alarm that is raised again pauses nothing; the rows say why", () => {
  const { steps } = paused();
  steps.say({ type: "alarm_ack", alarm_ids: open(steps) });
  steps.say({ type: "auto_resume", alarm_ids: [] });
  steps.heard(`And again, ${RED_FLAG}`);
  const effects = steps.later(1_500).on({ type: "tick" });
  assert.equal(steps.state.auto?.drive.core.phase, "GOLDEN");
  const news = ofType(effects, "save_auto_event").map(({ event }) => event)
    .filter(({ type }) => type === "alarms");
  for (const one of news) {
    assert.ok(one.type === "alarms" && one.matched.every(({ acknowledged }) => acknowledged));
  }
});

Deno.test("[UR13] an alarm that is open when the golden minutes begin pauses them", () => {
  const steps = new AutoSteps().recording();
  steps.heard(RED_FLAG);
  steps.later(1_500).on({ type: "tick" });
  assert.ok(open(steps).length > 0);
  steps.toggle();
  assert.equal(steps.state.auto?.drive.core.phase, "PAUSED_URGENT");
});

Deno.test("[UR8] an alarm that nobody has seen at Stop is still open for the review", () => {
  const { steps } = paused();
  steps.say({ type: "stop" });
  assert.ok(open(steps).length > 0);
  steps.say({ type: "auto_resume", alarm_ids: open(steps) });
  assert.ok(open(steps).length > 0, "after Stop only alarm_ack acknowledges");
});
