import assert from "node:assert/strict";
import { fillTemplate, TEMPLATE_IDS, TEMPLATES } from "@/lib/speech/templates.ts";
import { guardTopic, type Topic } from "@/lib/speech/topic.ts";

function topic(raw: string): Topic {
  const clean = guardTopic(raw, { question: raw, patientWords: "" });
  assert.ok(clean !== null, raw);
  return clean;
}

Deno.test("[SP3] the two templates say the owner's words around the topic", () => {
  assert.deepEqual(TEMPLATE_IDS, ["tell_me_more", "affecting_you"]);
  const pain = topic("The chest pain");
  assert.equal(fillTemplate("tell_me_more", pain), "Can you tell me more about the chest pain?");
  assert.equal(fillTemplate("affecting_you", pain), "How has the chest pain been affecting you?");
});

Deno.test("[SP3] each template has one place for a topic, and is one question", () => {
  for (const id of TEMPLATE_IDS) {
    assert.equal(TEMPLATES[id].split("{topic}").length, 2, id);
    assert.match(fillTemplate(id, topic("your sleep")), /^[A-Z][^.?!{}]*\?$/, id);
  }
});

/** True would mean that text no guard has seen can be put into a template. */
type TakesAnyText = string extends Parameters<typeof fillTemplate>[1] ? true : false;

Deno.test("[SP3] only a guarded topic fits into a template: the compiler refuses any other text", () => {
  const takesAnyText: TakesAnyText = false;
  assert.equal(takesAnyText, false);
  assert.equal(guardTopic("you have cancer", { question: "Any cancer?", patientWords: "" }), null);
});
