import assert from "node:assert/strict";
import { pageMessage } from "@/lib/protocol/page_messages.ts";
import { PHRASE_IDS } from "@/lib/speech/phrase_ids.ts";
import { DEFAULT_PHRASES, parsePhrases, phrasesFileText } from "@/lib/speech/phrases.ts";
import { readPhrases } from "@/lib/speech/phrases_file.ts";
import { resolveSpeech } from "@/lib/speech/spoken.ts";

Deno.test("[SP2] a new box says the default wording with its doctor's name", () => {
  const outcome = parsePhrases(phrasesFileText(), "Okafor");
  assert.ok(outcome.ok);
  assert.equal(
    outcome.phrases.examination_handover,
    "Thank you — Dr Okafor will examine you now.",
  );
  for (const id of PHRASE_IDS) assert.doesNotMatch(outcome.phrases[id], /[{}]/, id);
});

Deno.test("[SP2] the owner changes wording in one file and leaves the rest", async () => {
  const dataDir = await Deno.makeTempDir();
  try {
    assert.ok(readPhrases(dataDir, "Smith").ok);
    const path = `${dataDir}/phrases.json`;
    assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
    Deno.writeTextFileSync(path, JSON.stringify({ go_on: "Please carry on, {doctor} listens." }));
    const outcome = readPhrases(dataDir, "Smith");
    assert.ok(outcome.ok);
    assert.equal(outcome.phrases.go_on, "Please carry on, Smith listens.");
    assert.equal(outcome.phrases.i_see, DEFAULT_PHRASES.i_see);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("[SP2] a slip in the phrases file stops the start in words instead of being spoken", () => {
  for (const bad of ["{", "[]", '{"goon": "Go on."}', '{"go_on": ""}', '{"go_on": 7}']) {
    const outcome = parsePhrases(bad, "Smith");
    assert.ok(!outcome.ok, bad);
    assert.match(outcome.words, /phrases file/);
  }
  const long = parsePhrases(JSON.stringify({ go_on: "x".repeat(401) }), "Smith");
  assert.ok(!long.ok && /go_on/.test(long.words));
});

Deno.test("[SP1] only a reference asks for speech; words beside or instead of it do not parse", () => {
  const speak = (rest: unknown) => pageMessage.safeParse({ type: "speak", ...Object(rest) });
  assert.ok(speak({ ref: { phrase: "go_on" } }).success);
  assert.ok(!speak({ text: "You have nothing to worry about." }).success);
  assert.ok(!speak({ ref: { phrase: "go_on", text: "Take two a day." } }).success);
  assert.ok(!speak({ ref: { phrase: "reassure" } }).success);
});

Deno.test("[SP1] a reference resolves to exactly the owner's words", () => {
  const phrases = { ...DEFAULT_PHRASES, go_on: "Carry on." };
  const spoken = resolveSpeech({ phrase: "go_on" }, { phrases, agendas: [] });
  assert.equal(spoken?.text, "Carry on.");
});

Deno.test("[SP1] an agenda question is said verbatim, and one that no agenda has is not said", () => {
  const questions = [{ question: "Does it go to your arm?", rationale: "Cardiac pain radiates." }];
  const sayable = { phrases: DEFAULT_PHRASES, agendas: [{ version: 3, questions }] };
  const ask = (version: number, index: number) =>
    resolveSpeech({ agenda: { version, index } }, sayable);
  assert.equal(ask(3, 0)?.text, "Does it go to your arm?");
  assert.equal(ask(3, 0)?.rationale, "Cardiac pain radiates.");
  assert.equal(ask(3, 1), null);
  assert.equal(ask(4, 0), null);
});
