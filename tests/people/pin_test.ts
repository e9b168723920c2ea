import assert from "node:assert/strict";
import fc from "fast-check";
import { parsePin } from "@/lib/people/pin.ts";
import { hashSecret, matchesSecret } from "@/lib/people/secret_hash.ts";

Deno.test("[CO7] a PIN has six to eight digits, and nothing else", () => {
  for (const pin of ["274916", "2749163", "27491638", " 274916 ", "000001"]) {
    assert.ok(parsePin(pin).ok, pin);
  }
  for (const pin of ["", "27491", "274916385", "27491a", "２７４９１６", "2749 16", "-274916"]) {
    assert.ok(!parsePin(pin).ok, pin);
  }
});

Deno.test("[CO7] the PINs that everybody tries first are refused", () => {
  for (const pin of ["000000", "11111111", "123456", "12345678", "654321", "987654", "0123456"]) {
    const outcome = parsePin(pin);
    assert.ok(!outcome.ok, pin);
    assert.match(outcome.words, /first that anybody would try/);
  }
});

Deno.test("[CO7] any six to eight digits are taken unless they are one run", () => {
  fc.assert(fc.property(fc.stringMatching(/^\d{6,8}$/), (pin) => {
    const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])));
    const isRun = steps.size === 1 && Math.abs([...steps][0] ?? 9) <= 1;
    assert.equal(parsePin(pin).ok, !isRun);
  }));
});

Deno.test("[CO7] a stored hash matches its PIN alone, and tells nothing of it", async () => {
  const stored = await hashSecret("274916");
  assert.match(stored, /^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.ok(!stored.includes("274916"));
  assert.notEqual(stored, await hashSecret("274916"), "each has its own salt");
  assert.equal(await matchesSecret("274916", stored), true);
  for (const wrong of ["274917", "27491", "", "2749160"]) {
    assert.equal(await matchesSecret(wrong, stored), false, wrong);
  }
});

Deno.test("[CO7] what is stored may be anything: no hash of ours matches nothing", async () => {
  for (const stored of ["", "274916", "scrypt$1$1$1$x$y", `scrypt$32768$8$1$${"A".repeat(22)}`]) {
    assert.equal(await matchesSecret("274916", stored), false, stored);
  }
});
