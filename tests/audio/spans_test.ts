import assert from "node:assert/strict";
import fc from "fast-check";
import { exclusionSpans, isExcluded, overlapping, silenced, type Span } from "@/lib/audio/spans.ts";
import { samples } from "@/lib/audio/units.ts";

const LONGEST = 120;
const span = fc.tuple(fc.nat({ max: LONGEST }), fc.nat({ max: LONGEST })).map(([a, b]): Span => ({
  start: samples(Math.min(a, b)),
  end: samples(Math.max(a, b)),
}));
const spans = fc.array(span, { maxLength: 8 });
const margins = fc.record({
  lead: fc.nat({ max: 9 }).map(samples),
  tail: fc.nat({ max: 9 }).map(samples),
});

/** The definition, sample by sample. */
function naive(raw: readonly Span[], lead: number, tail: number, at: number): boolean {
  return raw.some(({ start, end }) => start < end && at >= start - lead && at < end + tail);
}

Deno.test("[SP8] exclusion spans are sorted, apart, and hold exactly the widened utterances", () => {
  fc.assert(fc.property(spans, margins, (raw, margin) => {
    const merged = exclusionSpans(raw, margin);
    merged.forEach((one, index) => {
      assert.ok(one.start < one.end);
      const before = merged[index - 1];
      if (before !== undefined) assert.ok(before.end < one.start);
    });
    for (let at = 0; at < LONGEST + 20; at++) {
      const expected = naive(raw, margin.lead, margin.tail, at);
      assert.equal(isExcluded(merged, samples(at)), expected, `sample ${at}`);
    }
  }));
});

Deno.test("[SP8] a window is given exactly the spans it shares a sample with", () => {
  fc.assert(fc.property(spans, span, (raw, window) => {
    const merged = exclusionSpans(raw, { lead: samples(0), tail: samples(0) });
    const expected = merged.filter(({ start, end }) =>
      Math.max(start, window.start) < Math.min(end, window.end)
    );
    assert.deepEqual(overlapping(merged, window), expected);
  }));
});

Deno.test("[SP8, TR5, TR2] a chunk is zero inside the spans, itself elsewhere, and never altered", () => {
  const chunk = fc.int16Array({ min: 1, maxLength: 60 });
  fc.assert(fc.property(chunk, fc.nat({ max: LONGEST }), spans, (pcm, startAt, raw) => {
    const merged = exclusionSpans(raw, { lead: samples(0), tail: samples(0) });
    const before = pcm.slice();
    const heard = silenced(pcm, samples(startAt), merged);
    assert.deepEqual(pcm, before);
    heard.forEach((sample, index) =>
      assert.equal(sample, isExcluded(merged, samples(startAt + index)) ? 0 : before[index])
    );
    assert.equal(heard.length, pcm.length);
  }));
});
