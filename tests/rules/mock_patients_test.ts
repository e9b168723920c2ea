import assert from "node:assert/strict";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";
import { type CaseCard, hasRedFlag } from "@/lib/rehearsal/patients/case_card.ts";
import { newPatient, patientStep } from "@/lib/rehearsal/patients/patient.ts";
import { createRulesEngine, type RulesReading } from "@/lib/rules/engine.ts";

/**
 * Mock patients were written without sight of the rules. Each is heard out and then asked what the
 * rules' own agenda proposes, with the questions in the transcript as auto mode puts them there.
 */
const engine = createRulesEngine();

/** The patient's chance is seeded, so that the same eight are met every time. */
const SEEDS = 8;
/** A patient answers about so many questions before the time is over. */
const MOST_QUESTIONS = 14;
/** Of eight: a terse patient may never say the decisive word. */
const FEWEST_RAISED = 7;
/** Of eight: one answer that says yes and means something else ("Yes, well, my feet are warm"). */
const MOST_FALSE = 1;

const OPENERS = [
  "Please tell me, in your own words, what has brought you here today.",
  "Go on.",
  "Please, tell me more.",
  "Go on.",
];

/** The flag each card was written to carry. */
const CARRIES: Readonly<Record<string, string>> = {
  chest_pain_heart: "chest_pain.acute_coronary",
  breathlessness_clot: "breathlessness.pulmonary_embolism",
  headache_thunderclap: "headache.thunderclap",
  abdominal_pain_aneurysm: "abdominal_pain.aortic_aneurysm",
  back_pain_cauda_equina: "back_pain.cauda_equina",
  fever_sepsis: "fever.sepsis",
  cough_blood: "cough.haemoptysis",
  collapse_on_exertion: "dizziness_collapse.cardiac_syncope",
  leg_swelling_clot: "leg_pain_swelling.deep_vein_thrombosis",
  low_mood_suicidal: "low_mood.suicide_risk",
  sore_throat_quinsy: "sore_throat.quinsy",
  falls_blood_thinner: "falls.head_injury",
  pv_bleeding_ectopic: "abdominal_pain.ectopic",
};

function consult(card: CaseCard, seed: number): ReadonlySet<string> {
  let patient = newPatient(card, seed);
  let reading: RulesReading = engine.step(engine.initial, { line: 0, text: "" });
  const raised = new Set<string>();
  let line = 1;
  const hear = (text: string, role: "D" | "P") => {
    reading = engine.step(reading.state, { line: line++, text, role });
    for (const alarm of reading.alarms) raised.add(alarm.flag);
  };
  const say = (text: string) => {
    hear(text, "D");
    const { state, says } = patientStep(card, patient, { type: "heard", text, unsaid: [] });
    patient = state;
    for (const { segments } of says) {
      const answer = segments.map((segment) => segment.text).join(" ").trim();
      if (answer !== "") hear(answer, "P");
    }
  };
  OPENERS.forEach(say);
  const asked = new Set<string>();
  while (asked.size < MOST_QUESTIONS) {
    const next = reading.agenda.find((item) => !asked.has(item.question));
    if (next === undefined) break;
    asked.add(next.question);
    say(next.question);
  }
  say("Is there something else you want to address today?");
  return raised;
}

for (const card of CASE_CARDS) {
  const meetings = () => Array.from({ length: SEEDS }, (_, seed) => consult(card, seed));
  if (hasRedFlag(card)) {
    Deno.test(`[CD9, UR10] the mock patient's own danger is raised: ${card.id}`, () => {
      const flag = CARRIES[card.id];
      assert.ok(flag !== undefined, `no flag is named for ${card.id}`);
      const found = meetings().filter((raised) => raised.has(flag)).length;
      assert.ok(found >= FEWEST_RAISED, `${flag} raised in ${found} of ${SEEDS}`);
    });
  } else {
    Deno.test(`[CD9, UR10] a mock patient without danger raises next to nothing: ${card.id}`, () => {
      const wrong = meetings().filter((raised) => raised.size > 0);
      const flags = wrong.flatMap((raised) => [...raised]);
      assert.ok(wrong.length <= MOST_FALSE, `raised ${flags.join(", ")}`);
    });
  }
}
