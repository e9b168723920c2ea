import assert from "node:assert/strict";
import fc from "fast-check";
import { id } from "@/lib/protocol/shared.ts";

Deno.test("[SE4] an id of the protocol is 1 to 64 plain characters, and nothing else", () => {
  const isId = (text: unknown) => id.safeParse(text).success;
  assert.deepEqual(["a", "a".repeat(64), "01M8-x_Y"].map(isId), [true, true, true]);
  const others = ["", "a".repeat(65), "a b", "a\n", "\na", "../a", "é", "a\u0000", 1, null];
  assert.deepEqual(others.filter(isId), []);
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 70 }), (text) => {
    const isPlain = text !== "" && text.length <= 64 && !/[^\w-]/.test(text);
    assert.equal(isId(text), isPlain);
  }));
});
