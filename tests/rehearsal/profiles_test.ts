import assert from "node:assert/strict";
import { lineDelay, longestWayMs, stretches } from "@/lib/rehearsal/patients/disturbances.ts";
import {
  callFate,
  drawProfile,
  FAULTS,
  isPlayable,
  liesAboutQuiet,
  MODEL_CALLS,
  type ModelCall,
  namesUnknownIds,
  parseFaults,
  type Profile,
  reportFate,
  speakEndedFate,
  synthesisFate,
  talksOnMs,
  wordsFate,
} from "@/lib/rehearsal/patients/profiles.ts";

const CALLS = 4_000;
const HOUR_MS = 3_600_000;

const COMING = [
  "dropped_socket",
  "deaf_ears",
  "full_disk",
  "stuck_record",
  "second_page",
  "busy_box",
] as const;

/** Without faults, one call in so many of a thousand. */
function quantileMs(profile: Profile, call: ModelCall, share: number): number {
  const times = Array.from({ length: CALLS }, (_, nth) => {
    const fate = callFate(profile, call, nth);
    assert.ok(fate.kind === "answers");
    return fate.ms;
  }).sort((a, b) => a - b);
  return times[Math.floor(share * CALLS)] ?? NaN;
}

function near(measured: number, figure: number): boolean {
  return Math.abs(measured - figure) <= 0.04 * figure;
}

Deno.test("[MP3] without faults the calls take the source's times, a pass 17 s", () => {
  const quiet = drawProfile(1, "none");
  const median = (call: ModelCall) => quantileMs(quiet, call, 0.5);
  assert.ok(near(median("officer"), 700) && near(median("topic"), 1_000));
  assert.ok(near(median("rerank"), 1_000) && near(median("urgency"), 4_000));
  const passMs = median("urgency") + median("assessment") + median("affect");
  assert.ok(near(passMs, 17_000), `${passMs} ms`);
  assert.ok(quantileMs(quiet, "officer", 0.9) > 850, "calls differ");
});

Deno.test("[MP3] none means none: nothing is lost, doubled, late, refused or a lie", () => {
  for (let seed = 0; seed < 100; seed++) {
    const profile = drawProfile(seed, "none");
    assert.deepEqual(profile.rates, {});
    for (const fault of COMING) assert.deepEqual(stretches(profile, fault, HOUR_MS), []);
    assert.equal(lineDelay(profile, "up"), null);
    for (let nth = 0; nth < 20; nth++) {
      assert.equal(speakEndedFate(profile, nth), "once");
      assert.equal(synthesisFate(profile, nth).kind, "spoken");
      assert.ok(!liesAboutQuiet(profile, nth) && !namesUnknownIds(profile, nth));
      assert.deepEqual(wordsFate(profile, nth), { kind: "text", lateMs: 0 });
      assert.equal(reportFate(profile, nth), "once");
      assert.ok(isPlayable(profile, nth) && talksOnMs(profile, nth) === 0);
      for (const call of MODEL_CALLS) assert.equal(callFate(profile, call, nth).kind, "answers");
    }
  }
});

Deno.test("[MP3] a seed draws the same surroundings, and a fault alone is as it is among all", () => {
  const all = Array.from({ length: 300 }, (_, seed) => drawProfile(seed, "all"));
  assert.deepEqual(all, Array.from({ length: 300 }, (_, seed) => drawProfile(seed, "all")));
  for (const fault of FAULTS) {
    const present = all.filter(({ rates }) => rates[fault] !== undefined);
    assert.ok(present.length > 30 && present.length < 90, `${fault} in ${present.length} of 300`);
    for (const { seed, rates } of all) {
      const alone = drawProfile(seed, [fault]);
      assert.deepEqual(alone.rates, rates[fault] === undefined ? {} : { [fault]: rates[fault] });
    }
  }
});

Deno.test("[MP3] each fault does what its name says", () => {
  const only = (rates: Profile["rates"]): Profile => ({ seed: 5, rates });
  const quiet = only({});
  for (let nth = 0; nth < 50; nth++) {
    const plain = callFate(quiet, "officer", nth);
    assert.ok(plain.kind === "answers");
    assert.deepEqual(callFate(only({ slow: 1 }), "officer", nth), {
      kind: "answers",
      ms: plain.ms * 5,
      isSlow: true,
    });
    assert.equal(callFate(only({ dead: 1 }), "topic", nth).kind, "refused");
    assert.equal(callFate(only({ garbage: 1 }), "topic", nth).kind, "garbage");
    assert.equal(callFate(only({ runaway: 1 }), "topic", nth).kind, "runs_away");
    assert.equal(speakEndedFate(only({ lost_speak_ended: 1 }), nth), "lost");
    assert.equal(speakEndedFate(only({ doubled_speak_ended: 1 }), nth), "twice");
    assert.equal(synthesisFate(only({ failed_synthesis: 1 }), nth).kind, "failed");
    const late = synthesisFate(only({ late_synthesis: 1 }), nth);
    assert.ok(late.ms >= synthesisFate(quiet, nth).ms + 2_000);
    assert.ok(liesAboutQuiet(only({ quiet_while_speaking: 1 }), nth));
    assert.ok(namesUnknownIds(only({ unknown_ids: 1 }), nth));
    assert.notEqual(reportFate(only({ disordered_reports: 1 }), nth), "once");
    assert.ok(!isPlayable(only({ unplayable_sound: 1 }), nth));
    assert.ok(talksOnMs(only({ talks_over: 1 }), nth) >= 500);
  }
});

