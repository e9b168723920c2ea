import assert from "node:assert/strict";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { replayAuto, replayWords } from "@/lib/consultation/replay_auto.ts";
import { AUTO_PAGE_TYPES } from "@/lib/protocol/auto_page_messages.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import {
  GATE_OPEN,
  logOf,
  played,
  quietFor,
  quietReport,
  replayed,
  replayOptions,
  TOGGLE,
} from "./auto_dialogue.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { sendFrames, TestPage } from "./test_page.ts";

const ON = { env: GATE_OPEN };

/** Disclosure, invitation, what the patient says, and the first question, answered. */
async function run(box: TestBox): Promise<{ id: ConsultationId; page: TestPage; said: string[] }> {
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, 50);
  page.say(TOGGLE);
  const said = [await played(box, page)];
  // The disclosure's answer is given room (EN2).
  await quietFor(box, page, { from: 50, seconds: 6, span: 1 });
  said.push(await played(box, page));
  await sendFrames(box, page, 350, 550);
  box.ears.commit(
    "I have had a pain in my chest since Monday. That is all, doctor.",
    130_000,
    175_000,
  );
  await page.settled();
  await quietFor(box, page, { from: 550, seconds: 4, span: 2 });
  said.push(await played(box, page));
  return { id, page, said };
}

async function stopped(page: TestPage): Promise<void> {
  page.say({ type: "stop" });
  assert.equal((await page.ended).code, CLOSE.over);
}

Deno.test("[EN1] with the gate shut the service knows no message of auto mode, and shows nothing of it", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const page = new TestPage(box, id);
  const state = await page.hello();
  assert.ok(!("auto" in state));
  const messages: PageMessage[] = [
    quietReport(1, 1, 0),
    TOGGLE,
    { type: "auto_handover" },
    { type: "auto_resume", alarm_ids: [] },
    { type: "auto_takeover", alarm_ids: [] },
  ];
  assert.deepEqual(messages.map(({ type }) => type), [...AUTO_PAGE_TYPES]);
  const parts: PageMessage[] = [
    { type: "speak", ref: { phrase: "go_on" }, confirm_displace: true },
    { type: "speak_ended", utterance_id: "u1", reason: "politeness_abort", rms: 0.1 },
    { type: "speak_ended", utterance_id: "u1", reason: "barge_in" },
  ];
  for (const message of [...messages, ...parts]) {
    page.say(message);
    const { code, in_reply_to } = await page.next("error");
    assert.deepEqual([code, in_reply_to], ["unknown_message", message.type]);
  }
  assert.deepEqual(box.record.autoEvents.list(id), []);
});

Deno.test("[EN1, CO3] with the gate open only the page in control starts a run", async () => {
  await using box = await openTestBox(ON);
  const id = await box.start();
  const page = new TestPage(box, id);
  assert.equal((await page.hello()).auto?.phase, "OFF");
  const onlooker = new TestPage(box, id);
  await onlooker.hello("tab-2");
  onlooker.say(TOGGLE);
  assert.equal((await onlooker.next("error")).code, "not_in_control");
  assert.equal(box.services.rooms.session(id)?.state.auto?.drive.core.run, null);
});

Deno.test("[RE1, RE2, EN4, SP7] a run is on the record: who, where, why, how loud, and what was said", async () => {
  await using box = await openTestBox(ON);
  const check = box.record.soundChecks.add({
    room: box.room,
    noiseFloorRms: 0.0085,
    quietPeak: 0.02,
    speechPeak: 0.4,
    loopbackPeak: 0.2,
    inputLabel: "Room microphone",
    outputLabel: "Room loudspeaker",
    findings: [],
  });
  box.clock.advance(60_000);
  const { id, page, said } = await run(box);
  const utterances = box.record.utterances.list(id);
  assert.deepEqual(utterances.map(({ text }) => text), said);
  const question = utterances.at(-1);
  assert.equal(question?.refDetail["via"], "auto");
  assert.equal(question?.refDetail["phase"], "CLOSED");
  assert.equal(typeof question?.refDetail["turn_end_to_issue_ms"], "number");
  assert.notEqual(question?.cdsRationale, null);
  const rows = box.record.audit.list(id);
  const enabled = rows.find(({ kind }) => kind === "auto.enabled");
  assert.equal(enabled?.detail["floor_source"], "sound_check");
  assert.equal(enabled?.detail["sound_check_age_s"], 61);
  assert.match(enabled?.text ?? "", /Room microphone.*Room loudspeaker|Room loudspeaker/);
  assert.match(enabled?.text ?? "", /Deno/, "the socket's user agent");
  const requested = rows.filter(({ kind }) => kind === "speech.requested");
  assert.ok(requested.every(({ detail }) => detail["via"] === "auto"));
  assert.equal(typeof requested.at(-1)?.detail["turn_end_to_issue_ms"], "number");
  const [kept] = box.record.runs.list(id);
  assert.deepEqual([kept?.soundCheck, kept?.endedWallMs], [check.id, null]);
  assert.deepEqual(kept?.thresholds, { ...autoSettingsOf(box.services.config) });
  await stopped(page);
  assert.notEqual(box.record.runs.list(id)[0]?.endedWallMs, null);
  assert.equal(verifyRecord(box.dataDir).verdict, "untampered");
});

