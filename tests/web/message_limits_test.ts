import assert from "node:assert/strict";
import fc from "fast-check";
import { FRAME_BYTES, MAX_MESSAGE_CHARACTERS } from "@/lib/protocol/shared.ts";
import { MAX_SOCKETS, MessageLimits, SocketSlots } from "@/lib/web/message_limits.ts";
import { TokenBucket } from "@/lib/web/token_bucket.ts";

Deno.test("[SE4] live audio at 50 frames a second is never too fast", () => {
  const limits = new MessageLimits(0);
  for (let i = 0; i < 50 * 600; i++) assert.equal(limits.frame(FRAME_BYTES, i * 20), "ok");
});

Deno.test("[SE4] ten seconds of frames may come at once; the next is too fast", () => {
  const limits = new MessageLimits(0);
  for (let i = 0; i < 500; i++) assert.equal(limits.frame(FRAME_BYTES, 0), "ok", String(i));
  assert.equal(limits.frame(FRAME_BYTES, 0), "too_fast");
  assert.equal(limits.frame(FRAME_BYTES, 5), "ok");
  assert.equal(limits.frame(FRAME_BYTES, 5), "too_fast");
});

Deno.test("[SE4] text messages: 60 at once, then 20 a second, apart from the frames", () => {
  const limits = new MessageLimits(0);
  for (let i = 0; i < 500; i++) limits.frame(FRAME_BYTES, 0);
  for (let i = 0; i < 60; i++) assert.equal(limits.message(10, 0), "ok");
  assert.equal(limits.message(10, 0), "too_fast");
  assert.equal(limits.message(10, 50), "ok");
});

Deno.test("[SE4] frames and messages beyond their size are told apart from too many", () => {
  const limits = new MessageLimits(0);
  assert.equal(limits.frame(FRAME_BYTES + 1, 0), "too_large");
  assert.equal(limits.message(MAX_MESSAGE_CHARACTERS, 0), "ok");
  assert.equal(limits.message(MAX_MESSAGE_CHARACTERS + 1, 0), "too_large");
  for (let i = 0; i < 499; i++) limits.frame(FRAME_BYTES + 1, 0);
  assert.equal(limits.frame(FRAME_BYTES + 1, 0), "too_fast");
});

Deno.test("[SE4] over any stretch a bucket lets pass at most its burst and its rate", () => {
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1, max: 50 }),
    fc.array(fc.integer({ min: -20, max: 200 }), { maxLength: 300 }),
    (ratePerS, burst, gaps) => {
      const bucket = new TokenBucket({ ratePerS, burst, nowMs: 0 });
      let now = 0;
      let latest = 0;
      let passed = 0;
      for (const gap of gaps) {
        now += gap;
        latest = Math.max(latest, now);
        if (bucket.take(now)) passed += 1;
        // A clock that steps back must not mint tokens either.
        assert.ok(passed <= burst + latest / 1000 * ratePerS + 1e-6);
      }
    },
  ));
});

Deno.test("[SE4] a box has a bounded number of sockets, and a slot is given back once", () => {
  const slots = new SocketSlots();
  const held = Array.from({ length: MAX_SOCKETS }, () => slots.take());
  assert.ok(held.every((release) => release !== null));
  assert.equal(slots.take(), null);
  const first = held[0];
  assert.ok(first);
  first();
  first();
  assert.ok(slots.take());
  assert.equal(slots.take(), null);
});
