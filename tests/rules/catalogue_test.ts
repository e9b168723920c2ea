import assert from "node:assert/strict";
import { actionSimilarity, readAction } from "@/lib/text/action_match.ts";
import { buildCatalogue } from "@/lib/rules/catalogue.ts";
import { evidenceOf } from "@/lib/rules/complaint.ts";
import { COMPLAINTS } from "@/lib/rules/complaints.ts";
import { symptom } from "@/lib/rules/finding.ts";
import { chestPainComplaint } from "@/lib/rules/complaints/chest_pain.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import { INDIRECT, LABELLED } from "./labelled.ts";
import { read, score } from "./scoring.ts";

const DEMANDED = "chest_pain breathlessness headache abdominal_pain back_pain fever cough " +
  "dizziness_collapse leg_pain_swelling rash vomiting_diarrhoea urinary_symptoms low_mood " +
  "palpitations joint_pain sore_throat fatigue falls pv_bleeding medication_review";

Deno.test("[CD9] the twenty complaints are there, each with questions and sourced red flags", () => {
  const ids = COMPLAINTS.map((complaint) => complaint.id);
  for (const id of DEMANDED.split(" ")) assert.ok(ids.includes(id), id);
  assert.equal(new Set(ids).size, ids.length);
  for (const complaint of COMPLAINTS) {
    assert.ok(complaint.questions.length >= 6, complaint.id);
    assert.ok(complaint.flags.length >= 1, complaint.id);
    for (const flag of complaint.flags) {
      assert.ok(flag.id.startsWith(`${complaint.id}.`), flag.id);
      assert.ok(flag.guidance.length > 0 && flag.arrangedBy.length > 0, flag.id);
    }
  }
});

Deno.test("[CD9, UR11] no red flag's action can be taken for another's", () => {
  const flags = COMPLAINTS.flatMap((complaint) => complaint.flags);
  for (const a of flags) {
    for (const b of flags) {
      const score = actionSimilarity(readAction(a.action), readAction(b.action));
      assert.equal(score >= 0.6, a === b, `"${a.action}" / "${b.action}": ${score}`);
    }
  }
});

Deno.test("[CD9] each red flag can be asked about: a question reaches some of its findings", () => {
  for (const complaint of COMPLAINTS) {
    const asked = new Set(complaint.questions.flatMap((question) => question.about));
    for (const flag of complaint.flags) {
      const reached = evidenceOf(flag).some((part) =>
        asked.has(part.finding) || complaint.presents.includes(part.finding)
      );
      assert.ok(reached, flag.id);
    }
  }
});

Deno.test("[CD9] two findings of one name are refused when the rules are built", () => {
  const double = {
    ...chestPainComplaint,
    id: "double",
    presents: [symptom("chest pain", "chest")],
  };
  assert.throws(
    () => buildCatalogue([chestPainComplaint, double]),
    /Cannot build the rules: two findings named "chest pain"/,
  );
});

Deno.test("[CD9] every labelled name exists in the rules", () => {
  const flags = new Set(COMPLAINTS.flatMap((one) => one.flags.map((flag) => flag.id)));
  const ids = new Set(COMPLAINTS.map((one) => one.id));
  for (const item of [LABELLED, INDIRECT].flatMap((sets) => Object.values(sets).flat())) {
    for (const flag of [...item.flags, ...item.alsoAcceptable.flags]) {
      assert.ok(flags.has(flag), flag);
    }
    for (const id of [...item.complaints, ...item.alsoAcceptable.complaints]) {
      assert.ok(ids.has(id), id);
    }
  }
});

for (const [half, items] of Object.entries({ ...LABELLED, indirect: INDIRECT.tuned })) {
  Deno.test(`[CD9] the ${half} half: recall at least 0.97 at no more than 3 % false alarms`, () => {
    const engine = createRulesEngine();
    const result = score(items.map((item) => read(engine, item)), "flags");
    assert.ok(result.recall >= 0.97, `recall ${result.recall}`);
    assert.ok(result.falseShare <= 0.03, `false alarms ${result.falseShare}`);
  });
}
