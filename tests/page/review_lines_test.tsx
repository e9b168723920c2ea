import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { ReviewLines } from "@/components/review/ReviewLines.tsx";

Deno.test("[FI2, SE2] words with marks in them are shown as they were said, escaped once", () => {
  const pieces = [{ text: "Seen at A&E", doubtful: false }, {
    text: "<b>daily</b>",
    doubtful: true,
  }];
  const line = {
    kind: "said" as const,
    id: "l1",
    startMs: 0,
    endMs: 1_000,
    speaker: null,
    role: null,
    typed: true,
    pieces,
  };
  const html = renderToString(<ReviewLines lines={[line]} names={new Map()} audioUrl={null} />);
  assert.match(html, /Seen at A&amp;E/);
  assert.match(html, /&lt;b>daily&lt;\/b>/);
  assert.doesNotMatch(html, /&amp;amp;|&amp;lt;/);
});
