import assert from "node:assert/strict";
import { affectView } from "@/lib/protocol/affect.ts";
import { speechRef } from "@/lib/protocol/shared.ts";

Deno.test("[SP1, SK4] only a whole number names a version, a place in it, or how strong a feeling is", () => {
  const ref = (version: number, index: number) =>
    speechRef.safeParse({ agenda: { version, index } }).success;
  assert.ok(ref(1, 0) && ref(Number.MAX_SAFE_INTEGER, 99));
  const others = [[1.5, 0], [1, 0.5], [0, 0], [1, 100], [2 ** 53, 0], [NaN, 0], [Infinity, 0]];
  for (const [version = 0, index = 0] of others) assert.ok(!ref(version, index), `${version}`);
  const felt = (intensity: number) => affectView.safeParse({ affect: "sad", intensity }).success;
  assert.deepEqual([0, 3, 1.5, 4].map(felt), [true, true, false, false]);
});
