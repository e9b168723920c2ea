import assert from "node:assert/strict";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { messagesTo, ofType, READY, Steps } from "./step_harness.ts";

function live(localVoice = false): Steps {
  const steps = new Steps({ disclosureSpoken: true });
  steps.hello();
  steps.capture("e1", { localVoice });
  steps.frames(0, 10);
  return steps;
}

/** Asks for a phrase and returns the utterance's id. */
function ask(steps: Steps, phrase: "invitation" | "disclosure" = "invitation"): string {
  const effects = steps.say({ type: "speak", ref: { phrase } });
  const id = ofType(effects, "prepare_speech")[0]?.utteranceId;
  assert.ok(id !== undefined, "nothing is being prepared");
  return id;
}

function playing(steps: Steps): string {
  const id = ask(steps);
  steps.on({ type: "voice_prepared", utteranceId: id, durationMs: 2_000, url: "/x.wav" });
  steps.say({ type: "speak_started", utterance_id: id });
  return id;
}

Deno.test("[SK1] a tap is answered with the utterance's audio, or with a refusal in words", () => {
  const steps = live();
  const id = ask(steps);
  const ready = steps.on({
    type: "voice_prepared",
    utteranceId: id,
    durationMs: 2_000,
    url: "/x.wav",
  });
  const told = messagesTo(ready, "page").find((message) => message.type === "speak_ready");
  assert.deepEqual(told, {
    type: "speak_ready",
    utterance_id: id,
    ref: { phrase: "invitation" },
    text: "Please tell me, in your own words, what has brought you here today.",
    url: "/x.wav",
    duration_s: 2,
  });
  const refused = messagesTo(
    steps.say({ type: "speak", ref: { phrase: "go_on" } }),
    "page",
  ).find((message) => message.type === "speak_refused");
  assert.match(refused?.reason ?? "", /already speaking/);
});

Deno.test("[SP1] the row is written before the synthesiser is asked", () => {
  const steps = live();
  const effects = steps.say({ type: "speak", ref: { phrase: "invitation" } });
  const order = effects.map(({ type }) => type);
  assert.ok(order.indexOf("save_utterance_requested") < order.indexOf("prepare_speech"));
});

Deno.test("[SP8, TR5] the ears hear zeros from speak_started to speak_ended and a tail beyond", () => {
  const steps = live();
  const id = playing(steps);
  const during = ofType(steps.frames(10, 20), "feed_ears");
  const ended = steps.say({ type: "speak_ended", utterance_id: id, reason: "completed" });
  const after = ofType(steps.frames(20, 40), "feed_ears");
  assert.ok(during.every(({ muted }) => muted));
  // 300 ms of tail are fifteen frames.
  assert.deepEqual(after.map(({ muted }) => muted), [
    ...Array(15).fill(true),
    ...Array(5).fill(false),
  ]);
  assert.deepEqual(ofType(ended, "save_utterance_ended"), [{
    type: "save_utterance_ended",
    id,
    atSample: 20 * FRAME_SAMPLES,
    reason: "completed",
    durationMs: 200,
  }]);
});

Deno.test("[SP8] the recording itself is never muted", () => {
  const steps = live();
  playing(steps);
  const written = ofType(steps.frames(10, 12), "record_audio");
  assert.deepEqual(written.map(({ pcm }) => pcm[0]), [11, 12]);
});

Deno.test("[SP8] a page that vanishes while Alba speaks does not mute the room for ever", () => {
  const steps = live();
  const id = playing(steps);
  steps.on({ type: "disconnected", link: "page" });
  const closed = ofType(steps.later(4_000).on({ type: "tick" }), "save_utterance_ended");
  assert.equal(closed[0]?.id, id);
  assert.equal(closed[0]?.reason, "lost");
});

Deno.test("[SP8] a page that began to play while its socket was down says so and the span opens", () => {
  const steps = live();
  const id = ask(steps);
  steps.on({ type: "voice_prepared", utteranceId: id, durationMs: 2_000, url: "/x.wav" });
  steps.on({ type: "disconnected", link: "page" });
  const effects = steps.hello("again", "tab-page", [id]);
  assert.equal(ofType(effects, "save_utterance_started")[0]?.id, id);
});

Deno.test("[SP8, MP6] what a page still played when it comes back is not heard, gap or no gap", () => {
  const steps = live();
  const id = playing(steps);
  steps.frames(10, 20);
  steps.on({ type: "disconnected", link: "page" });
  steps.later(10_000).on({ type: "tick" });
  steps.hello("page", "tab-page", [id]);
  steps.capture();
  // The page was away for frames 20 to 519; of those it has kept the newest second.
  const heard = ofType(steps.frames(470, 550), "feed_ears").filter(({ pcm }) => pcm[0] !== 0);
  // That second, and 300 ms of tail.
  assert.deepEqual(heard.map(({ muted }) => muted), [
    ...Array(65).fill(true),
    ...Array(15).fill(false),
  ]);
});

Deno.test("[SP8, MP6] a box that stood still hears nothing of an utterance that it has given up", () => {
  const steps = live();
  playing(steps);
  steps.later(5_000).on({ type: "tick" });
  // What the page sent meanwhile is read after the tick: two seconds of the utterance, and the margins.
  const heard = ofType(steps.frames(10, 300), "feed_ears");
  assert.equal(heard.findIndex(({ muted }) => !muted), (2_000 + 2_000 + 300) / 20);
});

