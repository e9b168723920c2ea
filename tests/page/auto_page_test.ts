import assert from "node:assert/strict";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { initialAutoPageView } from "@/lib/page/auto_page_view.ts";
import { serverMessage } from "@/lib/protocol/server_messages.ts";
import { pageMessage } from "@/lib/protocol/page_messages.ts";
import { autoForTest, autoSpeak, CONFIG, setUpAuto, toggled } from "./auto_page_without_browser.ts";
import { setUp } from "./page_without_browser.ts";

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
  assert.deepEqual([second.since, second.span], ["playback", first.span + 1]);
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
  assert.equal(quiet().at(-1)?.span, second.span + 1);
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

Deno.test("[SP10] into a quiet room Alba's own words are played as any others", async () => {
  const { begin, hear, line, playing, report, settled } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(1000, QUIET);
  line.say(autoSpeak("u1"));
  await settled();
  assert.equal(playing(), "u1");
  report()?.started("u1");
  report()?.ended("u1", "completed");
  assert.deepEqual(line.said.slice(-2), [
    { type: "speak_started", utterance_id: "u1" },
    { type: "speak_ended", utterance_id: "u1", reason: "completed" },
  ]);
});

Deno.test("[SP10] a level at or above the floor is declined with that level, and nothing is played", async () => {
  for (const rms of [CONFIG.floor, LOUD]) {
    const { begin, hear, line, playing, settled } = setUpAuto();
    await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
    hear(1000, QUIET);
    hear(100, rms);
    line.say(autoSpeak("u1"));
    await settled();
    assert.equal(playing(), null);
    const last = line.said.at(-1);
    assert.ok(last?.type === "speak_ended" && last.reason === "politeness_abort");
    assert.ok(Math.abs((last.rms ?? 0) - rms) < 0.001);
    assert.ok(pageMessage.safeParse(last).success);
    assert.ok(!line.said.some(({ type }) => type === "speak_started"));
  }
});

Deno.test("[SP10] the newest 100 ms decide, not the last report", async () => {
  const { begin, hear, line, playing, settled } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(1000, LOUD);
  hear(100, QUIET);
  line.say(autoSpeak("u1"));
  await settled();
  assert.equal(playing(), "u1");
});

Deno.test("[SP10] right after another utterance Alba waits until the room is heard without it", async () => {
  for (const rms of [QUIET, LOUD]) {
    const { begin, hear, line, playing, report, settled } = setUpAuto();
    await begin({ auto: autoForTest({ on: true, phase: "DISCLOSURE" }) });
    hear(1000, QUIET);
    report()?.started("disclosure");
    hear(500, LOUD);
    report()?.ended("disclosure", "completed");
    const said = line.said.length;
    line.say(autoSpeak("u1"));
    hear(300, LOUD);
    await settled();
    assert.deepEqual([playing(), line.said.length], [null, said]);
    hear(100, rms);
    await settled();
    assert.equal(playing(), rms === QUIET ? "u1" : null);
    const wasDeclined = line.said.some((message) =>
      message.type === "speak_ended" && message.reason === "politeness_abort"
    );
    assert.equal(wasDeclined, rms === LOUD);
  }
});

Deno.test("[SP10, DW1] what was cancelled while it waited is neither played nor told twice", async () => {
  const { begin, controller, hear, line, report, settled } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(100, LOUD);
  report()?.started("u0");
  report()?.ended("u0", "completed");
  line.say(autoSpeak("u1"));
  controller.cancelSpeech();
  report()?.ended("u1", "cancelled");
  hear(400, LOUD);
  await settled();
  const ends = line.said.filter(({ type }) => type === "speak_ended");
  assert.deepEqual(ends.slice(1), [
    { type: "speak_ended", utterance_id: "u1", reason: "cancelled" },
  ]);
});

Deno.test("[SP10, TT12] a room that has not been heard for 600 ms is declined without a level", async () => {
  const { begin, clock, hear, line, playing, settled } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(1000, QUIET);
  clock.advance(601);
  line.say(autoSpeak("u1"));
  await settled();
  assert.equal(playing(), null);
  assert.deepEqual(line.said.at(-1), {
    type: "speak_ended",
    utterance_id: "u1",
    reason: "politeness_abort",
  });
});

Deno.test("[SP10] the browser's own voice is as polite when Alba speaks by herself, not at a tap", async () => {
  const local = (polite: boolean) => ({
    type: "speak_local" as const,
    utterance_id: "u1",
    ref: { phrase: "go_on" as const },
    text: "Go on.",
    max_s: 20,
    ...(polite ? { polite } : {}),
  });
  for (const polite of [true, false]) {
    const { begin, hear, line, playing, settled } = setUpAuto();
    await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
    hear(1000, LOUD);
    assert.ok(serverMessage.safeParse(local(polite)).success);
    line.say(local(polite));
    await settled();
    assert.equal(playing(), polite ? null : "u1");
  }
});

Deno.test("[DW2] a doctor's tap is spoken into whatever the room is doing", async () => {
  const { begin, hear, line, playing } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(1000, LOUD);
  const { keeps_span: _, ...words } = autoSpeak("u1");
  line.say({ ...words, type: "speak_ready" });
  assert.equal(playing(), "u1");
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

Deno.test("[UR2, UR3] both answers to a pause send exactly what they are given", async () => {
  const { auto, begin, line } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "PAUSED_URGENT" }) });
  auto.resume(["a1", "a2"]);
  auto.takeOver([]);
  auto.handOver();
  assert.deepEqual(line.said.slice(-3), [
    { type: "auto_resume", alarm_ids: ["a1", "a2"] },
    { type: "auto_takeover", alarm_ids: [] },
    { type: "auto_handover" },
  ]);
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
