import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { FRAME_SAMPLES, SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import { absentVoice } from "@/lib/engines/absent_voice.ts";
import { consultationId } from "@/lib/record/ids.ts";
import { openBox } from "@/lib/feed/box.ts";
import type { FeedResult } from "@/lib/feed/feed_result.ts";
import { parseTaps } from "@/lib/feed/taps.ts";
import { recordedSamples } from "@/tests/ws/recorded.ts";
import { openTestBox, type TestBox } from "@/tests/ws/test_box.ts";
import { TestPage } from "@/tests/ws/test_page.ts";
import { type FeedRun, runFeed } from "./run_feed.ts";

/** Sound in which no two frames are alike. */
function sound(seconds: number): Int16Array {
  const length = Math.round(seconds * SAMPLE_RATE_HZ);
  return Int16Array.from({ length }, (_, index) => 1 + (index * 7_919) % 30_011);
}

function resultOf({ outcome }: FeedRun): FeedResult {
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.words);
  return outcome.result;
}

function taps(text: string) {
  const outcome = parseTaps(text, 3_600_000);
  assert.ok(outcome.ok);
  return outcome.taps;
}

/** Ears that decide everything at once, so that they never hold the feed up. */
function hearing(box: TestBox): () => void {
  let through = 0;
  return () => {
    const end = box.ears.fed.reduce((sum, { pcm }) => sum + pcm.length, 0);
    if (end === through) return;
    through = end;
    box.ears.emit({ type: "heard", through: samples(end) });
  };
}

Deno.test("[TR1, TR2] what is fed is recorded bit for bit, the last frame filled up", async () => {
  await using box = await openTestBox();
  const pcm = sound(2.005);
  const result = resultOf(await runFeed(box, { source: { kind: "sound", pcm } }, hearing(box)));
  const path = box.recordingPath(consultationId.parse(result.consultation));
  const recorded = recordedSamples(path);
  assert.deepEqual(recorded.subarray(0, pcm.length), pcm);
  assert.equal(recorded.length, 101 * FRAME_SAMPLES);
  assert.deepEqual(result.gaps, []);
  assert.equal(result.wav?.samples, recorded.length);
  const sha256 = createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
  assert.equal(result.wav?.sha256, sha256);
  const fromBox = await fetch(result.wav?.url ?? "", { headers: { cookie: box.cookie } });
  assert.equal((await fromBox.arrayBuffer()).byteLength, Deno.statSync(path).size);
});

Deno.test("[TR3] the transcript is every committed line once, in the order of the recording", async () => {
  await using box = await openTestBox();
  const marks = new Set<number>();
  const run = await runFeed(box, { source: { kind: "sound", pcm: sound(3.5) } }, () => {
    const fed = box.ears.fed.reduce((sum, { pcm }) => sum + pcm.length, 0);
    const second = Math.floor(fed / SAMPLE_RATE_HZ);
    if (second === 0 || marks.has(second)) return;
    marks.add(second);
    box.ears.commit(`Second ${second}.`, (second - 1) * SAMPLE_RATE_HZ, second * SAMPLE_RATE_HZ);
  });
  assert.deepEqual(resultOf(run).transcript, [
    { start_ms: 0, end_ms: 1_000, text: "Second 1." },
    { start_ms: 1_000, end_ms: 2_000, text: "Second 2." },
    { start_ms: 2_000, end_ms: 3_000, text: "Second 3." },
  ]);
});

Deno.test("[SK1, SP8] taps happen at their moment of the sound, and last as long as what is said", async () => {
  await using box = await openTestBox();
  const run = await runFeed(box, {
    source: { kind: "sound", pcm: sound(16) },
    taps: taps("t=0.5:disclosure,t=13:go_on"),
  }, hearing(box));
  const result = resultOf(run);
  const said = result.utterances.map(({ ref, started_ms, reason }) => [ref, started_ms, reason]);
  assert.deepEqual(said, [
    [{ phrase: "disclosure" }, 500, "completed"],
    [{ phrase: "go_on" }, 13_000, "completed"],
  ]);
  const record = box.record.utterances.list(consultationId.parse(result.consultation));
  for (const [index, utterance] of result.utterances.entries()) {
    const stored = record[index];
    assert.equal(stored?.id, utterance.id);
    assert.equal(stored?.startSample, (utterance.started_ms ?? 0) * 16);
    assert.equal(stored?.endSample, (utterance.ended_ms ?? 0) * 16);
    const ready = run.events.flatMap((event) =>
      event.event === "received" && event.message.type === "speak_ready" &&
        event.message.utterance_id === utterance.id
        ? [event.message.duration_s]
        : []
    );
    const lasted = (utterance.ended_ms ?? 0) - (utterance.started_ms ?? 0);
    assert.ok(Math.abs(lasted - 1000 * (ready[0] ?? 0)) <= 20, `${lasted} ms of ${ready[0]} s`);
  }
  assert.deepEqual(result.gaps, []);
});

