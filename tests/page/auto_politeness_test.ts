import assert from "node:assert/strict";
import { pageMessage } from "@/lib/protocol/page_messages.ts";
import { serverMessage } from "@/lib/protocol/server_messages.ts";
import { autoForTest, CONFIG } from "./auto_for_test.ts";
import { autoSpeak, setUpAuto } from "./auto_page_without_browser.ts";

const QUIET = 0.001;
const LOUD = 0.1;

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

Deno.test("[SP10, TT12] digital zeros are no quiet room: nothing is reported, Alba may not begin", async () => {
  const { begin, hear, line, playing, quiet, settled } = setUpAuto();
  await begin({ auto: autoForTest({ on: true, phase: "OPEN" }) });
  hear(1000, LOUD);
  hear(4_980, 0);
  const reported = quiet().length;
  assert.ok(reported > 0, "a short silence may be a gate's, and is quiet");
  hear(3_000, 0);
  assert.equal(quiet().length, reported);
  line.say(autoSpeak("u1"));
  await settled();
  assert.equal(playing(), null);
  assert.deepEqual(line.said.at(-1), {
    type: "speak_ended",
    utterance_id: "u1",
    reason: "politeness_abort",
  });
  const before = quiet().at(-1);
  hear(1000, QUIET);
  const after = quiet().at(-1);
  assert.ok(before?.span !== undefined && after?.span !== undefined);
  assert.ok(after.span > before.span, "what was said into a muted microphone is unknown");
  assert.ok(after.quiet_s <= 1);
  line.say(autoSpeak("u2"));
  await settled();
  assert.equal(playing(), "u2");
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
