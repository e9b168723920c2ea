import assert from "node:assert/strict";
import { pageMessage } from "@/lib/protocol/page_messages.ts";
import { ofType } from "./step_harness.ts";
import { AutoSteps } from "./auto_steps.ts";

type Effects = ReturnType<AutoSteps["on"]>;

const reports = (effects: Effects) =>
  ofType(effects, "save_auto_event").flatMap(({ event }) =>
    event.type === "quiet" ? [event.report] : []
  );

function running(): AutoSteps {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.quiet(3, { span: 5, since: "playback" });
  return steps;
}

Deno.test("[TT2, SK5] an answer that is typed for the patient is a span of the patient's own", () => {
  const steps = running();
  const typed = steps.say({ type: "typed", text: "It began on Monday." });
  const [report] = reports(typed);
  assert.deepEqual(
    [report?.span, report?.since, report?.quietMs],
    [6, "speech", 0],
  );
  const committed = ofType(typed, "save_auto_event").map(({ event }) => event)
    .find(({ type }) => type === "committed");
  assert.ok(committed?.type === "committed" && committed.isPatient);
});

Deno.test("[TT2] the page's next report of its old span goes on with ours: quiet counts from the typing", () => {
  const steps = running();
  steps.say({ type: "typed", text: "It began on Monday.", role: "patient" });
  const [report] = reports(steps.later(1_000).quiet(9, { span: 5, since: "playback" }));
  assert.deepEqual([report?.span, report?.since, report?.quietMs], [6, "speech", 1_000]);
  const [next] = reports(steps.quiet(0.5, { span: 6, since: "speech" }));
  assert.deepEqual([next?.span, next?.quietMs], [7, 500], "a new span of the page's is new here");
});

Deno.test("[TT2] what the doctor types is nobody's answer", () => {
  const steps = running();
  const typed = steps.say({ type: "typed", text: "Blood pressure 120.", role: "doctor" });
  assert.deepEqual(reports(typed), []);
  const committed = ofType(typed, "save_auto_event").map(({ event }) => event)
    .find(({ type }) => type === "committed");
  assert.ok(committed?.type === "committed" && !committed.isPatient);
});

Deno.test("[TT2, RE4] the largest span a page may name still counts on, and a larger one is no message of a page", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  const report = { quiet_s: 3, since: "playback", rms: 0.004, floor: 0.02, trace: [] } as const;
  const quiet = (span: number) =>
    ({ type: "quiet", ...report, span, trace_step_ms: 100, frame: 9 }) as const;
  assert.ok(pageMessage.safeParse(quiet(1e12)).success);
  assert.equal(pageMessage.safeParse(quiet(Number.MAX_SAFE_INTEGER)).success, false);
  steps.quiet(3, { span: 1e12, since: "playback" });
  // The harness refuses an audit row that the record would set aside.
  const [typed] = reports(steps.say({ type: "typed", text: "It began on Monday." }));
  assert.equal(typed?.span, 1e12 + 1);
});