Deno.test("[SP8, MP6] what began in the moment in which it was given up is not heard as the patient", () => {
  const steps = live();
  const id = ask(steps);
  steps.on({ type: "voice_prepared", utteranceId: id, durationMs: 2_000, url: "/x.wav" });
  steps.later(10_000).on({ type: "tick" });
  // On a slow line the page has not heard of it yet.
  steps.say({ type: "speak_started", utterance_id: id });
  const heard = ofType(steps.frames(10, 90), "feed_ears");
  assert.deepEqual(heard.map(({ muted }) => muted), [
    ...Array(65).fill(true),
    ...Array(15).fill(false),
  ]);
});

Deno.test("[SP8, CO5] a page that comes back in silence is heard from its first frame on", () => {
  const steps = live();
  const id = playing(steps);
  steps.say({ type: "speak_ended", utterance_id: id, reason: "completed" });
  steps.frames(10, 40);
  steps.on({ type: "disconnected", link: "page" });
  steps.later(2_000).hello("page", "tab-page", [id]);
  steps.capture();
  const heard = ofType(steps.frames(90, 100), "feed_ears").filter(({ pcm }) => pcm[0] !== 0);
  assert.ok(heard.length === 10 && heard.every(({ muted }) => !muted));
});

Deno.test("[CO5] a page that comes back before it played is offered the utterance again", () => {
  const steps = live();
  const id = ask(steps);
  steps.on({ type: "voice_prepared", utteranceId: id, durationMs: 2_000, url: "/x.wav" });
  steps.on({ type: "disconnected", link: "page" });
  const messages = messagesTo(steps.hello("again", "tab-page"), "again");
  assert.deepEqual(messages.map(({ type }) => type), ["state", "speak_ready"]);
});

Deno.test("[SK2] without Piper the browser's own voice says it, and without one the doctor does", () => {
  const browser = live(true);
  const first = ask(browser);
  const local = browser.on({ type: "voice_failed", utteranceId: first, words: "crashed" });
  assert.equal(messagesTo(local, "page")[0]?.type, "speak_local");
  const aloud = browser.say({
    type: "speak_unavailable",
    utterance_id: first,
    what: "local_voice",
  });
  assert.equal(messagesTo(aloud, "page")[0]?.type, "speak_aloud");
  assert.deepEqual(
    [...ofType(local, "audit"), ...ofType(aloud, "audit")].map(({ entry }) => entry.detail),
    [
      { utterance: first, voice: "browser", reason: "piper_failed" },
      { utterance: first, voice: "read_aloud", reason: "local_voice_unavailable" },
    ],
  );
  const none = live(false);
  const second = ask(none);
  const fallback = none.on({ type: "voice_failed", utteranceId: second, words: "absent" });
  assert.equal(messagesTo(fallback, "page")[0]?.type, "speak_aloud");
});

Deno.test("[DW1] Stop cancels synthesis and playback at once", () => {
  const steps = live();
  const id = playing(steps);
  const effects = steps.say({ type: "cancel_speak" });
  assert.equal(ofType(effects, "abort_speech")[0]?.utteranceId, id);
  const cancel = messagesTo(effects, "page").find(({ type }) => type === "speak_cancel");
  assert.deepEqual(cancel, { type: "speak_cancel", utterance_id: id, reason: "cancelled" });
});

Deno.test("[SP1] words sent to be spoken are refused and the attempt is audited", () => {
  const steps = live();
  const effects = steps.on({ type: "raw_speech", link: "page" });
  assert.deepEqual(ofType(effects, "audit")[0]?.entry, {
    kind: "speech.refused",
    detail: { reason: "raw_text", ref_kind: null },
  });
  assert.equal(ofType(effects, "prepare_speech").length, 0);
});

Deno.test("[SP4] the disclosure counts as spoken only when it was heard to its end", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 1);
  const id = ask(steps, "disclosure");
  steps.on({ type: "voice_prepared", utteranceId: id, durationMs: 2_000, url: "/x.wav" });
  steps.say({ type: "speak_started", utterance_id: id });
  const ended = steps.say({ type: "speak_ended", utterance_id: id, reason: "completed" });
  assert.equal(ofType(ended, "save_disclosure_spoken").length, 1);
  assert.equal(steps.state.voice.arbiter.disclosureSpoken, true);
});

Deno.test("[TR4] a change of an engine's state is audited once and shown in words", () => {
  const steps = live();
  const down = { state: "restarting" as const, words: "Speech engine is restarting" };
  const effects = steps.on({ type: "voice_state", engine: down });
  assert.deepEqual(ofType(effects, "audit").map(({ entry }) => entry), [
    { kind: "engine.changed", detail: { engine: "tts", kind: "piper", state: "restarting" } },
  ]);
  assert.deepEqual(messagesTo(effects, "page"), [
    { type: "engine", stt: READY, tts: down, cds: READY },
  ]);
  assert.equal(steps.on({ type: "voice_state", engine: down }).length, 0);
});

Deno.test("[SP8, RE1] Stop ends an utterance at once, whether the page confirms its silence or not", () => {
  const steps = live();
  const id = playing(steps);
  steps.frames(10, 20);
  const stopped = steps.say({ type: "stop" });
  assert.deepEqual(ofType(stopped, "save_utterance_ended"), [{
    type: "save_utterance_ended",
    id,
    atSample: 20 * FRAME_SAMPLES,
    reason: "cancelled",
    durationMs: 200,
  }]);
  assert.ok(messagesTo(stopped, "page").some((message) => message.type === "speak_cancel"));
  const late = steps.say({ type: "speak_ended", utterance_id: id, reason: "cancelled" });
  assert.equal(ofType(late, "save_utterance_ended").length, 0);
});
