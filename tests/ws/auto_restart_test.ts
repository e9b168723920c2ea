import assert from "node:assert/strict";
import type { AutoState } from "@/lib/auto/auto_state.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import { GATE_OPEN, played, quietFor, replayed, TOGGLE } from "./auto_dialogue.ts";
import { failingDisk } from "./failing_disk.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { sendFrames, TestPage } from "./test_page.ts";

/** Under these nobody's turn ends in the silence in which the question was asked. */
const SLOWER = { ...GATE_OPEN, AUTO_EOT_QUIET_S: "4.5", AUTO_EOT_FALLBACK_S: "6" };

async function recordingPage(box: TestBox, id: ConsultationId, epoch?: string): Promise<TestPage> {
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture(epoch);
  await sendFrames(box, page, 0, 50);
  return page;
}

/** Disclosure and invitation, with the quiet between them in which an answer is awaited (EN2). */
async function begun(box: TestBox, page: TestPage): Promise<number> {
  page.say(TOGGLE);
  await played(box, page);
  await quietFor(box, page, { from: 50, seconds: 6, span: 1 });
  await played(box, page);
  return 350;
}

/** Both phrases, what the patient says, and the silence in which a question is asked and heard. */
async function askedOnce(box: TestBox): Promise<{ id: ConsultationId; text: string }> {
  const id = await box.start();
  const page = await recordingPage(box, id);
  const frame = await begun(box, page);
  await sendFrames(box, page, frame, frame + 200);
  const words = "I have had a pain in my chest since Monday. That is all, doctor.";
  box.ears.commit(words, 130_000, 175_000);
  await page.settled();
  await quietFor(box, page, { from: frame + 200, seconds: 4, span: 2 });
  await played(box, page);
  const asked = core(box, id).queue.items.find(({ status }) => status === "asked");
  assert.ok(asked !== undefined);
  return { id, text: asked.text };
}

function core(box: TestBox, id: ConsultationId): AutoState {
  const auto = box.services.rooms.session(id)?.state.auto;
  assert.ok(auto != null);
  return auto.drive.core;
}

const statusOf = (box: TestBox, id: ConsultationId, text: string) =>
  core(box, id).queue.items.find((item) => item.text === text)?.status;

Deno.test("[MA9, QF4, RE5] what was asked stays asked when the service comes back with other thresholds", async () => {
  await using box = await openTestBox({ env: GATE_OPEN });
  const { id, text } = await askedOnce(box);
  for (const [epoch, env] of [["epoch-2", SLOWER], ["epoch-3", GATE_OPEN]] as const) {
    await box.restart(5_000, env);
    const page = await recordingPage(box, id, epoch);
    assert.equal(statusOf(box, id, text), "asked");
    page.say(TOGGLE);
    await page.settled();
    assert.notEqual(core(box, id).run, null);
    assert.equal(
      statusOf(box, id, text),
      "asked",
      "nor does the agenda at the toggle list it again",
    );
  }
  assert.equal(replayed(box, id).verdict, "same");
});

/** A record whose runs cannot be read, as those of a build that named its thresholds otherwise. */
function withoutRuns(record: ClinicRecord): ClinicRecord {
  return { ...record, runs: { ...record.runs, list: () => [] } };
}

Deno.test("[MA9, QF4, RE4] where nobody knows the thresholds any more the audit says what was asked", async () => {
  await using box = await openTestBox({ env: GATE_OPEN, record: withoutRuns });
  const { id, text } = await askedOnce(box);
  await box.restart(5_000, SLOWER);
  await recordingPage(box, id, "epoch-2");
  assert.equal(statusOf(box, id, text), "asked");
});

Deno.test("[UR1, UR13] an alarm that rose while the gate was shut pauses the run that begins after a restart", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const first = await recordingPage(box, id);
  await sendFrames(box, first, 50, 250);
  box.ears.commit("I have crushing chest pain and it goes down my left arm.", 20_000, 60_000);
  await first.settled();
  const open = box.record.alarms.list(id).map((alarm) => alarm.id);
  assert.notDeepEqual(open, []);
  await box.restart(5_000, GATE_OPEN);
  const page = await recordingPage(box, id, "epoch-2");
  assert.deepEqual(core(box, id).urgency.open.map((alarm) => alarm.id), open);
  await begun(box, page);
  assert.equal(core(box, id).phase, "PAUSED_URGENT");
  assert.deepEqual(core(box, id).urgency.open.map((alarm) => alarm.id), open);
  assert.equal(replayed(box, id).verdict, "same");
});

Deno.test("[TT12, RE3] while the record takes no row Alba asks nothing, and she goes on when it does", async () => {
  const disk = failingDisk();
  await using box = await openTestBox({ env: GATE_OPEN, record: disk.record });
  const { id } = await askedOnce(box);
  const page = await recordingPage(box, id, "epoch-2");
  disk.full = true;
  // The patient talks on with short rests, until it has lasted.
  for (let span = 2; span < 6; span++) {
    await quietFor(box, page, { from: 75 * span - 100, seconds: 1.5, span });
  }
  await quietFor(box, page, { from: 350, seconds: 8, span: 6 });
  assert.deepEqual([core(box, id).lack?.cause, core(box, id).lack?.isShown], ["record", true]);
  const waits = page.all("auto_toggled").map(({ words }) => words);
  assert.deepEqual(waits, ["Alba waits: nothing can be written down."]);
  assert.deepEqual(page.all("auto_speak"), []);
  disk.full = false;
  const { position = 0 } = box.services.rooms.session(id)?.state.capture ?? {};
  box.ears.commit("No, it stays where it is.", position - 8_000, position);
  await page.settled();
  await quietFor(box, page, { from: 750, seconds: 8, span: 7 });
  assert.equal(core(box, id).lack, null);
  assert.ok(page.all("auto_speak").length > 0);
});
