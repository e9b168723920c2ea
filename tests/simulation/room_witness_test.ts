import assert from "node:assert/strict";
import { NO_ALARMS } from "@/lib/alarms/alarm.ts";
import { type AutoState, initialAuto } from "@/lib/auto/auto_state.ts";
import { manualClock } from "@/lib/clock.ts";
import { initialAutoPageView } from "@/lib/page/auto_page_view.ts";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";
import { longestWayMs } from "@/lib/rehearsal/patients/disturbances.ts";
import type { Profile } from "@/lib/rehearsal/patients/profiles.ts";
import { RoomSound } from "@/lib/rehearsal/round/room_sound.ts";
import { RoomWitness, type WitnessedCase } from "@/lib/rehearsal/round/room_witness.ts";
import type { Playback } from "@/lib/rehearsal/round/simulated_speaker.ts";
import { RUNNING } from "./a_run.ts";
import { OPEN_ALARM } from "./alarms.ts";

const OFF = initialAuto();

const DISCLOSURE = playback({ phrase: "disclosure" });
const QUESTION = playback({ agenda: { version: 1, index: 0 } });

function playback(ref: Playback["ref"], isAuto = true): Playback {
  return { utteranceId: JSON.stringify(ref), text: "Have you had a fever?", ref, isAuto };
}

/** A room of which the witness has heard nothing yet; `rules` says what it has broken since. */
function witnessed(rates: Profile["rates"] = {}) {
  const clock = manualClock();
  const room = new RoomSound(0.004);
  const page: { -readonly [Part in keyof WitnessedCase["page"]]: WitnessedCase["page"][Part] } = {
    autoView: null,
    inControl: true,
    isConnected: true,
  };
  const text: { endMs: number | null } = { endMs: null };
  const session: { state: WitnessedCase["session"]["state"] } = {
    state: { alarms: NO_ALARMS },
  };
  const [card] = CASE_CARDS;
  assert.ok(card !== undefined);
  const witness = new RoomWitness(clock, () => ({
    draw: { card, profile: { seed: 1, rates } },
    page,
    patient: {
      turns: 0,
      textEndMs: (byMs) => text.endMs !== null && text.endMs <= byMs ? text.endMs : null,
    },
    doctor: { tapped: new Map() },
    room,
    session,
  }));
  const say = (said: Playback) => {
    witness.playing(said);
    witness.played(said, true);
  };
  const rules = () => witness.takeBroken().map(({ rule }) => rule);
  return { clock, page, room, rules, say, session, text, witness };
}

Deno.test("[MP6, SP4] an utterance that another breaks off is named", () => {
  const { rules, say, witness } = witnessed();
  say(DISCLOSURE);
  witness.playing(QUESTION);
  assert.deepEqual(rules(), []);
  witness.talkedOver();
  assert.deepEqual(rules(), ["one_voice"]);
});

Deno.test("[MP6, SP4] whatever is said before the disclosure has sounded to its end is named", () => {
  const { rules, say, witness } = witnessed();
  say(playback({ phrase: "i_see" }, false));
  assert.deepEqual(rules(), ["disclosure_first"]);
  witness.playing(DISCLOSURE);
  witness.played(DISCLOSURE, false);
  say(QUESTION);
  assert.deepEqual(rules(), ["disclosure_first"]);
  say(DISCLOSURE);
  say(playback({ phrase: "i_see" }, false));
  assert.deepEqual(rules(), []);
});

Deno.test("[MP6, MA6] a question of Alba's in the golden minutes is named; a doctor's tap is not", () => {
  const { rules, say, witness } = witnessed();
  say(DISCLOSURE);
  witness.look({ ...RUNNING, phase: "GOLDEN" });
  say(playback({ phrase: "go_on" }));
  say({ ...QUESTION, text: "Do you smoke?", isAuto: false });
  assert.deepEqual(rules(), []);
  say(playback({ phrase: "anything_else" }));
  assert.deepEqual(rules(), ["no_question_in_golden"]);
});

Deno.test("[MP6, SP10] a voice that begins into the patient's words is named, unless nobody could know", () => {
  const { clock, room, rules, say } = witnessed();
  say(DISCLOSURE);
  room.add({ fromMs: 1_000, toMs: 3_000, kind: "speech" });
  clock.advance(1_250);
  say(playback({ phrase: "go_on" }));
  assert.deepEqual(rules(), []);
  clock.advance(1);
  say({ ...QUESTION, isAuto: false });
  assert.deepEqual(rules(), [], "a doctor may speak when they like");
  say(playback({ phrase: "go_on" }));
  assert.deepEqual(rules(), ["not_into_speech"]);
  const liar = witnessed({ quiet_while_speaking: 1 });
  liar.say(DISCLOSURE);
  liar.room.add({ fromMs: 0, toMs: 3_000, kind: "speech" });
  liar.clock.advance(1_000);
  liar.say(playback({ phrase: "go_on" }));
  assert.deepEqual(liar.rules(), [], "the page itself had called it quiet");
});

Deno.test("[MP6, DW1] a voice that goes on after auto mode is off is named; a doctor's own is not", () => {
  const { clock, rules, say, witness } = witnessed();
  say(DISCLOSURE);
  witness.playing(QUESTION);
  witness.look(RUNNING);
  witness.look(OFF);
  clock.advance(50);
  witness.look(OFF);
  assert.deepEqual(rules(), []);
  clock.advance(1);
  witness.look(OFF);
  assert.deepEqual(rules(), ["off_silences"]);
  witness.played(QUESTION, false);
  witness.playing({ ...QUESTION, isAuto: false });
  clock.advance(1_000);
  witness.look(OFF);
  assert.deepEqual(rules(), []);
});

