import assert from "node:assert/strict";
import fc from "fast-check";
import { SimulatedStream } from "./simulated_stream.ts";
import { toneRuns, toneText, toneWord, WORD_SAMPLES } from "./tone_speech.ts";

interface Turn {
  readonly pauseMs: number;
  readonly words: number;
}

/** Turns of speech with the pauses of a conversation, from breaths to long silences. */
const turns = fc.array(
  fc.record({
    pauseMs: fc.oneof(
      fc.integer({ min: 60, max: 450 }),
      fc.integer({ min: 450, max: 2_500 }),
      fc.constant(31_000),
    ),
    words: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(110)),
  }),
  { minLength: 1, maxLength: 8 },
);

const muteWindows = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    ms: fc.integer({ min: 20, max: 4_000 }),
  }),
  { maxLength: 3 },
);

/** What happens next; weights make the engine now quick, now far behind. */
const moves = fc.infiniteStream(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant("feed" as const) },
    { weight: 5, arbitrary: fc.constant("detect" as const) },
    { weight: 3, arbitrary: fc.constant("decode" as const) },
    { weight: 1, arbitrary: fc.constant("die" as const) },
  ),
);

function recordingOf(script: readonly Turn[]): Int16Array {
  const parts: Int16Array[] = [];
  let code = 0;
  for (const { pauseMs, words } of script) {
    parts.push(new Int16Array(pauseMs * 16));
    for (let index = 0; index < words; index++) parts.push(toneWord(code++));
  }
  parts.push(new Int16Array(16_000));
  const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    pcm.set(part, at);
    at += part.length;
  }
  return pcm;
}

/** Frames of 20 ms in which the engine hears zeros. */
function muteFrames(pcm: Int16Array, windows: readonly { at: number; ms: number }[]): Set<number> {
  const frames = Math.ceil(pcm.length / 320);
  const muted = new Set<number>();
  for (const { at, ms } of windows) {
    const first = Math.floor(at * frames);
    for (let frame = first; frame < Math.min(frames, first + ms / 20); frame++) muted.add(frame);
  }
  return muted;
}

function heardPcm(pcm: Int16Array, muted: ReadonlySet<number>): Int16Array {
  return pcm.map((value, index) => muted.has(Math.floor(index / 320)) ? 0 : value);
}

/** Feeds everything while the engine answers, lags and dies as the moves say; then flushes. */
function run(
  pcm: Int16Array,
  muted: ReadonlySet<number>,
  sequence: Iterator<"feed" | "detect" | "decode" | "die">,
): SimulatedStream {
  const stream = new SimulatedStream(heardPcm(pcm, muted));
  let frame = 0;
  while (frame * 320 < pcm.length) {
    const move = sequence.next().value;
    if (move === "feed" || move === undefined) {
      const count = Math.min(320, pcm.length - frame * 320);
      stream.feed(count, muted.has(frame));
      frame++;
    } else if (move === "die") {
      stream.fail("decode");
      stream.fail("detect");
    } else stream.answer(move);
    // Ten feeds between two draws keep a run of two minutes at a few thousand steps.
    for (let more = 0; move === "feed" && more < 10 && frame * 320 < pcm.length; more++, frame++) {
      stream.feed(Math.min(320, pcm.length - frame * 320), muted.has(frame));
    }
  }
  stream.flush();
  stream.answerAll();
  return stream;
}

/** The words that stand clear of every muted window. */
function clearWords(pcm: Int16Array, muted: ReadonlySet<number>, marginMs: number): string[] {
  return toneRuns(pcm)
    .filter(({ start, end }) => {
      const first = Math.floor((start - marginMs * 16) / 320);
      const last = Math.floor((end + marginMs * 16) / 320);
      for (let frame = first; frame <= last; frame++) if (muted.has(frame)) return false;
      return true;
    })
    .map(({ code }) => toneText(code));
}

Deno.test("[TR3] [TR4] whatever the engine does, each word is committed once, in order and in place", () => {
  fc.assert(
    fc.property(turns, moves, (script, sequence) => {
      const pcm = recordingOf(script);
      const stream = run(pcm, new Set(), sequence);
      assert.deepEqual(stream.words(), toneRuns(pcm).map(({ code }) => toneText(code)));
      const places = stream.committed.flatMap((speech) => speech.words);
      toneRuns(pcm).forEach((said, index) => {
        const word = places[index];
        assert.ok(word !== undefined && Math.abs(word.start - said.start) <= WORD_SAMPLES / 4);
      });
    }),
    { numRuns: 40 },
  );
});

Deno.test("[TR3] all that is fed is heard in the end, and the audio kept is bounded", () => {
  fc.assert(
    fc.property(turns, muteWindows, moves, (script, windows, sequence) => {
      const pcm = recordingOf(script);
      const stream = run(pcm, muteFrames(pcm, windows), sequence);
      assert.equal(stream.heard, pcm.length);
      assert.equal(stream.flushes, 1);
      assert.equal(stream.state.anchor, pcm.length);
      assert.deepEqual(stream.state.speech.spans, []);
    }),
    { numRuns: 40 },
  );
});

Deno.test("[TR5] a muted window yields no word, nor does a word that straddles its edge", () => {
  fc.assert(
    fc.property(turns, muteWindows, moves, (script, windows, sequence) => {
      const pcm = recordingOf(script);
      const muted = muteFrames(pcm, windows);
      const stream = run(pcm, muted, sequence);
      for (const word of stream.committed.flatMap((speech) => speech.words)) {
        const first = Math.floor(word.start / 320);
        const last = Math.floor((word.end - 1) / 320);
        for (let frame = first; frame <= last; frame++) assert.ok(!muted.has(frame));
        assert.match(word.text, /^word/, "a cut word is not committed");
      }
      const heard = new Set(stream.words());
      for (const text of clearWords(pcm, muted, 400)) assert.ok(heard.has(text), `${text} is lost`);
    }),
    { numRuns: 40 },
  );
});