Deno.test("[MP3] a dead server stays dead for a stretch, and both ends of a runaway come", () => {
  const profile: Profile = { seed: 8, rates: { dead: 0.5 } };
  const kinds = Array.from({ length: 240 }, (_, nth) => callFate(profile, "rerank", nth).kind);
  for (let start = 0; start < kinds.length; start += 6) {
    assert.equal(new Set(kinds.slice(start, start + 6)).size, 1, `stretch from ${start}`);
  }
  assert.deepEqual([...new Set(kinds)].sort(), ["answers", "refused"]);
  const runaway: Profile = { seed: 8, rates: { runaway: 1 } };
  const ends = Array.from(
    { length: 40 },
    (_, nth) => JSON.stringify(callFate(runaway, "topic", nth)),
  );
  assert.equal(new Set(ends).size, 2);
});

Deno.test("[MP3] what comes and goes does so again and again, in order, and never twice at once", () => {
  for (const fault of COMING) {
    for (const rate of [0.05, 0.3, 0.9]) {
      const found = stretches({ seed: 3, rates: { [fault]: rate } }, fault, HOUR_MS);
      assert.ok(found.length > 5, `${found.length} times ${fault}`);
      found.forEach(({ fromMs, toMs }, index) => {
        assert.ok(toMs - fromMs >= 499 && toMs - fromMs <= 40_001);
        assert.ok(fromMs > (found[index - 1]?.toMs ?? 0));
      });
    }
  }
  const times = [0.05, 0.9].map((rate) =>
    stretches({ seed: 3, rates: { busy_box: rate } }, "busy_box", HOUR_MS).length
  );
  assert.ok(
    (times[1] ?? 0) > 2 * (times[0] ?? 0),
    `${times} times at the least and the highest rate`,
  );
  const gaps = stretches({ seed: 3, rates: { dropped_socket: 0.9 } }, "dropped_socket", HOUR_MS);
  assert.ok(gaps.every(({ fromMs, toMs }) => toMs - fromMs >= 999 && toMs - fromMs <= 30_001));
});

Deno.test("[MP3] a slow line takes up to 300 ms each way, and each way its own time", () => {
  const ways = Array.from(
    { length: 100 },
    (_, seed): Profile => ({ seed, rates: { slow_line: 0.3 } }),
  )
    .flatMap((profile) => [longestWayMs(profile, "up"), longestWayMs(profile, "down")]);
  assert.ok(ways.every((ms) => ms > 0 && ms <= 300));
  assert.ok(Math.max(...ways) > 250 && new Set(ways).size > 50);
});

Deno.test("[MP3] of what is said at most one piece in five is lost, and what is late is late by seconds", () => {
  const fates = (rates: Profile["rates"]) =>
    Array.from({ length: 1_000 }, (_, nth) => wordsFate({ seed: 5, rates }, nth));
  const lost = fates({ lost_words: 0.9 }).filter(({ kind }) => kind === "lost").length;
  assert.ok(lost > 140 && lost < 220, `${lost} of 1,000`);
  const late = fates({ late_words: 0.9 }).flatMap((fate) =>
    fate.kind === "text" && fate.lateMs > 0 ? [fate.lateMs] : []
  );
  assert.ok(late.length > 140 && late.length < 220, `${late.length} of 1,000`);
  assert.ok(Math.min(...late) >= 3_000 && Math.max(...late) <= 10_000);
});

Deno.test("[MP3] the choice of faults is read from words, and a wrong one is named", () => {
  assert.deepEqual(parseFaults("all"), { ok: true, faults: "all" });
  assert.deepEqual(parseFaults("none"), { ok: true, faults: "none" });
  assert.deepEqual(parseFaults("slow, dead,slow"), { ok: true, faults: ["slow", "dead"] });
  const wrong = parseFaults("slow,haunted");
  assert.ok(!wrong.ok);
  assert.match(wrong.words, /^Cannot use the faults "slow,haunted": "haunted" is none of/);
});
