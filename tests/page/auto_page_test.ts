import assert from "node:assert/strict";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { initialAutoPageView } from "@/lib/page/auto_page_view.ts";
import type { AlarmView, ServerMessage } from "@/lib/protocol/server_messages.ts";
import { pageMessage } from "@/lib/protocol/page_messages.ts";
import { autoForTest, CONFIG, toggled } from "./auto_for_test.ts";
import { autoSpeak, setUpAuto } from "./auto_page_without_browser.ts";
import { setUp } from "./page_without_browser.ts";

function alarmForTest(id: string): AlarmView {
  return {
    id,
    action: "Same-day ECG",
    reason: "Chest pain",
    quote: null,
    question: null,
    quote_found: true,
    segment: null,
    source: "rule",
    raised_ms: 0,
    acknowledged: null,
    arranged: false,
  };
}

const QUIET = 0.001;
const LOUD = 0.1;

Deno.test("[TT1, EN1] an off page measures and tells nothing", async () => {
  const { begin, hear, quiet } = setUpAuto();
  await begin({ auto: autoForTest() });
  hear(3000, QUIET);
  assert.deepEqual(quiet(), []);
});

Deno.test("[EN1] without auto mode in the snapshot the page shows none and sends nothing of it", async () => {
  const { autoView, begin, hear, said } = setUpAuto();
  await begin();
  assert.equal(autoView.value, null);
  hear(3000, QUIET);
  assert.deepEqual(said().filter((type) => type === "quiet" || type.startsWith("auto_")), []);
});

Deno.test("[EN1] a page that was drawn without auto mode sends nothing of it, whatever it hears", async () => {
  const { begin, clock, controller, line, microphone, playing, said, settled } = setUp();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  line.say(toggled());
  for (let frame = 0; frame < 300; frame++) {
    clock.advance(20);
    microphone.frame(frame * 20, QUIET);
  }
  assert.equal(controller.auto, null);
  assert.deepEqual(said().filter((type) => type === "quiet" || type.startsWith("auto_")), []);
  line.say(autoSpeak("u1"));
  await settled();
  assert.equal(playing(), null, "what nobody can check is not played");
});

Deno.test("[EN2, TT1] while starting the reporter is armed, and lasting quiet is told at once", async () => {
  const { begin, hear, line, quiet } = setUpAuto();
  await begin({ auto: autoForTest() });
  hear(3000, QUIET);
  line.say(toggled({ on: false, starting: true }));
  hear(100, QUIET);
  assert.equal(quiet().length, 1);
  assert.equal(quiet()[0]?.quiet_s, 3.1);
  assert.ok(pageMessage.safeParse(quiet()[0]).success);
});

Deno.test("[TT1] reports end with the run", async () => {
  const { begin, hear, line, quiet } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(1000, QUIET);
  const told = quiet().length;
  assert.ok(told > 0);
  line.say(toggled({ on: false }));
  hear(3000, QUIET);
  assert.equal(quiet().length, told);
});

Deno.test("[TT1] a tapped utterance and a reading doctor end the span as Alba's own do", async () => {
  const { begin, controller, hear, line, quiet, report } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(200, LOUD);
  hear(1000, QUIET);
  const first = quiet().at(-1)!;
  report()?.started("tapped");
  hear(500, LOUD);
  report()?.ended("tapped", "completed");
  hear(1000, QUIET);
  const second = quiet().at(-1)!;
  assert.deepEqual([second.since, second.span], ["playback", Number(first.span) + 1]);
  line.say({
    type: "speak_aloud",
    utterance_id: "read",
    ref: { phrase: "go_on" },
    text: "Go on.",
    max_s: 20,
  });
  controller.readAloudStarted();
  hear(500, LOUD);
  controller.readAloudDone();
  hear(1000, QUIET);
  assert.equal(quiet().at(-1)?.span, Number(second.span) + 1);
});