Deno.test("[DW1, SP4] stop_speaking silences Alba, and what was not heard to its end does not count", async () => {
  await using box = await openTestBox();
  const run = await runFeed(box, {
    source: { kind: "sound", pcm: sound(4) },
    taps: taps("t=0.5:disclosure,t=1.5:stop_speaking,t=2:invitation"),
  }, hearing(box));
  const { utterances } = resultOf(run);
  assert.deepEqual(
    utterances.map(({ started_ms, ended_ms, reason }) => [started_ms, ended_ms, reason]),
    [[500, 1_500, "cancelled"]],
  );
  const refusal = run.events.find((event) =>
    event.event === "received" && event.message.type === "speak_refused"
  );
  assert.match(JSON.stringify(refusal), /disclosure_first/);
});

Deno.test("[SP8, RE1] an utterance that the end of the sound cuts off ends as cancelled", async () => {
  await using box = await openTestBox();
  const run = await runFeed(box, {
    source: { kind: "sound", pcm: sound(2) },
    taps: taps("t=1:disclosure"),
  }, hearing(box));
  const { consultation, utterances } = resultOf(run);
  assert.equal(utterances[0]?.reason, "cancelled");
  const [stored] = box.record.utterances.list(consultationId.parse(consultation));
  assert.equal(stored?.endReason, "cancelled");
  assert.equal(stored?.endSample, 2 * SAMPLE_RATE_HZ);
});

Deno.test("[TR5, SP8] Alba's own voice in the microphone is recorded, and kept from the ears", async () => {
  await using box = await openTestBox();
  const run = await runFeed(box, {
    source: { kind: "sound", pcm: new Int16Array(15 * SAMPLE_RATE_HZ).fill(1) },
    taps: taps("t=1:disclosure"),
    echoLevel: 0.5,
  }, hearing(box));
  const { consultation, gaps, utterances } = resultOf(run);
  assert.deepEqual(gaps, []);
  const recorded = recordedSamples(box.recordingPath(consultationId.parse(consultation)));
  const loud = (from: number, to: number) =>
    recorded.subarray(from * 16, to * 16).some((sample) => sample > 1_000);
  const { started_ms, ended_ms } = utterances[0] ?? {};
  assert.ok(typeof started_ms === "number" && typeof ended_ms === "number");
  assert.ok(!loud(0, started_ms) && loud(started_ms, ended_ms) && !loud(ended_ms, 15_000));
  const heardLoud = box.ears.fed.some(({ muted, pcm }) => !muted && pcm.some((s) => s > 1_000));
  assert.equal(heardLoud, false);
});

Deno.test("[SK2] without a voice the doctor reads aloud, and the exclusion is the reading's", async () => {
  await using box = await openTestBox({ voice: absentVoice("No voice on this box.") });
  const run = await runFeed(box, {
    source: { kind: "sound", pcm: sound(16) },
    taps: taps("t=1:disclosure"),
  }, hearing(box));
  const [utterance] = resultOf(run).utterances;
  assert.equal(utterance?.reason, "completed");
  assert.equal(utterance?.started_ms, 1_000);
  assert.ok((utterance?.ended_ms ?? 0) > 8_000);
});

Deno.test("[OP1, TR4] nobody begins to speak before the ears are warm", async () => {
  await using box = await openTestBox();
  const hear = hearing(box);
  box.ears.emit({ type: "state", engine: { state: "starting", words: "Starting" } });
  let steps = 0;
  let fedWhileStarting = 0;
  const run = await runFeed(box, { source: { kind: "sound", pcm: sound(1) } }, () => {
    hear();
    steps += 1;
    if (steps < 600) fedWhileStarting = Math.max(fedWhileStarting, box.ears.fed.length);
    if (steps === 600) box.ears.emit({ type: "state", engine: { state: "ready", words: "Ready" } });
  });
  assert.deepEqual(resultOf(run).gaps, []);
  assert.equal(fedWhileStarting, 0);
});

Deno.test("[TR4] at pace max the sound never runs more than ten seconds ahead of the ears", async () => {
  await using box = await openTestBox();
  let through = 0;
  let furthestAhead = 0;
  let waits = 0;
  const run = await runFeed(box, { source: { kind: "sound", pcm: sound(25) } }, () => {
    const fed = box.ears.fed.reduce((sum, { pcm }) => sum + pcm.length, 0);
    furthestAhead = Math.max(furthestAhead, fed - through);
    waits += 1;
    // Slow ears: two seconds heard for about every two seconds of the clock.
    if (waits % 400 !== 0) return;
    through = Math.min(fed, through + 2 * SAMPLE_RATE_HZ);
    box.ears.emit({ type: "heard", through: samples(through) });
  });
  assert.deepEqual(resultOf(run).gaps, []);
  const seconds = furthestAhead / SAMPLE_RATE_HZ;
  assert.ok(seconds > 9 && seconds <= 10.1, `${seconds} s ahead`);
});

