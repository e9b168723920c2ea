import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import type { CommittedSpeech } from "@/lib/engines/ports.ts";
import { stepStream } from "@/lib/engines/transcriber/step.ts";
import {
  initialStream,
  type StreamEffect,
  type StreamEvent,
  type StreamState,
} from "@/lib/engines/transcriber/stream_state.ts";
import { detectTones, hypothesisOfTones } from "./tone_speech.ts";

type Asked = Extract<StreamEffect, { readonly type: "detect" | "decode" }>;

/**
 * The reducer with an engine that answers when the test says so. Every promise of TR3 that can be
 * checked at each step is checked at each step.
 */
export class SimulatedStream {
  state: StreamState;
  readonly committed: CommittedSpeech[] = [];
  readonly effects: StreamEffect[] = [];
  heard: number;
  decodes = 0;
  flushes = 0;
  readonly #pcm: Int16Array;
  readonly #startAt: number;
  #asked: Asked[] = [];
  #forgotten: number;

  /** `pcm` is the whole recording from sample 0; zeros where it is to be fed as muted. */
  constructor(pcm: Int16Array, startAt = 0) {
    this.#pcm = pcm;
    this.#startAt = startAt;
    this.#forgotten = startAt;
    this.heard = startAt;
    this.state = initialStream(samples(startAt));
  }

  feed(count: number, muted = false): void {
    this.#step({ type: "fed", count, muted });
  }

  flush(): void {
    this.#step({ type: "flush" });
  }

  isAsked(type: "detect" | "decode"): boolean {
    return this.#asked.some((asked) => asked.type === type);
  }

  /**
   * Answers the oldest question of this kind; false when none is open. With `slip`, each word is
   * heard with that ending, so that two decodes with different slips never agree.
   */
  answer(type: "detect" | "decode", slip = ""): boolean {
    const asked = this.#take(type);
    if (asked === null) return false;
    const pcm = this.#window(asked);
    if (asked.type === "detect") {
      this.#step({ type: "detected", id: asked.id, probabilities: detectTones(pcm) });
    } else {
      const heard = hypothesisOfTones(this.#pcm, asked.start, asked.end);
      const words = heard.words.map((word) => ({ ...word, text: word.text + slip }));
      const hypothesis = { ...heard, words };
      this.#step({ type: "decoded", id: asked.id, hypothesis, tookMs: 100 });
    }
    return true;
  }

  /** The worker dies with this question open; false when none is. */
  fail(type: "detect" | "decode", blamed = false): boolean {
    const asked = this.#take(type);
    if (asked === null) return false;
    this.#step(
      asked.type === "detect"
        ? { type: "detection_failed", id: asked.id }
        : { type: "decode_failed", id: asked.id, blamed },
    );
    return true;
  }

  /** Answers whatever is asked until nothing is. */
  answerAll(): void {
    while (this.answer("detect") || this.answer("decode"));
  }

  words(): string[] {
    return this.committed.flatMap((speech) => speech.words.map((word) => word.text));
  }

  #take(type: "detect" | "decode"): Asked | null {
    const index = this.#asked.findIndex((asked) => asked.type === type);
    return index < 0 ? null : this.#asked.splice(index, 1)[0] ?? null;
  }

  #window(asked: Asked): Int16Array {
    assert.ok(asked.start >= this.#forgotten, "asks only for audio that is still kept");
    assert.ok(asked.end <= this.state.fed, "asks only for audio that has arrived");
    assert.ok(asked.end - asked.start <= 32 * 16_000, "asks for no more than an engine can take");
    return this.#pcm.subarray(asked.start, asked.end);
  }

  #step(event: StreamEvent): void {
    const { state, effects } = stepStream(this.state, event);
    this.state = state;
    for (const effect of effects) this.#follow(effect);
    assert.ok(this.#asked.filter((asked) => asked.type === "decode").length <= 1);
    assert.ok(this.#asked.filter((asked) => asked.type === "detect").length <= 1);
  }

  #follow(effect: StreamEffect): void {
    this.effects.push(effect);
    switch (effect.type) {
      case "detect":
      case "decode":
        if (effect.type === "decode") this.decodes++;
        this.#asked.push(effect);
        return;
      case "forget":
        assert.ok(effect.before >= this.#forgotten, "what is forgotten stays forgotten");
        this.#forgotten = effect.before;
        return;
      case "flushed":
        this.flushes++;
        return;
      case "tell":
        if (effect.event.type === "committed") this.#check(effect.event.speech);
        if (effect.event.type === "heard") {
          assert.ok(effect.event.through > this.heard, "heard only moves forward");
          assert.ok(effect.event.through <= this.state.fed);
          this.heard = effect.event.through;
        }
        return;
      case "given_up":
        // What was asked about that audio is no longer waited for.
        this.#asked = [];
        return;
      case "behind":
        return;
    }
  }

  #check(speech: CommittedSpeech): void {
    assert.ok(speech.start < speech.end, "a commit has a length");
    assert.ok(speech.words.length > 0);
    assert.equal(speech.text, speech.words.map((word) => word.text).join(" "));
    let at = this.committed.at(-1)?.end ?? this.#startAt;
    assert.ok(this.heard <= speech.start, "nothing is committed where all was decided");
    for (const word of speech.words) {
      assert.ok(word.start >= at, "words are in order and do not overlap");
      assert.ok(word.end > word.start);
      at = word.end;
    }
    assert.equal(speech.start, speech.words[0]?.start);
    assert.equal(speech.end, at);
    this.committed.push(speech);
  }
}