Deno.test("[TT1, TT11] an utterance sent with keeps_span begins no span", async () => {
  const { begin, hear, line, quiet, report } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(200, LOUD);
  hear(1000, QUIET);
  const before = quiet().at(-1)!;
  line.say(autoSpeak("think", true));
  report()?.started("think");
  hear(1000, LOUD);
  report()?.ended("think", "completed");
  hear(1000, QUIET);
  assert.deepEqual([quiet().at(-1)?.span, quiet().at(-1)?.since], [before.span, "speech"]);
  assert.ok((quiet().at(-1)?.quiet_s ?? 0) > 2);
});

Deno.test("[TT1] spans of a reloaded page are above those it used before", async () => {
  const before = setUpAuto();
  await before.begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  for (let turn = 0; turn < 30; turn++) {
    before.hear(100, LOUD);
    before.hear(100, QUIET);
  }
  before.hear(700, QUIET);
  const after = setUpAuto(before.clock.wallMs());
  await after.begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  after.hear(700, QUIET);
  assert.ok((after.quiet()[0]?.span ?? 0) > (before.quiet().at(-1)?.span ?? Infinity));
});

Deno.test("[TT10] the floor is the service's; the page's own only where none has come", async () => {
  const { begin, hear, line, quiet } = setUpAuto();
  await begin({ floor: 0.02, auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(700, 0.025);
  assert.deepEqual(quiet().map(({ floor }) => floor), [CONFIG.floor]);
  line.say(toggled({ config: { ...CONFIG, floor: 0.024 } }));
  hear(100, 0.025);
  assert.deepEqual([quiet().at(-1)?.floor, quiet().at(-1)?.quiet_s], [0.024, 0]);
});

Deno.test("[TT10] where no floor has come the page's absolute one decides whether Alba begins", async () => {
  const { auto, autoView, begin, hear } = setUpAuto();
  await begin({ floor: 0.02 });
  autoView.value = initialAutoPageView();
  hear(100, 0.021);
  assert.equal((await auto.courtesy.mayBegin()).ok, false);
  hear(100, 0.019);
  assert.equal((await auto.courtesy.mayBegin()).ok, true);
});

Deno.test("[VI1, EN2] the switch names platform and microphone; only the service's word turns it", async () => {
  const { auto, autoView, begin, line } = setUpAuto();
  await begin({ auto: autoForTest() });
  auto.toggle(true);
  assert.deepEqual(line.said.at(-1), {
    type: "auto_toggle",
    on: true,
    platform: "test",
    input_label: "Desk microphone",
  });
  assert.equal(autoView.value?.on, false);
  line.say(toggled({ on: false, starting: true }));
  assert.deepEqual([autoView.value?.on, autoView.value?.starting], [false, true]);
  line.say(toggled());
  assert.equal(autoView.value?.on, true);
});

Deno.test("[VI2] golden seconds count down from the invitation's end, freeze in a pause, and go with the phase", async () => {
  const { begin, goldenLeftS, line, pass } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "INVITATION" }) });
  const phase = (name: "GOLDEN" | "PAUSED_URGENT" | "OPEN", spentMs: number, runs: boolean) =>
    line.say({ type: "auto_phase", phase: name, golden_spent_ms: spentMs, golden_runs: runs });
  assert.equal(goldenLeftS.value, null);
  phase("GOLDEN", 0, true);
  assert.equal(goldenLeftS.value, 90);
  pass(999);
  assert.equal(goldenLeftS.value, 90);
  pass(1);
  assert.equal(goldenLeftS.value, 89);
  pass(9000);
  assert.equal(goldenLeftS.value, 80);
  phase("PAUSED_URGENT", 10_000, false);
  pass(30_000);
  assert.equal(goldenLeftS.value, 80);
  phase("GOLDEN", 10_000, true);
  pass(200_000);
  assert.equal(goldenLeftS.value, 0);
  phase("OPEN", 90_000, false);
  assert.equal(goldenLeftS.value, null);
  phase("PAUSED_URGENT", 90_000, false);
  assert.equal(goldenLeftS.value, null, "that pause interrupts no golden minute");
});

