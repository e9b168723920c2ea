import assert from "node:assert/strict";
import { clockTime, durationWords } from "@/lib/page/format_time.ts";

Deno.test("[CO2] places and lengths are written as people write them", () => {
  assert.equal(clockTime(0), "0:00");
  assert.equal(clockTime(65_999), "1:05");
  assert.equal(clockTime(3_723_000), "1:02:03");
  assert.equal(durationWords(7400), "7 s");
  assert.equal(durationWords(754_000), "12 min 34 s");
  assert.equal(durationWords(3_720_000), "1 h 2 min");
});
