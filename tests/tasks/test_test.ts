import assert from "node:assert/strict";
import { closingLine, countsOf } from "@/tasks/test.ts";

Deno.test("[OP2] the closing line is made from the summary that deno test prints", () => {
  const cases: [string, string][] = [
    ["ok | 53 passed | 0 failed (2s)\n", "53 passed, 0 failed"],
    ["FAILED | 8 passed | 4 failed (1s)\n", "8 passed, 4 failed"],
    ["ok | 3 passed (2 steps) | 0 failed | 7 ignored (9ms)\n", "3 passed, 0 failed, 7 skipped"],
    [
      "ok | 3 passed | 0 failed | 1 ignored | 2 filtered out (9ms)\n",
      "3 passed, 0 failed, 1 skipped",
    ],
    ["FAILED | 1 passed (1 step) | 1 failed (2 steps) (1s)\n", "1 passed, 1 failed"],
    ["1 passed | 1 failed\nok | 2 passed | 0 failed (1s)", "2 passed, 0 failed"],
  ];
  for (const [output, line] of cases) {
    const counts = countsOf(output);
    assert.ok(counts, output);
    assert.equal(closingLine(counts), line);
  }
  assert.equal(countsOf("error: Module not found"), null);
});
