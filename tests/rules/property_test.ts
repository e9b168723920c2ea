import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPLAINTS } from "@/lib/rules/complaints.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import { readSentences } from "@/lib/rules/reading/sentence.ts";
import type { RulesSegment, RulesState } from "@/lib/rules/state.ts";
import { LABELLED } from "./labelled.ts";

const engine = createRulesEngine();
const lines = Object.values(LABELLED).flat().flatMap((item) => item.lines);
/** Lines that mean something to the engine, and any text at all between them. */
const said = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...lines).map((line) => line.text) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
);
const role = fc.constantFrom("D" as const, "P" as const, null);
const segments = fc.array(fc.record({ text: said, role }), { maxLength: 25 }).map((list) =>
  list.map((segment, line): RulesSegment => ({ ...segment, line }))
);

function play(list: readonly RulesSegment[]) {
  let state: RulesState = engine.initial;
  return list.map((segment) => {
    const reading = engine.step(state, segment);
    state = reading.state;
    return reading;
  });
}

Deno.test("[CD9] no text makes the engine throw, and no text alone raises an alarm by its bytes", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), role, (text, speaker) => {
    const reading = engine.step(engine.initial, { line: 0, text, role: speaker });
    assert.deepEqual(reading.alarms, []);
  }));
});

Deno.test("[CD9] a step changes nothing it was given: the same state read twice gives the same", () => {
  fc.assert(
    fc.property(segments, said, (list, text) => {
      const state = play(list).at(-1)?.state ?? engine.initial;
      const segment: RulesSegment = { line: list.length, text };
      assert.deepEqual(engine.step(state, segment), engine.step(state, segment));
    }),
    { numRuns: 40 },
  );
});

Deno.test("[UR10, CD7] alarms, frames, arrangements and what is arranged only ever grow", () => {
  fc.assert(
    fc.property(segments, (list) => {
      let raised: readonly string[] = [];
      let arranged: readonly string[] = [];
      let frames = 0;
      for (const reading of play(list)) {
        const known = reading.state.raised.map((one) => one.flag);
        assert.deepEqual(known.slice(0, raised.length), raised);
        assert.equal(known.length, raised.length + reading.alarms.length);
        assert.equal(new Set(known).size, known.length);
        const now = reading.arranged.map((one) => one.flag);
        assert.ok(arranged.every((flag) => now.includes(flag)));
        assert.ok(reading.state.frames.length >= frames);
        [raised, arranged, frames] = [known, now, reading.state.frames.length];
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("[CD6, CD9] every quote is an exact part of the line it names", () => {
  fc.assert(
    fc.property(segments, (list) => {
      const isIn = (quote: string, line: number) =>
        assert.ok(list[line]?.text.includes(quote), `${line}: ${quote}`);
      for (const reading of play(list)) {
        for (const alarm of reading.alarms) {
          isIn(alarm.quote, alarm.line);
          for (const part of alarm.evidence) isIn(part.quote, part.line);
        }
        for (const one of reading.arranged) isIn(one.quote, one.line);
      }
    }),
    { numRuns: 60 },
  );
});

/** Each sentence a segment of its own, as another transcriber might have committed them. */
function cutAtSentences(list: readonly RulesSegment[]): RulesSegment[] {
  return list.flatMap(({ text, role, line }) =>
    readSentences(text).map(({ from, to }) => ({
      text: text.slice(from, to),
      line,
      ...(role === undefined ? {} : { role }),
    }))
  );
}

Deno.test("[CD9] where a line is cut between sentences makes no difference to the alarms", () => {
  // A correction may take back the sentence before it; cut apart, that one was already judged.
  const withoutCorrections = segments.map((list) =>
    list.filter(({ text }) => !/\b(?:mean|meant|sorry|wait|actually)\b/i.test(text))
  );
  fc.assert(
    fc.property(withoutCorrections, (list) => {
      const flags = (read: readonly RulesSegment[]) =>
        new Set(play(read).flatMap((reading) => reading.alarms.map((alarm) => alarm.flag)));
      assert.deepEqual(flags(cutAtSentences(list)), flags(list));
    }),
    { numRuns: 60 },
  );
});

Deno.test("[CD9] what is remembered is bounded by the rules, not by the length of the talk", () => {
  const long = Array.from({ length: 1500 }, (_, line): RulesSegment => {
    const { role, text } = lines[line % lines.length] ?? { role: null, text: "" };
    return { line, role, text };
  });
  const state = play(long).at(-1)?.state ?? engine.initial;
  const findings = new Set(
    COMPLAINTS.flatMap((one) => one.flags.flatMap((flag) => flag.when.flat())),
  );
  assert.ok(findings.size > 0);
  assert.ok(state.reported.size + state.denied.size < 1000);
  assert.ok(state.frames.length <= COMPLAINTS.length);
  assert.ok(state.waiting.length < 100);
  assert.ok(state.arrangements.length <= 50);
});

Deno.test("[CD9] the prefilter tries a small part of the phrases on a segment", async () => {
  const { buildCatalogue, findingsOf } = await import("@/lib/rules/catalogue.ts");
  const { index } = buildCatalogue(COMPLAINTS);
  const phrases = new Set(COMPLAINTS.flatMap(findingsOf).flatMap((one) => one.phrases)).size;
  const tried = lines.flatMap((line) => readSentences(line.text)).map((sentence) =>
    index.candidates(sentence.words).size
  );
  const mean = tried.reduce((sum, count) => sum + count, 0) / tried.length;
  assert.ok(phrases > 800, `${phrases} phrases`);
  assert.ok(mean < phrases / 20, `${mean} of ${phrases} tried`);
});
