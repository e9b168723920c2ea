import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { ConsentMissing } from "@/components/review/ConsentMissing.tsx";

Deno.test("[CO6, FI7] the review's notice posts given or refused to the consultation's consent", () => {
  const html = renderToString(<ConsentMissing id="c-1" />);
  assert.match(html, /<form[^>]*method="post"[^>]*action="\/consultations\/c-1\/consent"/);
  const answers = [...html.matchAll(/name="answer" value="(\w+)"/g)].map(([, value]) => value);
  assert.deepEqual(answers, ["given", "refused"]);
  assert.match(html, /Consent was not noted/);
});
