import assert from "node:assert/strict";
import { openTestBox, type TestBox } from "./test_box.ts";
import { TestPage } from "./test_page.ts";

type Started = Awaited<ReturnType<TestBox["start"]>>;

async function joined(box: TestBox, id: Started): Promise<TestPage> {
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  return page;
}

const agendasOf = (box: TestBox, id: Started) =>
  box.services.rooms.session(id)?.state.decisions.agendas ?? [];

Deno.test("[SP1, MA9, CO1] after a restart a question may still be asked from an agenda before the newest", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const page = await joined(box, id);
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  const { utterance_id } = await page.next("speak_ready");
  page.say({ type: "speak_started", utterance_id });
  await page.settled();
  box.clock.advance(2_000);
  page.say({ type: "speak_ended", utterance_id, reason: "completed" });
  for (const text of ["I have a pain in my chest.", "And I have been coughing for a week."]) {
    page.say({ type: "typed", text, role: "patient" });
    await page.next("agenda");
  }
  const before = agendasOf(box, id).filter(({ version }) => version > 0);
  assert.ok(before.length >= 2);
  const [first] = before;
  assert.ok(first !== undefined);

  await box.restart(1_000);
  const again = await joined(box, id);
  assert.deepEqual(agendasOf(box, id), before);
  again.say({ type: "speak", ref: { agenda: { version: first.version, index: 0 } } });
  const { utterance_id: asked } = await again.next("speak_ready");
  const [said] = box.record.utterances.list(id).filter((one) => one.id === asked);
  assert.equal(said?.text, first.questions[0]?.question);
});

Deno.test("[CD2, CO1] the newest agenda after a restart is the one that landed last, whatever its number", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const place = { consultation: id, room: box.room };
  const agenda = { source: "model", summary: "", questions: [], considerations: [] } as const;
  box.record.agendas.add(place, { ...agenda, version: 3 });
  box.record.agendas.add(place, { ...agenda, version: 2 });
  await box.restart(1_000);
  assert.deepEqual(agendasOf(box, id).map(({ version }) => version), [3, 2]);
  assert.equal(box.services.rooms.session(id)?.state.decisions.agenda.version, 2);
});
