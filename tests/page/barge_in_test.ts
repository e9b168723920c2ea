import assert from "node:assert/strict";
import fc from "fast-check";
import { bargeInStep } from "@/lib/page/barge_in.ts";
import { pageMessage } from "@/lib/protocol/page_messages.ts";
import { autoForTest, CONFIG } from "./auto_for_test.ts";
import { autoSpeak, setUpAuto } from "./auto_page_without_browser.ts";

const THRESHOLD = 0.05;
const QUIET = 0.001;
const LOUD = 0.1;

/** How many ms of the sound pass until Alba falls silent; null when she does not. */
function untilSilence(levels: readonly number[]): number | null {
  let envelope = 0;
  for (const [index, rms] of levels.entries()) {
    const heard = bargeInStep(envelope, rms, THRESHOLD);
    if (heard.reached) return (index + 1) * 20;
    envelope = heard.envelope;
  }
  return null;
}

const sound = (ms: number, rms: number): number[] => Array.from({ length: ms / 20 }, () => rms);

const repeated = (times: number, piece: readonly number[]) =>
  Array.from({ length: times }, () => piece).flat();

Deno.test("[DW4] 200 ms of speech at the threshold end Alba's playback, however loud it is", () => {
  for (const rms of [THRESHOLD, LOUD, 1]) assert.equal(untilSilence(sound(1000, rms)), 200);
  assert.equal(untilSilence(sound(180, 1)), null);
  assert.equal(untilSilence(sound(60_000, THRESHOLD * 0.99)), null);
});

Deno.test("[DW4] stops between syllables delay it; knocks and keys never add up", () => {
  const syllables = repeated(6, [...sound(140, LOUD), ...sound(80, QUIET)]);
  assert.equal(untilSilence(syllables), 140 + 80 + 140);
  const knocks = repeated(50, [...sound(100, 1), ...sound(100, QUIET)]);
  assert.equal(untilSilence(knocks), null);
});

Deno.test("[DW4] what never is loud for longer than it was soft silences nobody", () => {
  const pair = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 20 }));
  fc.assert(fc.property(fc.array(pair, { maxLength: 40 }), (pairs) => {
    const levels = pairs.flatMap(([loud, more]) => [
      ...sound(loud * 20, LOUD),
      ...sound((loud + more) * 20, QUIET),
    ]);
    assert.equal(untilSilence(levels), null);
  }));
});

/** A page whose service listens for speech over Alba at THRESHOLD, or not at all. */
async function playing(bargeInRms: number | null, on = true) {
  const page = setUpAuto();
  const config = { ...CONFIG, barge_in_rms: bargeInRms };
  await page.begin({ auto: autoForTest({ config, on, phase: on ? "OPEN" : "OFF" }) });
  page.hear(1000, QUIET);
  return page;
}

const ends = ({ line }: Awaited<ReturnType<typeof playing>>) =>
  line.said.filter((message) => message.type === "speak_ended");

Deno.test("[DW4] Alba's own words and a tap's fall silent for whoever speaks over them, told with the level", async () => {
  const { keeps_span: _, ...words } = autoSpeak("u1");
  for (const message of [autoSpeak("u1"), { ...words, type: "speak_ready" as const }]) {
    for (const on of [true, false]) {
      const page = await playing(THRESHOLD, on);
      page.line.say(message);
      await page.settled();
      assert.equal(page.playing(), "u1");
      page.report()?.started("u1");
      page.hear(180, LOUD);
      assert.equal(page.playing(), "u1");
      page.hear(20, LOUD);
      assert.equal(page.playing(), null);
      page.hear(1000, LOUD);
      const [end, ...more] = ends(page);
      assert.deepEqual(more, [], "one end, however long they go on");
      assert.ok(end?.type === "speak_ended" && end.reason === "barge_in");
      assert.ok(Math.abs((end.rms ?? 0) - LOUD) < 0.001, `${end.rms}`);
      assert.ok(pageMessage.safeParse(end).success);
    }
  }
});

Deno.test("[DW4] the words that cut Alba off are the answer: quiet counts after them, as a new span of speech", async () => {
  const page = await playing(THRESHOLD);
  const before = page.quiet().at(-1)?.span ?? 0;
  page.line.say(autoSpeak("u1"));
  await page.settled();
  page.report()?.started("u1");
  page.hear(1500, LOUD);
  page.hear(800, QUIET);
  const now = page.quiet().at(-1);
  assert.deepEqual([now?.since, now?.quiet_s], ["speech", 0.7]);
  assert.ok((now?.span ?? 0) > before);
});

Deno.test("[DW4] switched off, as it ships, nothing but her end ends her", async () => {
  const page = await playing(null);
  page.line.say(autoSpeak("u1"));
  await page.settled();
  page.report()?.started("u1");
  page.hear(5000, 1);
  assert.equal(page.playing(), "u1");
  assert.deepEqual(ends(page), []);
});

Deno.test("[DW4, SK2] the doctor who reads aloud for Alba is not spoken over by her own voice", async () => {
  const page = await playing(THRESHOLD);
  const { duration_s: _, keeps_span: __, url: ___, ...words } = autoSpeak("u1");
  page.line.say({ ...words, type: "speak_aloud", max_s: 20 });
  page.controller.readAloudStarted();
  page.hear(3000, LOUD);
  assert.deepEqual(ends(page), []);
  page.controller.readAloudDone();
  assert.deepEqual(ends(page), [
    { type: "speak_ended", utterance_id: "u1", reason: "completed" },
  ]);
});

Deno.test("[DW4] what was heard before a playback does not count against it", async () => {
  const page = await playing(THRESHOLD);
  const { keeps_span: _, ...words } = autoSpeak("u1");
  page.line.say({ ...words, type: "speak_ready" });
  page.report()?.started("u1");
  page.hear(180, LOUD);
  page.report()?.ended("u1", "completed");
  page.line.say({ ...words, type: "speak_ready", utterance_id: "u2" });
  page.report()?.started("u2");
  page.hear(180, LOUD);
  assert.equal(page.playing(), "u2");
  page.hear(20, LOUD);
  assert.equal(page.playing(), null);
});
