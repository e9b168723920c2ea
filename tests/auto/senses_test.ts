import assert from "node:assert/strict";
import type { Lack } from "@/lib/auto/auto_event.ts";
import { LACK_AFTER_MS } from "@/lib/auto/auto_settings.ts";
import { AutoTalk, question } from "./auto_talk.ts";

const PAIN = question("Does the pain spread?");
const LACKS: readonly Lack[] = ["ears", "recording", "record"];

/** The patient speaks, and Alba has something to ask. */
function answering(): AutoTalk {
  const talk = AutoTalk.open({ questions: [PAIN], modelUsable: false });
  talk.speak(3_000);
  return talk;
}

/** Everything that Alba issues in this much silence; what she says is heard. */
function saysIn(talk: AutoTalk, quietMs: number): string[] {
  const said: string[] = [];
  const until = talk.nowMs + quietMs;
  while (talk.nowMs < until) {
    talk.quietTo(talk.quietMs + 500);
    const what = talk.saying();
    if (what !== null) said.push(what);
    if (what !== null) talk.hear();
  }
  return said;
}

function words(talk: AutoTalk): (string | null)[] {
  return talk.effects.flatMap((effect) =>
    effect.type === "push" && effect.message.type === "auto_toggled" ? [effect.message.words] : []
  );
}

function rows(talk: AutoTalk, kind: string): Readonly<Record<string, unknown>>[] {
  return talk.effects.flatMap((effect) =>
    effect.type === "audit" && effect.entry.kind === kind ? [effect.entry.detail] : []
  );
}

for (const lack of LACKS) {
  Deno.test(`[TT12, TT4] without its ${lack} Alba judges no silence and says nothing, in words, and goes on when it is back`, () => {
    const talk = answering();
    talk.on({ type: "senses", lack });
    talk.wait(LACK_AFTER_MS);
    assert.deepEqual(saysIn(talk, 60_000), []);
    assert.equal(talk.state.turn.ended, null);
    assert.match(words(talk).at(-1) ?? "", /^Alba waits: /);
    assert.deepEqual(rows(talk, "auto.waits").map((row) => row["lack"]), [lack]);
    talk.on({ type: "senses", lack: null });
    assert.equal(words(talk).at(-1), null);
    assert.equal(rows(talk, "auto.goes_on").length, 1);
    const backMs = talk.nowMs;
    while (talk.saying() === null) talk.quietTo(talk.quietMs + 500);
    const [ended] = rows(talk, "auto.turn_ended").slice(-1);
    assert.ok(Number(ended?.["trace_quiet_s"]) * 1000 <= talk.nowMs - backMs);
    assert.ok(talk.nowMs - backMs >= talk.settings.eotFallbackMs - 500, "only what she could hear");
  });
}

Deno.test("[TT12] an engine that stumbles for less than five seconds costs nothing", () => {
  const talk = answering();
  const before = words(talk).length;
  talk.on({ type: "senses", lack: "ears" });
  talk.quietTo(LACK_AFTER_MS - 1_000);
  assert.notEqual(talk.state.turn.ended, null);
  talk.on({ type: "senses", lack: null });
  assert.equal(words(talk).length, before);
  assert.equal(talk.state.hearsSinceMs, null);
});

Deno.test("[TT12, MA8] the words come with time alone, also where the page sends no report", () => {
  const talk = answering();
  talk.on({ type: "senses", lack: "ears" });
  talk.wait(LACK_AFTER_MS);
  assert.equal(words(talk).at(-1), "Alba waits: she cannot hear.");
});

Deno.test("[TT12, EN3] deaf Alba does not begin: the start waits, spends no attempt, and begins when she hears", () => {
  const talk = new AutoTalk();
  talk.on({ type: "senses", lack: "ears" });
  talk.wait(LACK_AFTER_MS);
  talk.toggleOn();
  assert.equal(talk.saying(), null);
  assert.deepEqual(saysIn(talk, 2 * talk.settings.enableRetryWindowMs), []);
  assert.notEqual(talk.state.run, null, "deafness is no loud room");
  assert.match(words(talk).at(-1) ?? "", /cannot hear/);
  talk.on({ type: "senses", lack: null });
  talk.quietTo(talk.quietMs + 500);
  assert.equal(talk.saying(), "disclosure");
  assert.deepEqual(rows(talk, "auto.enable_retry"), []);
});

Deno.test("[TT12, EN2] words of a lack outlast the disclosure that was sounding as it began", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.on({ type: "senses", lack: "ears" });
  talk.hear(LACK_AFTER_MS + 1_000);
  assert.match(words(talk).at(-1) ?? "", /cannot hear/);
  assert.equal(talk.saying(), null, "the invitation waits");
});

Deno.test("[TT12, QF6] the time in which nobody could be heard ends no wait for more questions", () => {
  const talk = AutoTalk.open({ modelUsable: true });
  talk.quietTo(3_000);
  if (talk.saying() !== null) talk.hear();
  assert.equal(talk.state.flow.at, "waiting");
  talk.on({ type: "senses", lack: "record" });
  talk.wait(2 * talk.settings.emptyWaitMs);
  assert.equal(talk.state.flow.at, "waiting");
  talk.on({ type: "senses", lack: null });
  talk.wait(talk.settings.emptyWaitMs - 1_000);
  assert.equal(talk.state.flow.at, "waiting");
});

Deno.test("[TT2, TT12] a page that counts no spans has begun none because Alba hears again", () => {
  const talk = answering();
  talk.quietTo(1_000);
  talk.report({ span: null, quietMs: 1_500 });
  const { patientSpans } = talk.state.turn;
  talk.on({ type: "senses", lack: "ears" });
  talk.wait(LACK_AFTER_MS);
  talk.report({ span: null, quietMs: 6_500 });
  talk.on({ type: "senses", lack: null });
  talk.report({ span: null, quietMs: 7_000 });
  assert.equal(talk.state.turn.patientSpans, patientSpans);
  talk.wait(500);
  talk.report({ span: null, quietMs: 7_500 });
  talk.report({ span: null, quietMs: 500 });
  assert.equal(talk.state.turn.patientSpans, patientSpans + 1, "nor is one missed");
});

Deno.test("[MA9, TT12] what a service lacked it lacks no more when it comes back, and no clock of its is kept", () => {
  const talk = answering();
  talk.on({ type: "senses", lack: "ears" });
  talk.wait(LACK_AFTER_MS);
  talk.on({ type: "senses", lack: null });
  talk.on({ type: "senses", lack: "record" });
  talk.on({ type: "restarted" });
  assert.deepEqual([talk.state.lack, talk.state.hearsSinceMs], [null, null]);
});
