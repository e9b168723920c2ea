import assert from "node:assert/strict";
import fc from "fast-check";
import { actionSimilarity, matchAction, readAction } from "@/lib/text/action_match.ts";
import { NAMED_CONDITIONS } from "@/lib/text/named_conditions.ts";

const THRESHOLD = 0.6;

/** Feeds wordings in order as UR5 does: a match joins as an alias, anything else stands alone. */
function standingAfter(...texts: string[]): string[][] {
  const standing: { wordings: ReturnType<typeof readAction>[] }[] = [];
  for (const text of texts) {
    const action = readAction(text);
    const match = matchAction(action, standing, THRESHOLD);
    if (match === null) standing.push({ wordings: [action] });
    else standing[match.index]?.wordings.push(action);
  }
  return standing.map((action) => action.wordings.map((wording) => wording.text));
}

Deno.test("[QU7, UR11] pinned: the chain admission, referral, specialist, admission stays one", () => {
  const chain = [
    "Consider hospital admission",
    "Immediate referral to hospital",
    "Same-day specialist referral",
    "Consider hospital admission",
  ];
  assert.deepEqual(standingAfter(...chain), [chain]);
});

Deno.test("[QU7, UR11] pinned: a bedside ECG and an urgent ECG arranged are one", () => {
  assert.equal(standingAfter("Bedside ECG", "Arrange an urgent ECG").length, 1);
});

const MUST_BE_NEW = [
  ["Chest X-ray", "Chest drain"],
  ["Urgent ECG", "ECG and call 999 for suspected heart attack"],
  ["Call 999 for stroke", "Call 999 for sepsis"],
  ["Stop anticoagulant", "Start anticoagulant"],
  ["Give aspirin", "Do not give aspirin"],
  ["Hospital admission", "Hospital admission and chest drain"],
  ["IV antibiotics", "IV fluids"],
  ["Examine the left eye", "Examine the right eye"],
  ["Stop methotrexate", "Stop metformin"],
  ["Stop driving", "Stop warfarin"],
  ["Same-day cardiology referral", "Same-day ophthalmology referral"],
  ["Urgent cardiology referral", "Urgent neurology referral"],
  ["Same-day medical assessment", "Same-day surgical assessment"],
  [
    "Refer under the two-week rule for bowel cancer",
    "Refer under the two-week rule for lung cancer",
  ],
  ["Check a capillary glucose now", "Check capillary ketones now"],
  ["Same-day review by the crisis team", "Same-day review by the safeguarding team"],
] as const;

for (const [standing, candidate] of MUST_BE_NEW) {
  Deno.test(`[UR11] "${candidate}" is new beside "${standing}"`, () => {
    assert.equal(standingAfter(standing, candidate).length, 2);
  });
}

Deno.test("[UR11] a subset matches only when the new text is the smaller one", () => {
  assert.equal(standingAfter("Hospital admission for observation", "Hospital admission").length, 1);
  assert.equal(standingAfter("Hospital admission", "Hospital admission for observation").length, 2);
});

Deno.test("[UR5, UR11] what is done to the same medicine stays one in other words", () => {
  assert.equal(standingAfter("Stop methotrexate", "Methotrexate: stop today").length, 1);
  assert.equal(standingAfter("Give aspirin 300 mg", "Give aspirin by mouth").length, 1);
});

Deno.test("[UR11] 999, 112 and an ambulance are one guarded meaning", () => {
  assert.equal(standingAfter("Call 999", "Call an ambulance").length, 1);
  assert.equal(standingAfter("Call the surgery", "Call an ambulance").length, 2);
});

Deno.test("[UR11] the same order for two different named conditions is never one action", () => {
  const names = Object.keys(NAMED_CONDITIONS);
  for (const a of names) {
    for (const b of names) {
      const score = actionSimilarity(readAction(`Call for ${a}`), readAction(`Call for ${b}`));
      assert.equal(score > 0, a === b, `${a} / ${b}`);
    }
  }
});

Deno.test("[UR11] an action always matches itself, and no text breaks the matcher", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const action = readAction(text);
    const match = matchAction(action, [{ wordings: [action] }], THRESHOLD);
    assert.equal(match?.exact ?? false, action.tokens.tokens.length > 0);
  }));
});
