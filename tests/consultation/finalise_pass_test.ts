import assert from "node:assert/strict";
import fc from "fast-check";
import type { Span } from "@/lib/audio/spans.ts";
import { msToSamples, samples } from "@/lib/audio/units.ts";
import { turnQueue, type Urgency } from "@/lib/engines/transcriber/turn_queue.ts";
import {
  LONGEST_PASS_WINDOW,
  LONGEST_WINDOW_BESIDE_LIVE,
  passWindow,
} from "@/lib/consultation/finalise/pass_window.ts";
import { finaliseProgress } from "@/lib/consultation/finalise/progress.ts";
import { linesOf } from "@/lib/consultation/finalise/transcribe_recording.ts";
import { unheardSpeech } from "@/lib/consultation/unheard_speech.ts";
import { dataFolder, liveConsultation, openedRecord } from "@/tests/record/record_for_test.ts";
import { finaliseBox, INTERVIEW, roomSound, stoppedConsultation } from "./finalise_box.ts";

/** Speech spans in order and apart, as a detector finds them. */
const speechSpans = fc.array(
  fc.record({
    pauseMs: fc.integer({ min: 40, max: 5_000 }),
    lengthMs: fc.integer({ min: 90, max: 60_000 }),
  }),
  { maxLength: 30 },
).map((parts) => {
  let at = 0;
  return parts.map(({ pauseMs, lengthMs }): Span => {
    const start = at + pauseMs;
    at = start + lengthMs;
    return { start: msToSamples(start), end: msToSamples(at) };
  });
});

const longestWindows = fc.constantFrom(LONGEST_PASS_WINDOW, LONGEST_WINDOW_BESIDE_LIVE);

Deno.test("[FI1] windows hold all speech, in order, and none is longer than live ears may wait for", () => {
  fc.assert(fc.property(speechSpans, longestWindows, (speech, longest) => {
    const length = samples((speech.at(-1)?.end ?? 0) + 16_000);
    const covered: Span[] = [];
    for (let from = samples(0), guard = 0;; guard++) {
      assert.ok(guard < 2_000, "it comes to an end");
      const window = passWindow(speech, from, length, longest);
      if (window === null) break;
      assert.ok(window.start >= from && window.keepUntil > from && window.end <= length);
      assert.ok(window.end - window.start <= longest + msToSamples(600));
      covered.push({ start: window.start, end: window.keepUntil });
      from = window.keepUntil;
    }
    for (const span of speech) {
      const missing = unheardSpeech([span], covered);
      assert.deepEqual(missing, [], "each span lies in windows");
    }
  }));
});

Deno.test("[FI7] what no word covers is found, and nothing else", () => {
  fc.assert(
    fc.property(
      speechSpans,
      fc.array(fc.nat({ max: 120_000 }), { maxLength: 40 }),
      (speech, at) => {
        const words = [...at].sort((one, other) => one - other)
          .map((ms) => ({ start: msToSamples(ms), end: msToSamples(ms + 250) }));
        const unheard = unheardSpeech(speech, words);
        for (const { start, end } of unheard) {
          assert.ok(end > start);
          assert.ok(speech.some((span) => span.start <= start && span.end >= end));
          assert.ok(words.every((word) => word.end <= start || word.start >= end));
        }
        assert.deepEqual(unheardSpeech(speech, speech), []);
        assert.deepEqual(unheardSpeech([], words), []);
      },
    ),
  );
});

Deno.test("[FI1, CO3] live decodes never wait for more than the one background decode under way", async () => {
  const queue = turnQueue();
  const { signal } = new AbortController();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const run = (name: string, urgency: Urgency, until: Promise<void> = Promise.resolve()) =>
    queue.run(urgency, signal, async () => {
      await until;
      order.push(name);
    });
  const all = [
    run("background under way", "background", gate.promise),
    run("background next", "background"),
    run("draft", "draft"),
    run("phrase end", "phrase_end"),
  ];
  gate.resolve();
  await Promise.all(all);
  assert.deepEqual(order, ["background under way", "phrase end", "draft", "background next"]);
});