Deno.test("[MA7, RE5] a consultation's events lead to the same states and effects again, byte for byte", async () => {
  await using box = await openTestBox(ON);
  const { id, page } = await run(box);
  await quietFor(box, page, { from: 750, seconds: 13, span: 2 });
  await stopped(page);
  const { events } = logOf(box, id);
  assert.deepEqual(events.map(({ seq }) => seq), events.map((_, index) => index + 1));
  assert.ok(events.length > 30 && events.every(({ event }) => event["type"] !== "tick"));
  assert.deepEqual(replayed(box, id), { verdict: "same", events: events.length });
});

Deno.test("[MA7] a replay names the first event that leads to something else", async () => {
  await using box = await openTestBox(ON);
  const { id, page } = await run(box);
  await stopped(page);
  const log = logOf(box, id);
  const at = log.events.findIndex(({ event }) => event["type"] === "quiet");
  const options = replayOptions(box, id);
  const outcome = log.events.map((row, index) =>
    index === at ? { ...row, outcomeSha256: "0".repeat(64) } : row
  );
  const differs = replayAuto(outcome, options);
  assert.deepEqual(differs, { verdict: "differs", events: at + 1, seq: at + 1, event: "quiet" });
  assert.match(replayWords(differs), new RegExp(`^Event ${at + 1} \\(quiet\\)`));
  const later = log.events.map((row, index) =>
    index === at ? { ...row, nowMs: row.nowMs + 1 } : row
  );
  assert.equal(replayAuto(later, options).verdict, "differs", "one millisecond is enough");
});

Deno.test("[RE5, MA7] another build or unknown thresholds are refused in words, unless forced", async () => {
  await using box = await openTestBox(ON);
  const { id, page } = await run(box);
  await stopped(page);
  const log = logOf(box, id);
  const options = replayOptions(box, id);
  const version = replayAuto(log.events, { ...options, codeVersion: "9.9.9" });
  assert.ok(version.verdict === "refused" && version.code === "code_version");
  assert.match(replayWords(version), /9\.9\.9.*--force/);
  const others: [AutoSettings] = [{ ...options.thresholds[0], goldenMs: 61_000 }];
  assert.equal(replayAuto(log.events, { ...options, thresholds: others }).verdict, "same");
  const unknown = replayAuto(log.events, { ...options, thresholds: others, runs: [] });
  assert.ok(unknown.verdict === "refused" && unknown.code === "settings");
  const forced = replayAuto(log.events, { ...options, codeVersion: "9.9.9", force: true });
  assert.equal(forced.verdict, "same");
  const nothing = replayAuto([], options);
  assert.ok(nothing.verdict === "refused" && nothing.code === "nothing");
});

Deno.test("[MA9, RE5] after a restart auto mode is off, and what was asked stays asked", async () => {
  await using box = await openTestBox(ON);
  const { id } = await run(box);
  const asked = () =>
    box.services.rooms.session(id)?.state.auto?.drive.core.queue.items
      .filter(({ status }) => status !== "pending").map(({ text }) => text);
  const before = asked();
  assert.equal(before?.length, 1);
  await box.restart(5_000);
  const core = box.services.rooms.session(id)?.state.auto?.drive.core;
  assert.deepEqual([core?.phase, core?.run], ["OFF", null]);
  assert.deepEqual(asked(), before);
  // The run that the log gave back is ended first; then the record's own word on what was asked.
  const told = logOf(box, id).events.slice(-3).map(({ event }) => event);
  assert.deepEqual(told.map(({ type }) => type), ["restarted", "toggle_off", "asked_before"]);
  assert.deepEqual(told[1], { type: "toggle_off", reason: "restart" });
  const page = new TestPage(box, id);
  assert.equal((await page.hello()).auto?.on, false);
  await page.capture("epoch-2");
  await sendFrames(box, page, 0, 20);
  page.say(TOGGLE);
  const phase = await page.next("auto_phase");
  assert.equal(phase.phase, "GOLDEN", "both phrases have been given, before the restart");
  await stopped(page);
  assert.equal(replayed(box, id).verdict, "same");
});

Deno.test("[TT10] the floor of a run is in what the page measures by", async () => {
  await using box = await openTestBox(ON);
  const { page } = await run(box);
  const [toggled] = page.all("auto_toggled");
  assert.equal(toggled?.config.floor, 0.02);
  await stopped(page);
});
