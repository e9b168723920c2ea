import assert from "node:assert/strict";
import fc from "fast-check";
import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import { type AutoState, initialAuto } from "@/lib/auto/auto_state.ts";
import { PHASES } from "@/lib/auto_phase.ts";
import { stepAuto } from "@/lib/auto/step.ts";
import { endedBy } from "@/lib/auto/turn_end.ts";
import { assertRows } from "./auto_talk.ts";
import { type Entry, happenings, play, settings } from "./whatever_comes.ts";

function says(effects: readonly AutoEffect[]) {
  return effects.filter((effect) => effect.type === "say");
}

function phaseMoves(effects: readonly AutoEffect[]) {
  return effects.flatMap((effect) =>
    effect.type === "audit" && effect.entry.kind === "auto.phase" ? [effect.entry.detail] : []
  );
}

Deno.test("[MA3, MA4] whatever comes, in whatever order, the step throws nothing and every row fits", () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      play(list, thresholds, ({ after, effects }) => {
        assertRows(effects);
        reached.add(after.phase);
      });
    }),
    { numRuns: 600 },
  );
  // The lists are rich enough to mean something.
  assert.deepEqual([...reached].sort(), [...PHASES].sort());
});

Deno.test("[MA3] state and event are never changed in place, and all of both is JSON", () => {
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      // `play` freezes both, so that a change in place would throw.
      const { state, log } = play(list, thresholds, () => {});
      assert.deepStrictEqual(JSON.parse(JSON.stringify(state)), state);
      assert.deepStrictEqual(JSON.parse(JSON.stringify(log)), log);
    }),
    { numRuns: 150 },
  );
});

Deno.test("[MA7] the same log, read back from its JSON, leads to the same states and effects byte for byte", () => {
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      const first: string[] = [];
      const { log } = play(list, thresholds, ({ after, effects }) => {
        first.push(JSON.stringify({ after, effects }));
      });
      const kept: Entry[] = JSON.parse(JSON.stringify(log));
      let state: AutoState = initialAuto();
      const again = kept.map(({ event, nowMs }) => {
        // The state too may have been kept and read back between two events.
        const stepped = stepAuto(JSON.parse(JSON.stringify(state)), event, nowMs, thresholds);
        state = stepped.state;
        return JSON.stringify({ after: stepped.state, effects: stepped.effects });
      });
      assert.deepEqual(again, first);
    }),
    { numRuns: 150 },
  );
});

Deno.test("[SP4] never two utterances: nothing is ordered while Alba or the doctor speaks", () => {
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      play(list, thresholds, ({ before, event, effects }) => {
        const ordered = says(effects);
        assert.ok(ordered.length <= 1, "two at once");
        if (ordered.length === 0) return;
        const ends = event.type === "speech_ended" ? event.utterance : null;
        const refused = event.type === "say_refused" ? event.token : null;
        const { saying, tapped } = before;
        const isFree = saying === null || saying.utterance === ends || saying.token === refused;
        assert.ok(isFree, "Alba was speaking");
        assert.ok(tapped === null || tapped === ends, "the doctor's utterance was being spoken");
      });
    }),
    { numRuns: 400 },
  );
});

Deno.test("[MA6, GO2] no question in GOLDEN; before and in it nothing but its own phrases is said", () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    DISCLOSURE: ["disclosure"],
    INVITATION: ["invitation"],
    GOLDEN: ["go_on", "tell_me_more_short"],
  };
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      play(list, thresholds, ({ effects }) => {
        for (const { ref, detail } of says(effects)) {
          const phrases = allowed[detail.phase];
          if (phrases === undefined) continue;
          assert.equal(ref.kind, "phrase");
          if (ref.kind === "phrase") assert.ok(phrases.includes(ref.phrase), ref.phrase);
        }
      });
    }),
    { numRuns: 400 },
  );
});

