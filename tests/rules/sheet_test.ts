import assert from "node:assert/strict";
import { COMPLAINTS } from "@/lib/rules/complaints.ts";
import { complaintSheet, sheetIndex } from "@/lib/rules/sheet.ts";

const folder = new URL("../../docs/rules/", import.meta.url);
const AGAIN = "run: deno task rules:docs";

Deno.test("[CD9] every complaint has its review sheet, and the sheet says what the rules do", () => {
  for (const complaint of COMPLAINTS) {
    const kept = Deno.readTextFileSync(new URL(`${complaint.id}.md`, folder));
    assert.equal(kept, complaintSheet(complaint), `${complaint.id}.md is old; ${AGAIN}`);
  }
  assert.equal(Deno.readTextFileSync(new URL("README.md", folder)), sheetIndex(COMPLAINTS), AGAIN);
});

Deno.test("[CD9] no sheet is left of a complaint that is gone", () => {
  const wanted = new Set(["README.md", ...COMPLAINTS.map((complaint) => `${complaint.id}.md`)]);
  const kept = [...Deno.readDirSync(folder)].map((entry) => entry.name);
  assert.deepEqual(kept.filter((name) => !wanted.has(name)), []);
});

Deno.test("[CD9] a sheet names sources, evidence and a place to sign", () => {
  for (const complaint of COMPLAINTS) {
    const sheet = complaintSheet(complaint);
    assert.match(sheet, /Review by: _+/);
    for (const flag of complaint.flags) {
      for (const source of flag.guidance) assert.ok(sheet.includes(source), source);
      assert.ok(sheet.includes(flag.action));
    }
    for (const question of complaint.questions) assert.ok(sheet.includes(question.text));
  }
});
