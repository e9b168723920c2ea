import assert from "node:assert/strict";
import type { AskedBefore } from "@/lib/auto/auto_event.ts";
import { AutoTalk, question } from "./auto_talk.ts";

const PAIN = "Does the pain spread?";
const SMOKING = "Do you smoke?";

const asked = (text: string, more: Partial<AskedBefore> = {}): AskedBefore => ({
  question: text,
  topic: null,
  isAnswered: false,
  ...more,
});

const statuses = ({ state }: AutoTalk) =>
  Object.fromEntries(state.queue.items.map(({ status, text }) => [text, status]));

Deno.test("[MA9, QF4] what the record says was asked is asked, whatever the controller has made of it", () => {
  const talk = AutoTalk.golden({ questions: [question(PAIN), question(SMOKING)] });
  const before = [asked(PAIN), asked(SMOKING, { isAnswered: true })];
  talk.on({ type: "asked_before", asked: before, anythingElse: false });
  assert.deepEqual(statuses(talk), { [PAIN]: "asked", [SMOKING]: "answered" });
  talk.on({ type: "asked_before", asked: [asked(SMOKING)], anythingElse: false });
  assert.equal(statuses(talk)[SMOKING], "answered", "answered stays answered");
});

Deno.test("[MA9, QF4] a question that the controller knows nothing of is not pending when an agenda lists it again", () => {
  const talk = new AutoTalk();
  talk.on({ type: "asked_before", asked: [asked(PAIN)], anythingElse: false });
  talk.toggleOn({ questions: [question(PAIN), question(SMOKING)], given: true });
  assert.deepEqual(statuses(talk), { [SMOKING]: "pending", [PAIN]: "asked" });
  assert.equal(new Set(talk.state.queue.items.map(({ id }) => id)).size, 2);
});

Deno.test("[MA9, QF3, QF7] opened topics and the open question at the end are kept, too", () => {
  const talk = new AutoTalk();
  const before = [asked(PAIN, { topic: "the pain" })];
  talk.on({ type: "asked_before", asked: before, anythingElse: true });
  talk.on({ type: "asked_before", asked: before, anythingElse: false });
  assert.deepEqual(talk.state.topicsOpened, ["the pain"]);
  assert.equal(talk.state.anythingElseSpoken, true);
});
