import assert from "node:assert/strict";
import {
  CASE_COMPLAINTS,
  type CaseCard,
  caseCard,
  FACTS_MAX,
  FACTS_MIN,
  hasRedFlag,
} from "@/lib/rehearsal/patients/case_card.ts";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";
import { doctorsQuestion } from "@/lib/rehearsal/patients/doctors_question.ts";
import { MANNERS } from "@/lib/rehearsal/patients/manners.ts";
import { newPatient } from "@/lib/rehearsal/patients/patient.ts";
import { importTarget, readSource, sourcesUnder } from "../style/project_files.ts";
import { syntaxOf } from "../style/syntax.ts";
import { attentive, factsOf, hears, interview, INVITATION } from "./interview.ts";

const [sample] = CASE_CARDS;
assert.ok(sample !== undefined);

/** A patient who has been listened to well. */
function trusting(card: CaseCard, seed: number) {
  return { ...newPatient(card, seed), rapport: 10, invited: true };
}

Deno.test("[MP1] there are cases for every complaint, with and without red flags, in every manner", () => {
  assert.ok(CASE_CARDS.length >= 24);
  const flagged = CASE_CARDS.filter(hasRedFlag);
  assert.ok(flagged.length >= 9, `${flagged.length} with a red flag`);
  assert.ok(CASE_CARDS.length - flagged.length >= 8, "cases with none");
  const complaints = new Set(CASE_CARDS.map(({ complaint }) => complaint));
  assert.deepEqual(CASE_COMPLAINTS.filter((complaint) => !complaints.has(complaint)), []);
  const manners = new Set(CASE_CARDS.map(({ manner }) => manner));
  assert.deepEqual(MANNERS.filter((manner) => !manners.has(manner)), []);
  assert.equal(new Set(CASE_CARDS.map(({ id }) => id)).size, CASE_CARDS.length);
});

Deno.test("[MP1] a card holds about two dozen facts of every sort, and each flag its action and source", () => {
  for (const card of CASE_CARDS) {
    const given = new Set(card.facts.map((fact) => fact.given));
    assert.ok(given.has("freely") && given.has("if_asked"), card.id);
    assert.ok(given.has("if_asked_kindly") || given.has("hidden"), card.id);
    for (const fact of card.facts) {
      if (fact.redFlag === undefined) continue;
      assert.match(fact.redFlag.guidance, /^NICE /, `${card.id} ${fact.id}`);
      assert.ok(fact.redFlag.action.length > 10, `${card.id} ${fact.id}`);
    }
  }
});

Deno.test("[MP1] a broken card does not start, and says what is wrong with it", () => {
  const [first] = sample.facts;
  assert.ok(first !== undefined);
  const broken: readonly (readonly [Partial<CaseCard>, RegExp])[] = [
    [{ facts: [...sample.facts.slice(1), { ...first, id: "severity" }] }, /two facts "severity"/],
    [{ facts: sample.facts.slice(0, FACTS_MIN - 1) }, /it has 19 facts/],
    [{ facts: Array.from({ length: FACTS_MAX + 1 }, (_, n) => ({ ...first, id: `f${n}` })) }, /29/],
    [{ facts: [{ ...first, id: "Site" }, ...sample.facts.slice(1)] }, /snake_case/],
    [{ facts: [{ ...first, about: [] }, ...sample.facts.slice(1)] }, /nothing asks for "site"/],
    [{ facts: [{ ...first, says: [] }, ...sample.facts.slice(1)] }, /one to three wordings/],
    [{ opening: ["It hurts."] }, /fewer than three/],
    [{ anythingElse: { brings: "late_concern", leadIn: "Well,", fact: "site" } }, /no hidden fact/],
    [{ companion: "my wife" }, /companion/],
  ];
  for (const [change, words] of broken) {
    assert.throws(() => caseCard({ ...sample, ...change }), words);
  }
});

Deno.test("[MP1] every fact can be had: a patient who trusts answers each question", () => {
  const lost: string[] = [];
  for (const card of CASE_CARDS) {
    for (const fact of card.facts) {
      const got = fact.about.some((entry) => {
        const asked = hears(attentive(card), trusting(card, 1), `Could you tell me: ${entry}?`);
        return factsOf(asked.says).includes(fact.id);
      });
      if (!got) lost.push(`${card.id} ${fact.id}`);
    }
  }
  assert.deepEqual(lost, []);
});

Deno.test("[MP1] what needs kindness is not had by a blunt question, what is hidden not by a kind one", () => {
  for (const card of CASE_CARDS) {
    for (const fact of card.facts) {
      if (fact.given === "freely" || fact.given === "if_asked") continue;
      for (const entry of fact.about) {
        const cold = newPatient(card, 3);
        const blunt = hears(attentive(card), cold, `Any ${entry}?`);
        assert.ok(!factsOf(blunt.says).includes(fact.id), `${card.id} ${fact.id}: ${entry}`);
        if (fact.given !== "hidden") continue;
        const kind = hears(attentive(card), cold, `Can I ask about ${entry}, please?`);
        assert.ok(!factsOf(kind.says).includes(fact.id), `${card.id} ${fact.id}: ${entry}`);
      }
    }
  }
});

Deno.test("[MP1] an uninterrupted patient tells the opening and all free facts, and nothing else", () => {
  for (const card of CASE_CARDS) {
    const { state } = interview(attentive(card), 5, [INVITATION, ...Array(15).fill("Go on.")]);
    assert.equal(state.openingSaid, card.opening.length, card.id);
    const free = card.facts.filter(({ given }) => given === "freely").map(({ id }) => id);
    assert.deepEqual([...state.told].sort(), free.sort(), card.id);
  }
});

Deno.test("[MP1] the patients share nothing with the rules engine, however indirectly", async () => {
  const seen = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { specifier } of syntaxOf(path, await readSource(path)).imports) {
      const target = importTarget(path, specifier);
      if (target !== null) await visit(target);
    }
  };
  for (const path of await sourcesUnder("lib/rehearsal/patients")) await visit(path);
  assert.ok(seen.size > CASE_CARDS.length);
  assert.deepEqual([...seen].filter((path) => !path.startsWith("lib/rehearsal/")), []);
});

Deno.test("[MP1] a doctor's question for a fact is understood as one by nearly every patient", () => {
  const missed: string[] = [];
  let asked = 0;
  for (const card of CASE_CARDS) {
    for (const fact of card.facts) {
      asked += 1;
      const { says } = hears(attentive(card), trusting(card, 1), doctorsQuestion(fact));
      if (!factsOf(says).includes(fact.id)) missed.push(`${card.id} ${fact.id}`);
    }
  }
  assert.ok(missed.length < asked * 0.025, `${missed.length} of ${asked}: ${missed.join(", ")}`);
});
