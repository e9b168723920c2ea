import assert from "node:assert/strict";
import { cardIndex, cardSheet } from "@/lib/rehearsal/patients/card_sheet.ts";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";

const folder = new URL("../../docs/patients/", import.meta.url);
const AGAIN = "run: deno task patients:docs";

Deno.test("[MP1] every case has its sheet, and the sheet says what the patient is played from", () => {
  for (const card of CASE_CARDS) {
    const kept = Deno.readTextFileSync(new URL(`${card.id}.md`, folder));
    assert.equal(kept, cardSheet(card), `${card.id}.md is old; ${AGAIN}`);
  }
  assert.equal(Deno.readTextFileSync(new URL("README.md", folder)), cardIndex(CASE_CARDS), AGAIN);
});

Deno.test("[MP1] no sheet is left of a case that is gone", () => {
  const wanted = new Set(["README.md", ...CASE_CARDS.map(({ id }) => `${id}.md`)]);
  const kept = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assert.deepEqual(kept.filter((name) => !wanted.has(name)), []);
});

Deno.test("[MP1] a sheet gives every wording, every flag with its action and source, and a place to sign", () => {
  for (const card of CASE_CARDS) {
    const sheet = cardSheet(card);
    assert.match(sheet, /Review by: _+/);
    for (const { says, redFlag } of card.facts) {
      for (const text of says) assert.ok(sheet.includes(text), `${card.id}: ${text}`);
      if (redFlag === undefined) continue;
      assert.ok(sheet.includes(redFlag.action) && sheet.includes(redFlag.guidance), card.id);
    }
  }
});
