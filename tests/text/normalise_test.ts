import assert from "node:assert/strict";
import fc from "fast-check";
import { meaningfulWords, normalise, words } from "@/lib/text/normalise.ts";

Deno.test("[QU7] apostrophes of every kind vanish, hyphens and other marks become one space", () => {
  assert.equal(normalise("Can’t — I've a same-day X-ray?! (NOW)"), "cant ive a same day x ray now");
  assert.equal(normalise("o'clock o’clock oʼclock"), "oclock oclock oclock");
});

Deno.test("[QU7] stop words go: articles, hedging, urgency, do-it verbs, bedside, possessives", () => {
  assert.deepEqual(
    meaningfulWords("Consider arranging an urgent bedside ECG for your chest pain today"),
    ["arranging", "ecg", "for", "chest", "pain"],
  );
  for (const possessive of ["your", "my", "his", "her", "their", "our", "its", "it's"]) {
    assert.deepEqual(meaningfulWords(possessive), []);
  }
});

Deno.test("[QU7] words that turn an action round are never stop words", () => {
  const kept = "stop start withhold give increase reduce not no never without";
  assert.deepEqual(meaningfulWords(kept), kept.split(" "));
});

Deno.test("[QU7] normalising twice changes nothing, whatever the text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const once = normalise(text);
    assert.equal(normalise(once), once);
    assert.equal(words(text).join(" "), once);
  }));
});
