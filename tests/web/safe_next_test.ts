import assert from "node:assert/strict";
import fc from "fast-check";
import { safeNext } from "@/lib/web/safe_next.ts";

const OWN = new URL("https://surgery.local:8000/login?next=x");

Deno.test("[SE2] a login leads to a path of this box", () => {
  for (const next of ["/", "/settings", "/consultations/01?at=3#l4", "/?q=a%20b"]) {
    assert.equal(safeNext(next, OWN), next);
  }
});

Deno.test("[SE2] a login leads nowhere else, however the address is written", () => {
  const elsewhere = [
    null,
    "",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "///evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    " //evil.example",
    "settings",
  ];
  for (const next of elsewhere) assert.equal(safeNext(next, OWN), "/", JSON.stringify(next));
});

Deno.test("[SE2] whatever is asked for, a browser stays on this box", () => {
  const part = fc.constantFrom(
    "/",
    "\\",
    "\t",
    "\n",
    ".",
    "..",
    "@",
    ":",
    "evil.example",
    "a",
    "?",
    "#",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const next = safeNext(parts.join(""), OWN);
      assert.equal(new URL(next, OWN).origin, OWN.origin);
      assert.equal(new URL(safeNext(next, OWN), OWN).href, new URL(next, OWN).href);
    }),
    { numRuns: 1000 },
  );
});
