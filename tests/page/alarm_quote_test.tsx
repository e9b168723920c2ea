import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { AlarmQuote } from "@/components/AlarmQuote.tsx";

const textOf = (html: string) =>
  html.replaceAll("<q>", "“").replaceAll("</q>", "”").replaceAll(/<[^>]*>/g, "");

Deno.test("[CD6, UR2] a “Yes.” is shown with what was asked, each in its own quotation marks", () => {
  const question = "Does it go anywhere else?";
  const html = renderToString(
    <AlarmQuote quote="Yes." question={question} isFound source="rule" />,
  );
  assert.equal(textOf(html), `Asked and answered: “${question}” — “Yes.” rule`);
});

Deno.test("[CD6] words that stand for themselves are “said”; words that nobody said are marked", () => {
  const quote = "I cough blood";
  const show = (isFound: boolean) =>
    textOf(renderToString(
      <AlarmQuote quote={quote} question={null} isFound={isFound} source="model" />,
    ));
  assert.equal(show(true), "Said: “I cough blood” model");
  assert.equal(show(false), "Not found in the transcript: “I cough blood” model");
});
