import assert from "node:assert/strict";
import { SimulatedStream } from "./simulated_stream.ts";
import { toneRuns, toneText, toneWord } from "./tone_speech.ts";

const MS = 16;

/** A recording: numbers are silences in milliseconds, arrays are words by their codes. */
function recording(parts: readonly (number | readonly number[])[]): Int16Array {
  const pieces = parts.flatMap((part) =>
    typeof part === "number" ? [new Int16Array(part * MS)] : part.map(toneWord)
  );
  const pcm = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    pcm.set(piece, at);
    at += piece.length;
  }
  return pcm;
}

function codes(count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

/** Feeds in frames of 20 ms; `each` runs after every frame with the position reached. */
function feedAll(
  stream: SimulatedStream,
  length: number,
  each: (fed: number) => void = () => stream.answerAll(),
): void {
  for (let fed = 0; fed < length;) {
    const count = Math.min(320, length - fed);
    stream.feed(count);
    fed += count;
    each(fed);
  }
}

Deno.test("[TR3] a phrase is committed as its silence reaches 0.5 s, from a decode begun before", () => {
  const pcm = recording([1_000, codes(4), 3_000]);
  const stream = new SimulatedStream(pcm);
  const end = toneRuns(pcm).at(-1)?.end ?? 0;
  let committedAt = 0;
  // The engine needs 250 ms of audio time for each decode.
  let decodeDueAt = 0;
  feedAll(stream, pcm.length, (fed) => {
    while (stream.answer("detect"));
    if (!stream.isAsked("decode")) decodeDueAt = fed + 250 * MS;
    else if (fed >= decodeDueAt) stream.answer("decode");
    if (committedAt === 0 && stream.words().length === 4) committedAt = fed;
  });
  assert.deepEqual(stream.words(), codes(4).map(toneText));
  assert.ok(committedAt > 0 && committedAt - end <= 750 * MS, `${(committedAt - end) / MS} ms`);
});

Deno.test("[TR3] while somebody speaks without a pause, words are committed by agreement", () => {
  const pcm = recording([500, codes(60)]);
  const stream = new SimulatedStream(pcm);
  feedAll(stream, pcm.length);
  const spoken = 60;
  assert.ok(stream.words().length > spoken - 12, `${stream.words().length} of ${spoken} words`);
  assert.deepEqual(stream.words(), codes(stream.words().length).map(toneText));
});

Deno.test("[TR3] 40 s of silence cost no decode and are heard", () => {
  const pcm = recording([40_000]);
  const stream = new SimulatedStream(pcm);
  feedAll(stream, pcm.length);
  assert.equal(stream.decodes, 0);
  assert.ok(pcm.length - stream.heard < 1_000 * MS);
  assert.deepEqual(stream.words(), []);
});

Deno.test("[TR3] a click is not given to the engine", () => {
  const pcm = recording([1_000]);
  const click = new Int16Array(60 * MS).fill(8_000);
  const whole = new Int16Array(pcm.length * 2 + click.length);
  whole.set(click, pcm.length);
  const stream = new SimulatedStream(whole);
  feedAll(stream, whole.length);
  assert.equal(stream.decodes, 0);
});

Deno.test("[TR3] short answers between pauses are each committed", () => {
  const pcm = recording([800, [1], 800, [2], 1_500, [3], 900]);
  const stream = new SimulatedStream(pcm);
  feedAll(stream, pcm.length);
  assert.deepEqual(stream.words(), [1, 2, 3].map(toneText));
});

Deno.test("[TR3] speech without end is committed although no two decodes agree, and stays bounded", () => {
  const pcm = recording([500, codes(200)]);
  const stream = new SimulatedStream(pcm);
  let longest = 0;
  let decode = 0;
  feedAll(stream, pcm.length, () => {
    while (stream.answer("detect"));
    while (stream.answer("decode", `x${decode++}`));
    longest = Math.max(longest, stream.state.fed - stream.state.anchor);
  });
  assert.ok(longest <= 27_000 * MS, `${longest / MS} ms kept`);
  const words = stream.words().map((word) => word.replace(/x\d+$/, ""));
  assert.ok(words.length > 80);
  assert.deepEqual(words, codes(words.length).map(toneText));
});

Deno.test("[TR3] an hour: no early text is pruned, no time drifts, the state stays small", () => {
  const parts: (number | number[])[] = [];
  for (let turn = 0; turn < 450; turn++) parts.push(4_000, codes(16, (turn * 16) % 1_000));
  const pcm = recording(parts);
  assert.ok(pcm.length >= 3_600_000 * MS * 0.99);
  const stream = new SimulatedStream(pcm);
  let largest = 0;
  for (let fed = 0; fed < pcm.length;) {
    const count = Math.min(3_200, pcm.length - fed);
    stream.feed(count);
    fed += count;
    stream.answerAll();
    largest = Math.max(largest, JSON.stringify(stream.state).length);
  }
  stream.flush();
  stream.answerAll();
  const said = toneRuns(pcm);
  const heard = stream.committed.flatMap((speech) => speech.words);
  assert.deepEqual(heard.map((word) => word.text), said.map((run) => toneText(run.code)));
  for (const [index, word] of heard.entries()) {
    assert.ok(Math.abs(word.start - (said[index]?.start ?? 0)) < 100 * MS, `word ${index} drifted`);
  }
  assert.ok(largest < 20_000, `${largest} characters of state`);
});

Deno.test("[TR4] the worker dies with each decode in turn: what follows is decoded anew, once", () => {
  const pcm = recording([500, codes(20), 700, codes(5, 20), 700, [25], 1_000]);
  const patient = new SimulatedStream(pcm);
  feedAll(patient, pcm.length);
  for (let victim = 0; victim < patient.decodes; victim++) {
    const stream = new SimulatedStream(pcm);
    let answered = 0;
    feedAll(stream, pcm.length, () => {
      while (stream.answer("detect"));
      if (stream.isAsked("decode") && answered++ === victim) stream.fail("decode", true);
      else stream.answer("decode");
    });
    stream.flush();
    stream.answerAll();
    assert.deepEqual(stream.words(), codes(26).map(toneText), `death in decode ${victim}`);
  }
});

Deno.test("[TR4] a window that kills the worker five times is given up, what follows is not", () => {
  const pcm = recording([500, codes(3), 1_500, codes(3, 3), 1_500]);
  const stream = new SimulatedStream(pcm);
  let failures = 0;
  feedAll(stream, pcm.length, () => {
    while (stream.answer("detect"));
    while (stream.isAsked("decode")) {
      if (failures < 5) {
        failures++;
        stream.fail("decode", true);
      } else stream.answer("decode");
    }
  });
  stream.flush();
  stream.answerAll();
  assert.equal(stream.effects.filter((effect) => effect.type === "given_up").length, 1);
  assert.deepEqual(stream.words().slice(-3), codes(3, 3).map(toneText));
  assert.equal(stream.heard, pcm.length);
});

Deno.test("[TR4] an engine that never comes back costs at most ten minutes of memory", () => {
  const stream = new SimulatedStream(new Int16Array(1_300_000 * MS));
  for (let fed = 0; fed < 1_300_000 * MS; fed += 16_000) stream.feed(16_000);
  assert.ok(stream.state.fed - stream.state.anchor <= 600_000 * MS);
  assert.ok(stream.effects.some((effect) => effect.type === "given_up"));
});

Deno.test("[TR4] the lag is told in seconds while it lasts, and its end", () => {
  const pcm = recording([500, codes(40), 4_000]);
  const stream = new SimulatedStream(pcm);
  feedAll(stream, pcm.length, (fed) => {
    while (stream.answer("detect"));
    if (fed > 9_000 * MS) stream.answer("decode");
  });
  stream.answerAll();
  const told = stream.effects.flatMap((effect) => effect.type === "behind" ? [effect.behindS] : []);
  assert.equal(told[0], 4);
  assert.ok(told.includes(8), JSON.stringify(told));
  assert.equal(told.at(-1), null);
});

Deno.test("[TR3] a stream that begins in mid-recording places its words in the recording", () => {
  const pcm = recording([10_000, codes(4), 1_500]);
  const stream = new SimulatedStream(pcm, 9_000 * MS);
  feedAll(stream, pcm.length - 9_000 * MS);
  const first = stream.committed[0]?.start ?? 0;
  assert.ok(Math.abs(first - 10_000 * MS) < 100 * MS);
});

Deno.test("[TR3] flush commits speech that no silence has ended, and speech may go on after it", () => {
  const pcm = recording([500, codes(6), codes(6, 6), 1_000]);
  const stream = new SimulatedStream(pcm);
  const middle = (toneRuns(pcm)[5]?.end ?? 0) + 80;
  stream.feed(middle);
  stream.flush();
  stream.answerAll();
  assert.deepEqual(stream.words(), codes(6).map(toneText));
  assert.equal(stream.flushes, 1);
  stream.feed(pcm.length - middle);
  stream.flush();
  stream.answerAll();
  assert.deepEqual(stream.words(), codes(12).map(toneText));
});
