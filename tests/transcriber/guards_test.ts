import assert from "node:assert/strict";
import { msToSamples, samples } from "@/lib/audio/units.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import { hasDoubtfulFact } from "@/lib/engines/transcriber/doubtful_fact.ts";
import { believed, hasGap, isSuspicious, placed } from "@/lib/engines/transcriber/guards.ts";
import {
  agreedLength,
  type Hypothesis,
  repeatedLength,
} from "@/lib/engines/transcriber/hypothesis.ts";
import type { Span } from "@/lib/engines/transcriber/speech_map.ts";

function span(startMs: number, endMs: number): Span {
  return { start: msToSamples(startMs), end: msToSamples(endMs) };
}

/** `text@startMs-endMs` or `text@startMs-endMs*probability`. */
function words(line: string): HeardWord[] {
  return line.split(" ").filter((part) => part !== "").map((part) => {
    const [text = "", rest = ""] = part.split("@");
    const [times = "", probability] = rest.split("*");
    const [start = "0", end = "0"] = times.split("-");
    return {
      text,
      start: msToSamples(Number(start)),
      end: msToSamples(Number(end)),
      probability: probability === undefined ? 0.9 : Number(probability),
    };
  });
}

function hypothesis(line: string, change: Partial<Hypothesis> = {}): Hypothesis {
  return {
    start: samples(0),
    end: msToSamples(20_000),
    words: words(line),
    noSpeech: 0.02,
    meanLogProbability: -0.3,
    compression: 1.2,
    ...change,
  };
}

function texts(heard: readonly HeardWord[]): string {
  return heard.map((word) => word.text).join(" ");
}

Deno.test("[TR3] a word invented in the silence after an answer is dropped", () => {
  const heard = believed(hypothesis("Yes.@1000-1300 Thanks.@1700-2000"), [span(1_000, 1_300)]);
  assert.equal(texts(heard), "Yes.");
});

Deno.test("[TR3] a short answer is kept, though its time is off by a little", () => {
  const heard = believed(hypothesis("No.@700-1080"), [span(1_000, 1_200)]);
  assert.equal(texts(heard), "No.");
});

Deno.test("[TR3] the closing words of films are dropped where they are all that was heard", () => {
  const speech = [span(0, 2_000)];
  const film = hypothesis("Thank@100-300 you@300-500 for@500-700 watching!@700-1000");
  assert.deepEqual(believed(film, speech), []);
  const said = hypothesis("Thank@100-300 you@300-500 for@500-700 telling@700-1000 me.@1000-1200");
  assert.equal(texts(believed(said, speech)), "Thank you for telling me.");
});

Deno.test("[TR3] what is probably no speech and was guessed is dropped", () => {
  const speech = [span(0, 2_000)];
  const guess = { noSpeech: 0.8, meanLogProbability: -1.3 };
  assert.deepEqual(believed(hypothesis("you@100-300", guess), speech), []);
  const sure = { noSpeech: 0.8, meanLogProbability: -0.3 };
  assert.equal(texts(believed(hypothesis("you@100-300", sure), speech)), "you");
});

Deno.test("[TR3] a loop is cut after three rounds", () => {
  const loop = Array.from({ length: 12 }, (_, i) => `so@${i * 200}-${i * 200 + 200}`).join(" ");
  assert.equal(texts(believed(hypothesis(loop), [span(0, 3_000)])), "so so so");
  const endless = `so@0-200 ${"ha".repeat(200)}@200-900 well@900-1100`;
  assert.equal(texts(believed(hypothesis(endless), [span(0, 3_000)])), "so well");
  const pair = Array.from({ length: 12 }, (_, i) => `${"ab"[i % 2]}@${i * 200}-${i * 200 + 200}`);
  assert.equal(texts(believed(hypothesis(pair.join(" ")), [span(0, 3_000)])), "a b a b a b");
});

Deno.test("[TR3] more words than anyone can say in the voiced time are dropped", () => {
  const many = Array.from({ length: 20 }, (_, i) => `w${i}@${i * 20}-${i * 20 + 20}`).join(" ");
  assert.ok(believed(hypothesis(many), [span(0, 400)]).length <= 5);
});

