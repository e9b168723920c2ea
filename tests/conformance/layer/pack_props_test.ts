/**
 * Tests of the in-tree layer itself, where it must be better than the real package. They are the
 * only ones here that look inside it, and go away with it.
 */
import assert from "node:assert/strict";
import { h } from "preact";
import { revive } from "../../../lib/fresh/client/revive.ts";
import { packProps } from "../../../lib/fresh/render/pack_props.ts";

class Patient {
  name = "Ada";
}

const refused: Record<string, unknown> = {
  "a symbol": Symbol("secret"),
  "a symbol key": { [Symbol("secret")]: 1 },
  "a function": () => {},
  "a class": Patient,
  "a class instance": new Patient(),
  "a Float32Array": new Float32Array(2),
  "a promise": Promise.resolve(1),
  "an element": h("p", null),
  "a weak map": new WeakMap(),
};

for (const [name, value] of Object.entries(refused)) {
  Deno.test(`[2.4] ${name} as an island prop throws, and says where`, () => {
    const use = { island: "Chart", props: { deep: [{ value }] } };
    assert.throws(() => packProps([use]), {
      name: "TypeError",
      message: /^Cannot send Chart props\.deep\[0\]\.value to the browser: .+/,
    });
  });
}

Deno.test("[2.4] a key named __proto__ stays a key", () => {
  const props: Record<string, unknown> = JSON.parse('{"__proto__": "a key like any other"}');
  const wire = JSON.parse(JSON.stringify(packProps([{ island: "Chart", props }])));
  const [revived] = revive(wire) as object[];
  assert.ok(revived !== undefined && Object.hasOwn(revived, "__proto__"));
  assert.equal(Object.getPrototypeOf(revived), Object.prototype);
});
