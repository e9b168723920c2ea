import assert from "node:assert/strict";
import type { Span } from "@/lib/audio/spans.ts";
import { FRAME_SAMPLES, msToSamples, samples } from "@/lib/audio/units.ts";
import { manualClock } from "@/lib/clock.ts";
import type { EarsEvent } from "@/lib/engines/ports.ts";
import { OwnWords } from "@/lib/rehearsal/round/own_words.ts";
import { type RoomLine, simulatedEars } from "@/lib/rehearsal/round/simulated_ears.ts";

const FRAME = new Int16Array(FRAME_SAMPLES);
const LAG_MS = 800;

/** Ears whose recording begins with the clock; `hear` feeds them the time that goes by. */
function room() {
  const clock = manualClock();
  const silences: Span[] = [];
  const ears = simulatedEars({ clock, silences, placeOf: (ms) => msToSamples(ms) });
  const events: EarsEvent[] = [];
  const open = (startAt = 0) =>
    ears.open({ startAt: samples(startAt), onEvent: (event) => void events.push(event) });
  let stream = open();
  const hear = (ms: number, muted = false) => {
    for (let done = 0; done < ms; done += 20) {
      clock.advance(20);
      stream.feed(FRAME, muted);
    }
  };
  return {
    ...{ clock, ears, hear, silences },
    again: (startAt: number) => void (stream = open(startAt)),
    close: () => stream.close(),
    texts: () => events.flatMap((event) => event.type === "committed" ? [event.speech.text] : []),
    through: () => events.flatMap((event) => event.type === "heard" ? [event.through] : []).at(-1),
  };
}

function line(text: string, fromMs: number, toMs: number, more: Partial<RoomLine> = {}): RoomLine {
  return { text, fromMs, toMs, lagMs: LAG_MS, isLost: false, decided: () => {}, ...more };
}

Deno.test("[MP2, TR3] what is said is text its lag after the last word, and nothing before", () => {
  const { ears, hear, texts } = room();
  ears.expect(line("It hurts here", 200, 1_000));
  hear(1_780);
  assert.deepEqual(texts(), []);
  hear(20);
  assert.deepEqual(texts(), ["It hurts here"]);
});

Deno.test("[SP8, TR5] words under Alba's voice fall away, with those at its edge", () => {
  const { ears, hear, texts } = room();
  const decided: number[][] = [];
  ears.expect(line("one two three four", 0, 800, {
    decided: (heard, of) => void decided.push([heard, of]),
  }));
  hear(300);
  hear(200, true);
  hear(2_000);
  // The window of 300 to 500 ms takes "two" and "three" with it.
  assert.deepEqual(texts(), ["one four"]);
  assert.deepEqual(decided, [[2, 4]]);
});

Deno.test("[MP2] a turn that is taken back leaves no lag behind", () => {
  const { ears, hear, texts } = room();
  const takeBack = ears.expect(line("a long story that is never told", 500, 60_000));
  hear(400);
  takeBack();
  ears.expect(line("Yes", 600, 900));
  hear(1_400);
  assert.deepEqual(texts(), ["Yes"]);
});

Deno.test("[MP3] dead ears decide nothing, and all that waited once they are back", () => {
  const { ears, hear, texts, through } = room();
  ears.expect(line("first", 0, 500));
  ears.expect(line("second", 800, 1_500));
  ears.die();
  assert.equal(ears.state().state, "restarting");
  hear(5_000);
  assert.deepEqual(texts(), []);
  assert.equal(through(), undefined);
  ears.recover();
  assert.deepEqual(texts(), ["first", "second"]);
});

Deno.test("[MP3] lost words are decided as no speech", () => {
  const { ears, hear, texts, through } = room();
  ears.expect(line("no", 0, 300, { isLost: true }));
  hear(4_000);
  assert.deepEqual(texts(), []);
  assert.ok((through() ?? 0) >= msToSamples(2_900));
});

Deno.test("[MP2, CO5] ears that begin anew hear nothing of before their start, and the rest", () => {
  const { again, close, ears, hear, texts } = room();
  ears.expect(line("one two", 0, 1_000));
  hear(1_000);
  close();
  hear(1_000);
  again(msToSamples(500));
  hear(2_000);
  assert.deepEqual(texts(), ["two"]);
});

Deno.test("[MP2, CO5] what the recording has not got is not heard, however often it is read", () => {
  const { again, ears, hear, silences, texts } = room();
  silences.push({ start: msToSamples(400), end: msToSamples(900) });
  ears.expect(line("one two three four", 0, 1_000));
  ears.die();
  hear(1_000);
  again(0);
  ears.recover();
  hear(2_000);
  assert.deepEqual(texts(), ["one"]);
});

Deno.test("[MP6, SP8] Alba's own words that are not muted are named, as far as they were said", () => {
  const { clock, ears, hear } = room();
  const own = new OwnWords(clock, ears);
  const playback = {
    utteranceId: "u1",
    text: "How long have you",
    ref: { phrase: "go_on" },
  } as const;
  const say = (muted: boolean) => {
    own.playing({ ...playback, isAuto: true }, 1_000);
    hear(500, muted);
    own.played();
    hear(2_000);
    return own.takeBroken().map(({ rule, words }) => [rule, words]);
  };
  assert.deepEqual(say(true), []);
  assert.deepEqual(say(false), [["own_words_unheard", "2 of 2 words of an utterance became text"]]);
});

Deno.test("[MP2] words become text in their order: a quick one does not overtake a slow one", () => {
  const { ears, hear, texts } = room();
  ears.expect(line("slowly", 0, 500, { lagMs: 3_000 }));
  ears.expect(line("quickly", 600, 1_000, { lagMs: 100 }));
  hear(3_480);
  assert.deepEqual(texts(), []);
  hear(200);
  assert.deepEqual(texts(), ["slowly", "quickly"]);
});

Deno.test("[MP2, TR5] what the recording has not come to yet is no text, however late it is", () => {
  const { clock, ears, hear, texts } = room();
  ears.expect(line("Yes", 200, 400));
  hear(200);
  clock.advance(5_000);
  assert.deepEqual(texts(), [], "the line is down");
  hear(200);
  assert.deepEqual(texts(), ["Yes"]);
});

Deno.test("[MP2, MP3] a silence is decided up to what is being said, and by ears that are alive alone", () => {
  const { ears, hear, through } = room();
  ears.die();
  hear(5_000);
  assert.equal(through(), undefined);
  ears.recover();
  ears.expect(line("a long story", 5_500, 12_000));
  hear(5_000);
  assert.equal(through(), msToSamples(5_500));
});
