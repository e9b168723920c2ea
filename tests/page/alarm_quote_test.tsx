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

Deno.test("[CD6, CD9] an alarm without a quote says so, and whose it is", () => {
  const show = (source: "rule" | "model") =>
    textOf(renderToString(
      <AlarmQuote quote={null} question={null} isFound={false} source={source} />,
    ));
  assert.equal(show("model"), "No words are quoted for it model");
  assert.equal(show("rule"), "No words are quoted for it rule");
});
