import assert from "node:assert/strict";
import { keepChoices, readChoices } from "@/lib/page/page_choices.ts";
import { setUp } from "./page_without_browser.ts";
import { snapshotForTest } from "./live_snapshot.ts";

const PAUSED = { state: "paused", words: "Off the record." } as const;
const WAITING = { state: "waiting", words: "Waiting." } as const;

function alarm(id: string, isSeen = false) {
  return {
    id,
    action: "Call an ambulance",
    reason: "Chest pain",
    quote: null,
    question: null,
    quote_found: true,
    segment: null,
    source: "rule" as const,
    raised_ms: 0,
    acknowledged: isSeen ? { by: "Dr Smith", at_ms: 0 } : null,
    arranged: false,
  };
}

Deno.test("[CO6] Pause lets the microphone go at the tap; the numbers go on by the clock after it", async () => {
  const page = setUp();
  await page.begin();
  page.microphone.frame(20);
  page.microphone.frame(40);
  page.controller.pause();
  assert.equal(page.microphone.isOn, false);
  assert.equal(page.said().at(-1), "pause");
  assert.deepEqual(page.log, ["paused"]);
  page.line.say({ type: "capture", capture: PAUSED });
  page.controller.chooseMicrophone("other");
  await page.settled();
  assert.equal(page.microphone.isOn, false, "another device is not opened off the record");

  page.controller.resume();
  assert.equal(page.said().at(-1), "resume");
  assert.equal(page.microphone.isOn, false, "the service decides");
  page.line.say({ type: "capture", capture: WAITING });
  await page.settled();
  assert.equal(page.microphone.isOn, true);
  assert.deepEqual(page.log, ["paused", "resumed"]);
  page.microphone.frame(440);
  assert.deepEqual(page.numbers(), [0, 1, 21], "0.4 s of pause are twenty frames");
});

Deno.test("[CO6] a no is a pause at the tap, and is told once the line is back", async () => {
  const page = setUp();
  await page.begin();
  page.line.cut();
  page.controller.noteConsent("refused");
  assert.equal(page.microphone.isOn, false);
  page.clock.advance(10_000);
  await page.begin({ capture: WAITING });
  assert.deepEqual(page.said().slice(0, 2), ["hello", "consent"]);
  assert.equal(page.microphone.isOn, false);
});

Deno.test("[CO6] a pause tapped while the line is down is told before anything else", async () => {
  const page = setUp();
  await page.begin();
  page.line.cut();
  page.controller.pause();
  page.clock.advance(10_000);
  await page.begin({ capture: WAITING });
  assert.deepEqual(page.said().slice(0, 2), ["hello", "pause"]);
  assert.equal(page.microphone.isOn, false);
});

Deno.test("[CO6] a page that opens on a paused consultation asks for no microphone", async () => {
  const page = setUp();
  await page.begin({ capture: PAUSED });
  assert.equal(page.microphone.requests.length, 0);
  assert.deepEqual(page.log, [], "an old pause is no news");
});

Deno.test("[SK5] each new alarm sounds once; what a page finds when it opens does not", async () => {
  const page = setUp();
  await page.begin({ alarms: [alarm("a1")] });
  assert.deepEqual(page.log, []);
  page.line.say({ type: "urgent", alarms: [alarm("a1"), alarm("a2")], snapshot: 1 });
  assert.deepEqual(page.log, ["alarm"]);
  page.line.say({ type: "urgent", alarms: [alarm("a1"), alarm("a2", true)], snapshot: 1 });
  assert.deepEqual(page.log, ["alarm"], "an alarm that was seen is not new");
  page.line.cut();
  page.clock.advance(10_000);
  page.line.open();
  page.line.say(snapshotForTest({ alarms: [alarm("a1"), alarm("a2", true), alarm("a3")] }));
  assert.deepEqual(page.log, ["alarm", "alarm"], "what came while the line was down is new");
  page.choices.value = { ...page.choices.value, alarmVolume: 0 };
  page.line.say({ type: "urgent", alarms: [alarm("a4")], snapshot: 1 });
  assert.deepEqual(page.log, ["alarm", "alarm"], "the sound is off");
});

Deno.test("[SK5] choices are kept where the browser allows it, and what is stored is not trusted", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const chosen = { alarmVolume: 0, largeCaptions: true, waitFactor: 4 } as const;
  keepChoices(storage, chosen);
  assert.deepEqual(readChoices(storage), chosen);
  for (const [key] of kept) kept.set(key, '{"alarmVolume": 90}');
  assert.equal(readChoices(storage).alarmVolume, 0.5);
  const closed = {
    getItem: () => {
      throw new DOMException("no storage");
    },
    setItem: () => {
      throw new DOMException("no storage");
    },
  };
  keepChoices(closed, chosen);
  assert.equal(readChoices(closed).alarmVolume, 0.5);
});

Deno.test("[UR2, UR14] what was seen is acknowledged as of the list that the page has", async () => {
  const page = setUp();
  await page.begin({ alarms: [alarm("a1")], snapshot: 2 });
  page.line.say({ type: "urgent", alarms: [alarm("a1"), alarm("a2")], snapshot: 3 });
  page.controller.acknowledge(["a1"]);
  assert.deepEqual(page.line.said.at(-1), {
    type: "alarm_ack",
    alarm_ids: ["a1"],
    snapshot: 3,
  });
});
