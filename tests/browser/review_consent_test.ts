import assert from "node:assert/strict";
import { assertAccessible } from "./accessibility.ts";
import { browserTest } from "./browser_test_case.ts";
import { reviewRecord } from "./review_record.ts";

browserTest(
  "[CO6, SE2, SE4] a consent noted in the review comes from this box's own page",
  async ({ box, page }) => {
    const { record } = box.services;
    const id = reviewRecord(record, { answer: 2, findings: [] });
    await page.request.get(box.origin);
    const post = async (path: string, form: Record<string, string>, origin = box.origin) => {
      const url = `${box.origin}/consultations/${path}/consent`;
      return (await page.request.post(url, { form, headers: { origin }, maxRedirects: 0 }))
        .status();
    };
    for (const answer of ["", "withdrawn", "yes", "GIVEN"]) {
      assert.equal(await post(id, { answer }), 422, answer);
    }
    assert.equal(await post(id, {}), 422);
    assert.equal(await post(id, { answer: "given" }, "http://elsewhere.example"), 403);
    assert.equal(await post("01ARZ3NDEKTSV4RRFFQ69G5FAV", { answer: "given" }), 404);
    assert.equal(record.consultations.get(id)?.consent, null);
    assert.equal(await post(id, { answer: "given" }), 303);
    assert.equal(record.consultations.get(id)?.consent, "given");
  },
);

browserTest(
  "[CO6, FI7] the review says that consent was not noted, and one press notes it",
  async ({ box, page }) => {
    const { record } = box.services;
    const id = reviewRecord(record, { answer: 2, findings: [] });
    await page.goto(`${box.origin}/consultations/${id}`);
    const notice = page.getByText("Consent was not noted.");
    await notice.waitFor();
    await assertAccessible(page);
    await page.getByRole("button", { name: "Refused" }).click();
    await notice.waitFor({ state: "detached" });
    assert.equal(record.consultations.get(id)?.consent, "refused");
  },
);