Deno.test("[FI1] every decode of a finished recording is asked for in the background", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const sound = roomSound(INTERVIEW);
  const box = finaliseBox(opened, sound);
  const qualities = new Set<string>();
  box.engine.before = ({ quality }) => void qualities.add(quality);
  await box.finish(stoppedConsultation(opened, sound));
  assert.deepEqual([...qualities], ["background"]);
});

Deno.test("[CO3] beside a live consultation the windows are short; after it they are long again", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const long = Array.from({ length: 4 }, () => INTERVIEW).flat();
  const sound = roomSound(long);
  const consultation = stoppedConsultation(opened, sound);
  const next = liveConsultation(opened);
  const lengths: number[] = [];
  const box = finaliseBox(opened, sound);
  box.engine.before = ({ pcm }) => {
    lengths.push(pcm.length);
    if (lengths.length !== 3) return;
    record.consultations.transition(next.id, { to: "stopping", reason: "test" });
  };
  await box.finish(consultation);
  const short = LONGEST_WINDOW_BESIDE_LIVE + msToSamples(600);
  assert.ok(lengths.slice(0, 3).every((length) => length <= short));
  assert.ok(lengths.slice(3).some((length) => length > short));
  assert.equal(record.turns.list(consultation.id).length, long.length);
});

Deno.test("[FI1] speech that a window's answer left out is asked for again by itself", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const box = finaliseBox(opened, sound);
  const { decoder } = box.engine;
  // A long window loses its middle, as Whisper loses short answers between long ones.
  const losing = {
    ...box.engine,
    decoder: {
      decode: async (...[request, signal]: Parameters<typeof decoder.decode>) => {
        const outcome = await decoder.decode(request, signal);
        if (!outcome.ok || request.pcm.length < msToSamples(8_000)) return outcome;
        const { words } = outcome.window;
        const kept = words.filter((_, index) => index < 5 || index > words.length - 5);
        return { ...outcome, window: { ...outcome.window, words: kept } };
      },
    },
  };
  await finaliseBox(opened, sound, { transcriber: losing }).finish(consultation);
  const heard = opened.record.wholeSegments.list(consultation.id).flatMap(({ words }) => words);
  assert.deepEqual(heard.map(({ text }) => text), sound.vocabulary);
});

Deno.test("[FI1] lines end where phrases and sentences do", () => {
  let at = 0;
  const word = (text: string, pauseMs: number) => {
    const start = msToSamples(at + pauseMs);
    at += pauseMs + 300;
    return { text, start, end: msToSamples(at), probability: 0.9 };
  };
  const words = [
    ...[word("No.", 0), word("Never.", 100), word("It", 350), word("hurts", 50)],
    ...[word("here", 550), word("ten", 20), word("milligrams.", 30)],
  ];
  const lines = linesOf(words);
  assert.deepEqual(lines.map(({ text }) => text), [
    "No. Never.",
    "It hurts",
    "here ten milligrams.",
  ]);
  assert.deepEqual(lines.flatMap((line) => line.words), words);
});

Deno.test("[FI1] progress runs from phase to phase and tells the time left once it is known", () => {
  const early = finaliseProgress("transcript", 0.5, { sinceMs: 1_000, begunAt: 0 });
  assert.deepEqual([early.words, early.leftS], ["Reading the whole recording again", null]);
  const later = finaliseProgress("transcript", 0.5, { sinceMs: 120_000, begunAt: 0 });
  assert.equal(later.words, "Reading the whole recording again, about 3 minutes left");
  const resumed = finaliseProgress("transcript", 0.9, { sinceMs: 60_000, begunAt: 0.5 });
  assert.match(resumed.words, /less than a minute left/);
  const phases = ["sealing", "transcript", "declaration", "speakers", "timeline"] as const;
  const shares = phases.flatMap((phase) =>
    [0, 1].map((done) => finaliseProgress(phase, done, { sinceMs: 0, begunAt: 0 }).share)
  );
  assert.deepEqual(shares, [...shares].sort((one, other) => one - other));
  assert.equal(shares.at(-1), 1);
});