Deno.test("[VI2, VI4] a page that is loaded during a pause shows the golden seconds that it froze, and no others", async () => {
  const paused = { on: true, phase: "PAUSED_URGENT", golden_spent_ms: 10_000 } as const;
  const { begin, goldenLeftS, line, pass } = setUpAuto();
  await begin({ auto: autoForTest({ ...paused, paused_from: "GOLDEN" }) });
  assert.equal(goldenLeftS.value, 80);
  pass(30_000);
  assert.equal(goldenLeftS.value, 80);
  // Another alarm makes the same pause wider.
  line.say({
    ...{ type: "auto_phase", phase: "PAUSED_URGENT" },
    ...{ golden_spent_ms: 10_000, golden_runs: false },
  });
  assert.equal(goldenLeftS.value, 80);
  const later = setUpAuto();
  await later.begin({ auto: autoForTest({ ...paused, paused_from: "OPEN" }) });
  assert.equal(later.goldenLeftS.value, null);
});

Deno.test("[UR2, UR3, UR14] both answers to a pause name exactly what is displayed, and as of when", async () => {
  const { auto, begin, line } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "PAUSED_URGENT" }), snapshot: 4 });
  auto.resume(["a1", "a2"]);
  line.say({ type: "urgent", alarms: [alarmForTest("a1")], snapshot: 5 });
  auto.takeOver([]);
  auto.handOver();
  assert.deepEqual(line.said.slice(-3), [
    { type: "auto_resume", alarm_ids: ["a1", "a2"], snapshot: 4 },
    { type: "auto_takeover", alarm_ids: [], snapshot: 5 },
    { type: "auto_handover" },
  ]);
});

Deno.test("[VI4, SK5] a pause is heard once: with its alarm, or by itself; one that is found is silent", async () => {
  const actions = [{ id: "a1", action: "Call 999" }];
  const paused: ServerMessage = { type: "auto_paused", actions };
  const { begin, line, log, pass } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  line.say(paused);
  line.say({ type: "auto_phase", phase: "PAUSED_URGENT", golden_spent_ms: 0, golden_runs: false });
  assert.deepEqual(log, ["alarm"]);
  line.say({ type: "auto_phase", phase: "OPEN", golden_spent_ms: 0, golden_runs: false });
  pass(60_000);
  line.say({ type: "urgent", alarms: [alarmForTest("a2")], snapshot: 1 });
  line.say(paused);
  assert.deepEqual(log, ["alarm", "alarm"]);
  const found = setUpAuto();
  await found.begin({
    auto: autoForTest({ on: true, phase: "PAUSED_URGENT", paused: actions }),
  });
  assert.deepEqual(found.log, []);
});

Deno.test("[DW3] the doctor's question is sent again, confirmed; Alba's needs no word", async () => {
  const { auto, autoView, begin, line } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  const ref = { agenda: { version: 2, index: 1 } };
  const asked = { type: "speak_confirm", ref, queued_text: "Where does it hurt?" } as const;
  line.say(asked);
  assert.deepEqual(autoView.value?.choice, { ref, queuedText: "Where does it hurt?" });
  const said = line.said.length;
  auto.choose("alba");
  assert.equal(line.said.length, said);
  assert.equal(autoView.value?.choice, null);
  line.say(asked);
  auto.choose("doctor");
  assert.deepEqual(line.said.at(-1), { type: "speak", ref, confirm_displace: true });
  assert.equal(autoView.value?.choice, null);
  auto.choose("doctor");
  assert.equal(line.said.length, said + 1, "one choice is made once");
});

Deno.test("[DW3] a choice that became moot is withdrawn; one that did not leave the page stays", async () => {
  const { auto, autoView, begin, line } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  line.say({ type: "speak_confirm", ref: { phrase: "go_on" }, queued_text: "Where?" });
  line.say({ type: "speak_confirm_gone" });
  assert.equal(autoView.value?.choice, null);
  line.say({ type: "speak_confirm", ref: { phrase: "go_on" }, queued_text: "Where?" });
  line.cut();
  auto.choose("doctor");
  assert.notEqual(autoView.value?.choice, null);
});

Deno.test("[TT1, TT3] a report names the newest frame as the service numbers it", async () => {
  const { begin, hear, numbers, quiet } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(700, QUIET);
  assert.equal(quiet()[0]?.frame, numbers().at(-1));
  assert.equal(quiet()[0]?.frame, 700 / (FRAME_SAMPLES / 16) - 1);
});
