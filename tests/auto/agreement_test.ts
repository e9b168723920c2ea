import assert from "node:assert/strict";
import fc from "fast-check";
import { isListening, type Phase } from "@/lib/auto_phase.ts";
import type { AutoState } from "@/lib/auto/auto_state.ts";
import { happenings, play, type Seen, settings } from "./whatever_comes.ts";

/** Every state that any list of happenings leads to. */
function always(check: (state: AutoState) => void): void {
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      play(list, thresholds, ({ after }: Seen) => check(after));
    }),
    { numRuns: 400 },
  );
}

/** Phases that only a run can be in. A handover's sequence is one, a finished handover is not. */
const RUNNING: readonly Phase[] = [
  "DISCLOSURE",
  "INVITATION",
  "GOLDEN",
  "OPEN",
  "CLOSED",
  "PAUSED_URGENT",
];

Deno.test("[MA1, MA10] a run is on in every phase but OFF, a take-over and a handover that is over", () => {
  let over = 0;
  always(({ phase, run }) => {
    if (run === null) assert.ok(!RUNNING.includes(phase), phase);
    else assert.ok(phase === "HANDOVER" || RUNNING.includes(phase), phase);
    if (run === null && phase === "HANDOVER") over += 1;
  });
  assert.ok(over > 0, "the lists bring a handover to its end");
});

Deno.test("[EN2, MA1] a start is under way in DISCLOSURE and INVITATION, says that phase's phrase, and is nowhere else", () => {
  const phases = { disclosure: "DISCLOSURE", invitation: "INVITATION" } as const;
  always(({ phase, starting }) => {
    if (starting === null) assert.ok(phase !== "DISCLOSURE" && phase !== "INVITATION", phase);
    else assert.equal(phase, phases[starting.phrase]);
  });
});

Deno.test("[UR1, UR3, MA1] a pause and the phase that it goes on with are known in PAUSED_URGENT, and nowhere else", () => {
  always(({ phase, urgency: { pause } }) => {
    assert.equal(pause !== null, phase === "PAUSED_URGENT", phase);
    if (pause !== null) assert.ok(isListening(pause.from));
  });
});

Deno.test("[GO1, MA1] the golden clock runs in GOLDEN, and nowhere else", () => {
  always(({ phase, golden }) => assert.equal(golden.enteredMs !== null, phase === "GOLDEN", phase));
});

Deno.test("[MA10, TT7] when no run is on nothing of a run is left to go on: no turn, no flow, no call", () => {
  always(({ run, turn, flow, rerank, hasThought }) => {
    if (run !== null) return;
    const { ended, held, awaiting, officers, isHushed } = turn;
    assert.deepEqual({ ended, held, awaiting, officers, isHushed }, {
      ended: null,
      held: null,
      awaiting: null,
      officers: [],
      isHushed: false,
    });
    assert.deepEqual({ flow, call: rerank.call, hasThought }, {
      flow: { at: "idle" },
      call: null,
      hasThought: false,
    });
  });
});