Deno.test("[TR4] at pace 1 the lag is measured from the last word sent; at any other it is not", async () => {
  await using box = await openTestBox();
  const commitOnce = () => {
    let done = false;
    return () => {
      const fed = box.ears.fed.reduce((sum, { pcm }) => sum + pcm.length, 0);
      // The last word ends at half a second; the ears know it once they have heard a second.
      if (done || fed < SAMPLE_RATE_HZ) return;
      done = true;
      box.ears.commit("Yes.", 0, SAMPLE_RATE_HZ / 2);
    };
  };
  const source = { kind: "sound", pcm: sound(2) } as const;
  const { commit_lag_ms: lag } = resultOf(await runFeed(box, { source, pace: 1 }, commitOnce()));
  assert.equal(lag.n, 1);
  assert.ok((lag.p50 ?? 0) >= 480 && (lag.p50 ?? 0) < 1_000, `${lag.p50} ms`);
  const other = resultOf(await runFeed(box, { source, pace: 2 }, commitOnce()));
  assert.deepEqual([other.commit_lag_ms.p50, other.commit_lag_ms.n], [null, 0]);
  assert.match(other.commit_lag_ms.why ?? "", /pace 1/);
});

Deno.test("[CO5, TR2] a service that restarts under the feed costs nothing that was not under way", async () => {
  await using box = await openTestBox();
  let restarted: Promise<void> | null = null;
  const hear = hearing(box);
  const run = await runFeed(box, { source: { kind: "sound", pcm: sound(4) } }, () => {
    hear();
    const fed = box.ears.fed.reduce((sum, { pcm }) => sum + pcm.length, 0);
    if (fed > SAMPLE_RATE_HZ) restarted ??= box.restart(0);
  });
  const result = resultOf(run);
  assert.ok(restarted !== null);
  assert.equal(result.wav?.samples, 4 * SAMPLE_RATE_HZ, "nothing is shifted");
  const lost = result.gaps.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0);
  assert.ok(lost <= 200, `${lost} ms lost`);
  assert.ok(
    run.events.some((event) => event.event === "connection" && event.connection === "lost"),
  );
});

Deno.test("[TR3] a text is typed line by line, with its roles, and there is no recording", async () => {
  await using box = await openTestBox();
  const lines = [{ text: "What brings you?", role: "doctor" }, { text: "My knee." }] as const;
  const result = resultOf(await runFeed(box, { source: { kind: "text", lines } }));
  assert.deepEqual(result.transcript.map(({ text, role }) => [text, role]), [
    ["What brings you?", "doctor"],
    ["My knee.", undefined],
  ]);
  assert.equal(result.wav, null);
  assert.deepEqual(result.gaps, []);
});

Deno.test("[FI1] how many spoke is said at Stop", async () => {
  await using box = await openTestBox();
  const source = { kind: "sound", pcm: sound(0.5) } as const;
  const { consultation } = resultOf(await runFeed(box, { source, speakers: 2 }, hearing(box)));
  assert.equal(box.record.consultations.get(consultationId.parse(consultation))?.speakers, 2);
});

Deno.test("[CO3] a room where a doctor is at work is left alone", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const doctor = new TestPage(box, id);
  await doctor.hello();
  const { outcome } = await runFeed(box, { source: { kind: "sound", pcm: sound(1) } });
  assert.ok(!outcome.ok);
  assert.equal(outcome.code, "room_busy");
  assert.match(outcome.words, /Stop it first/);
  assert.equal(box.record.consultations.get(id)?.state, "live");
  await doctor.drop();
});

Deno.test("[CO3] a page that takes control from the feed ends it in words", async () => {
  await using box = await openTestBox();
  const hear = hearing(box);
  let other: TestPage | null = null;
  const run = await runFeed(box, { source: { kind: "sound", pcm: sound(60) } }, (events) => {
    hear();
    const id = box.record.consultations.live(box.room)?.id;
    if (events.length < 8 || id === undefined || other !== null) return;
    const page = new TestPage(box, id);
    other = page;
    void page.hello("tab-2").then(() => page.say({ type: "take_control" }));
  });
  assert.ok(!run.outcome.ok);
  assert.equal(run.outcome.code, "room_busy");
});

for (const url of ["http://127.0.0.1:1/", "not a url", "ftp://127.0.0.1/"]) {
  Deno.test(`[OP5] a service that is not there (${url}) is said in words`, async () => {
    const outcome = await openBox(url, "");
    assert.ok(!outcome.ok);
    assert.equal(outcome.code, "unreachable");
    assert.match(outcome.words, /^Cannot/);
  });
}