Deno.test("[MA5] the rows of auto.phase are one chain, and its end is the state", () => {
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      play(list, thresholds, ({ before, after, effects }) => {
        let at = before.phase;
        for (const { from, to } of phaseMoves(effects)) {
          assert.equal(from, at);
          at = PHASES.find((phase) => phase === to) ?? at;
        }
        assert.equal(at, after.phase);
      });
    }),
    { numRuns: 300 },
  );
});

Deno.test("[MA8, TT12] nothing is said on a tick, after the page is gone, or under a report that is old or tells of speech", () => {
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      play(list, thresholds, ({ after, event, effects }) => {
        const [ordered] = says(effects);
        if (ordered === undefined) return;
        assert.notEqual(event.type, "tick");
        const { ref, token } = ordered;
        // The first issue of the two opening phrases is read by the page alone (SP10, EN3).
        const opens = ref.kind === "phrase" &&
          (ref.phrase === "disclosure" || ref.phrase === "invitation");
        if (opens && event.type !== "quiet") return;
        const { report } = after.turn;
        assert.ok(report !== null && report.quietMs > 0);
        const issuedMs = after.saying?.token === token ? after.saying.issuedMs : null;
        assert.ok(issuedMs !== null && issuedMs - report.atMs <= 600);
      });
    }),
    { numRuns: 400 },
  );
});

Deno.test("[TT4, TT9, GO5] a turn ends only where turns are judged, and never while somebody speaks", () => {
  const judged = ["OPEN", "CLOSED", "HANDOVER"];
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      play(list, thresholds, ({ before, after, event, effects }) => {
        for (const effect of effects) {
          if (effect.type !== "audit" || effect.entry.kind !== "auto.turn_ended") continue;
          const { phase, by, quiet_s } = effect.entry.detail;
          assert.ok(judged.includes(String(phase)));
          assert.ok((after.turn.report?.quietMs ?? 0) > 0);
          // One that waited for the ears had been judged before, and ends when they have decided (TT7).
          const waited = before.turn.held !== null && by === endedBy(before.turn.held.end);
          if (waited && (event.type === "committed" || event.type === "quiet")) continue;
          if (by === "verdict") assert.equal(event.type, "officer_verdict");
          else assert.ok(event.type === "quiet" && Number(quiet_s) >= 3.5);
        }
      });
    }),
    { numRuns: 300 },
  );
});

Deno.test("[MA10, DW1] when no run is on nothing is said, asked of a model or requested", () => {
  const silent = ["say", "ask_officer", "ask_topic", "ask_rerank", "request_pass"];
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      play(list, thresholds, ({ before, after, effects }) => {
        if (before.run !== null || after.run !== null) return;
        assert.deepEqual(effects.filter(({ type }) => silent.includes(type)), []);
      });
    }),
    { numRuns: 300 },
  );
});

/** Every number of a state that can only come from a clock that far on, with its place. */
function readings(value: unknown, sinceMs: number, path = "state"): string[] {
  if (value === Number.MIN_SAFE_INTEGER) return [];
  // Also below zero: a time that was measured from the one clock to the other.
  if (typeof value === "number") return Math.abs(value) >= sinceMs / 2 ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => readings(part, sinceMs, `${path}.${key}`));
}

Deno.test("[MA9, RE5] a service that comes back counts from its own start: no reading of the clock before is kept", () => {
  const longAgoMs = 1e12;
  let kept = 0;
  fc.assert(
    fc.property(happenings, settings, (list, thresholds) => {
      const start = { state: initialAuto(), nowMs: longAgoMs };
      let { state } = play(list, thresholds, () => {}, start);
      kept += readings(state, longAgoMs).length;
      const back = [{ type: "restarted" }, { type: "toggle_off", reason: "restart" }] as const;
      for (const event of back) state = stepAuto(state, event, 40, thresholds).state;
      assert.deepEqual(readings(state, longAgoMs), []);
    }),
    { numRuns: 600 },
  );
  assert.ok(kept > 0, "the lists leave something to forget");
});