Deno.test("[MP6, QF4] a question that sounds to its end a second time is named, one cut short is not", () => {
  const { rules, say, witness } = witnessed();
  say(DISCLOSURE);
  witness.playing(QUESTION);
  witness.played(QUESTION, false);
  say(QUESTION);
  say({ ...QUESTION, text: "Do you smoke?" });
  assert.deepEqual(rules(), []);
  say(QUESTION);
  assert.deepEqual(rules(), ["never_heard_twice"]);
});

Deno.test("[MP6] silence counts while it is Alba's to break", () => {
  const { clock, say, witness } = witnessed();
  say(DISCLOSURE);
  for (const phase of ["OPEN", "PAUSED_URGENT"] as const) {
    witness.look({ ...RUNNING, phase });
    const before = witness.silentMs();
    clock.advance(4_000);
    witness.look({ ...RUNNING, phase });
    assert.equal(witness.silentMs(), phase === "OPEN" ? before + 4_000 : 0);
  }
});

Deno.test("[MP6, TT12] silence is counted anew by the page that takes control, and goes on to count", () => {
  const { clock, page, say, witness } = witnessed();
  say(DISCLOSURE);
  witness.look(RUNNING);
  const silentAfter = (inControl: boolean, ms: number) => {
    page.inControl = inControl;
    witness.look(RUNNING);
    clock.advance(ms);
    witness.look(RUNNING);
    return witness.silentMs();
  };
  assert.equal(silentAfter(true, 17_000), 17_000);
  assert.equal(silentAfter(false, 10_000), 10_000);
  assert.equal(silentAfter(true, 8_000), 8_000);
  assert.equal(silentAfter(true, 40_000), 48_000, "no page has changed since");
});

Deno.test("[MP6, UR2] a pause that a page which is there does not show is named; one that is away shows none", () => {
  const { clock, page, rules, session, witness } = witnessed();
  session.state = { alarms: { alarms: [OPEN_ALARM], snapshot: 1 } };
  page.autoView = { ...initialAutoPageView(), phase: "PAUSED_URGENT" };
  const look = () => {
    witness.look({ ...RUNNING, phase: "PAUSED_URGENT" });
    clock.advance(251);
    witness.look({ ...RUNNING, phase: "PAUSED_URGENT" });
    return rules();
  };
  page.isConnected = false;
  assert.deepEqual(look(), []);
  page.isConnected = true;
  assert.deepEqual(look(), ["pause_is_shown"]);
});

Deno.test("[MP6, QF4, QU8] a question asked again is named when an answer was text in time and could be kept", () => {
  const askTwice = (answerEndMs: number | null, rates: Profile["rates"] = {}, isKept = true) => {
    const { clock, page, rules, say, text } = witnessed(rates);
    say(DISCLOSURE);
    page.isConnected = isKept;
    say(QUESTION);
    page.isConnected = true;
    text.endMs = answerEndMs;
    clock.advance(10_000);
    say(QUESTION);
    return rules();
  };
  assert.deepEqual(askTwice(9_000), ["never_heard_twice"]);
  assert.deepEqual(askTwice(9_001), [], "it was text too late for her");
  assert.deepEqual(askTwice(null), [], "nothing was answered");
  assert.deepEqual(askTwice(9_000, { quiet_while_speaking: 0.3 }), [], "she was told of quiet");
  assert.deepEqual(askTwice(9_000, {}, false), [], "nobody kept the answer");
});

Deno.test("[MP6, DW1] auto-off has as long as the line takes, and a page that is away is told nothing", () => {
  const offFor = (ms: number, rates: Profile["rates"], isConnected = true) => {
    const { clock, page, rules, say, witness } = witnessed(rates);
    say(DISCLOSURE);
    witness.playing(QUESTION);
    page.isConnected = isConnected;
    witness.look(OFF);
    clock.advance(ms);
    witness.look(OFF);
    return rules();
  };
  const lineMs = longestWayMs({ seed: 1, rates: { slow_line: 0.3 } }, "down");
  assert.ok(lineMs > 0);
  assert.deepEqual(offFor(51, {}), ["off_silences"]);
  assert.deepEqual(offFor(50 + lineMs, { slow_line: 0.3 }), []);
  assert.deepEqual(offFor(51 + lineMs, { slow_line: 0.3 }), ["off_silences"]);
  assert.deepEqual(offFor(9_000, {}, false), []);
});

Deno.test("[MP6, TT12, DW1] after a Stop, and without ears, silence is not Alba's to break", () => {
  const lack = { cause: "ears", sinceMs: 0, isShown: true } as const;
  const silentAfter = (auto: AutoState) => {
    const { clock, say, witness } = witnessed();
    say(DISCLOSURE);
    witness.look(auto);
    clock.advance(4_000);
    witness.look(auto);
    return witness.silentMs();
  };
  assert.equal(silentAfter(RUNNING), 4_000);
  assert.equal(silentAfter({ ...RUNNING, turn: { ...RUNNING.turn, isHushed: true } }), 0);
  assert.equal(silentAfter({ ...RUNNING, lack }), 0);
});
