import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";
import { SpeechJobs } from "@/lib/consultation/speech_jobs.ts";
import { DEFAULT_PHRASES } from "@/lib/speech/phrases.ts";
import type { PreparedSpeech, SpeechLibrary } from "@/lib/speech/speech_library.ts";
import { resolveSpeech } from "@/lib/speech/spoken.ts";

/** Jobs over a library whose answer the test gives. */
function open() {
  const clock = manualClock();
  const events: SessionEvent[] = [];
  const answer = Promise.withResolvers<PreparedSpeech>();
  const signals: AbortSignal[] = [];
  const speech: SpeechLibrary = {
    phrases: DEFAULT_PHRASES,
    phrasesFor: () => DEFAULT_PHRASES,
    prepare(_spoken, signal) {
      signals.push(signal);
      return answer.promise;
    },
    audio: () => Promise.resolve(null),
    warm: () => Promise.resolve(),
    ahead: () => Promise.resolve(true),
    forgetSaid: () => Promise.resolve(),
  };
  const jobs = new SpeechJobs({ speech, clock }, "c1", (event) => events.push(event));
  const spoken = resolveSpeech({ phrase: "go_on" }, { phrases: DEFAULT_PHRASES, agendas: [] });
  assert.ok(spoken !== null);
  jobs.prepare("u1", spoken);
  return { clock, events, answer, signals, jobs };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

const PREPARED: PreparedSpeech = { ok: true, key: "k", durationMs: 900 };

Deno.test("[SP9, SP8] a voice that takes longer than 8 s has failed, and its late answer changes nothing", async () => {
  const { clock, events, answer, signals } = open();
  clock.advance(7_999);
  assert.deepEqual(events, []);
  clock.advance(1);
  const failed = {
    type: "voice_failed",
    utteranceId: "u1",
    words: "Speech engine did not answer in time",
  };
  assert.deepEqual(events, [failed]);
  assert.ok(signals[0]?.aborted, "nobody makes it any more");
  answer.resolve(PREPARED);
  await settle();
  assert.deepEqual(events, [failed]);
});

Deno.test("[SP9] a voice that answers in time is heard once, and its time runs no longer", async () => {
  const { clock, events, answer } = open();
  answer.resolve(PREPARED);
  await settle();
  clock.advance(60_000);
  assert.deepEqual(events.map(({ type }) => type), ["voice_prepared"]);
});

Deno.test("[SP8] a preparation that breaks is a voice that failed: the utterance gets its end", async () => {
  const { clock, events, answer } = open();
  answer.reject(new TypeError("a mistake of ours"));
  await settle();
  clock.advance(60_000);
  assert.deepEqual(events, [
    { type: "voice_failed", utteranceId: "u1", words: "Speech engine failed" },
  ]);
});

Deno.test("[SP8] what was cancelled while it was prepared says nothing more", async () => {
  for (const breaks of [false, true]) {
    const { clock, events, answer, jobs } = open();
    jobs.abort("u1");
    clock.advance(60_000);
    if (breaks) answer.reject(new TypeError("a mistake of ours"));
    else answer.resolve(PREPARED);
    await settle();
    assert.deepEqual(events, []);
  }
});