Deno.test("[TR3] the prompt said again, a loop and a guess are suspicious; plain speech is not", () => {
  const prompt = "The@0-100*0.01 patient@100-300*0 takes@300-500*0 ramipril@500-900*0.02";
  assert.ok(isSuspicious(hypothesis(prompt)));
  assert.ok(isSuspicious(hypothesis("a@0-100", { compression: 2.6 })));
  assert.ok(isSuspicious(hypothesis("a@0-100", { meanLogProbability: -1.2 })));
  assert.ok(
    !isSuspicious(hypothesis("I@0-100 take@100-300*0.05 ramipril@300-700*0.1 now@700-900")),
  );
});

Deno.test("[TR3] a decode that leaves out more than a second of speech between two words has a gap", () => {
  const speech = [span(0, 4_000)];
  assert.ok(hasGap(words("I@0-200 am@2600-2800"), speech));
  assert.ok(!hasGap(words("I@0-200 am@900-1100"), speech));
  assert.ok(!hasGap(words("I@0-200 am@2600-2800"), [span(0, 300), span(2_500, 2_900)]));
});

Deno.test("[TR3] a word stretched over what the decoder left out is given the time of its letters", () => {
  const [word] = believed(hypothesis("A@0-1800"), [span(0, 2_000)]);
  assert.ok(word !== undefined && word.end <= msToSamples(200));
});

Deno.test("[TR5] a word in or at the edge of a muted window is dropped, its neighbours are not", () => {
  const said = words("one@0-300 two@500-990 three@1500-1700 four@2030-2300 five@2400-2700");
  const kept = placed(said, samples(0), msToSamples(3_000), [span(1_000, 2_000)]);
  assert.equal(texts(kept), "one five");
});

Deno.test("[TR3] words are placed in order, after what is committed and before the window's end", () => {
  const kept = placed(
    words("a@0-500 b@400-600 c@2900-3500"),
    msToSamples(100),
    msToSamples(3_000),
    [],
  );
  assert.deepEqual(kept.map(({ start, end }) => [start / 16, end / 16]), [
    [100, 500],
    [500, 600],
    [2_900, 3_000],
  ]);
});

Deno.test("[TR3] agreement compares words, not their case or marks", () => {
  assert.equal(
    agreedLength(words("I@0-1 am,@1-2 Tired@2-3"), words("i@0-1 am@1-2 tired.@2-3 now@3-4")),
    3,
  );
  assert.equal(agreedLength(words("one@0-1 two@1-2"), words("two@0-1 one@1-2")), 0);
});

Deno.test("[TR3] [TR4] what was committed is found again in a later decode, though spelt otherwise", () => {
  const committed = words("I@0-200 take@200-400 twenty@400-700");
  const later = words("I@0-200 take@200-400 20@400-700 milligrams@700-1200");
  assert.equal(repeatedLength(committed, later), 3);
  assert.equal(repeatedLength(committed, words("milligrams@700-1200")), 0);
  const afterMute = words("dropped@0-200 dropped@200-400 I@500-600 take@600-900");
  assert.equal(
    repeatedLength(words("I@500-600"), afterMute),
    3,
    "what was dropped is not said again",
  );
  const again = words("no@0-200");
  assert.equal(repeatedLength(again, words("no@0-200 no@400-600")), 1);
});

Deno.test("[TR3] a medicine, number or negation heard with doubt marks the segment", () => {
  assert.ok(hasDoubtfulFact(words("take@0-1 ramipril@1-2*0.4")));
  assert.ok(hasDoubtfulFact(words("it@0-1 was@1-2 fifteen@2-3*0.3")));
  assert.ok(hasDoubtfulFact(words("I@0-1 do@1-2 not@2-3*0.5 smoke@3-4")));
  assert.ok(
    hasDoubtfulFact(words("take@0-1 Rampril,@1-2 daily@2-3")),
    "spelt nearly like a medicine",
  );
  assert.ok(hasDoubtfulFact(words("gliclaside@0-1*0.3 40@1-2 milligrams@2-3")));
  assert.ok(hasDoubtfulFact(words("doxaden@0-1*0.3 100@1-2 milligrams@2-3")), "before a dose");
  assert.ok(!hasDoubtfulFact(words("take@0-1 ramipril@1-2 10@2-3 milligrams@3-4")));
  assert.ok(!hasDoubtfulFact(words("the@0-1 weather@1-2*0.2 today@2-3")));
});
