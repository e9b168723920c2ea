import assert from "node:assert/strict";
import type { SynthesisedSpeech, SynthesisOutcome, VoiceEngine } from "@/lib/engines/ports.ts";
import type { SpeechCache } from "@/lib/speech/cache.ts";
import { PHRASE_IDS } from "@/lib/speech/phrase_ids.ts";
import { DEFAULT_PHRASES, fillDoctor } from "@/lib/speech/phrases.ts";
import { speechLibrary } from "@/lib/speech/speech_library.ts";
import { resolveSpeech, type Spoken } from "@/lib/speech/spoken.ts";

interface Said {
  readonly text: string;
  readonly signal: AbortSignal;
  end(): void;
  break(): void;
}

/** A voice that says one text after another, each for as long as the test lets it. */
function slowVoice() {
  const asked: Said[] = [];
  const voice: VoiceEngine = {
    kind: "piper",
    fingerprint: "slow",
    state: () => ({ state: "ready", words: "Ready" }),
    onState: () => () => {},
    close: () => Promise.resolve(),
    synthesise(text, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<SynthesisOutcome>();
      signal.addEventListener(
        "abort",
        () => resolve({ ok: false, code: "cancelled", words: "No longer wanted" }),
      );
      asked.push({
        text,
        signal,
        end: () =>
          resolve({ ok: true, speech: { pcm: new Int16Array(22_050), sampleRateHz: 22_050 } }),
        break: () => reject(new RangeError("a mistake of ours")),
      });
      return promise;
    },
  };
  return { asked, voice };
}

function memoryCache(): SpeechCache {
  const kept = new Map<string, SynthesisedSpeech>();
  return {
    key: (text, fingerprint) => `${fingerprint} ${text}`,
    get: (key) => Promise.resolve(kept.get(key) ?? null),
    wav: () => Promise.resolve(null),
    put: (key, speech) => Promise.resolve(void kept.set(key, speech)),
    purge: () => Promise.resolve(kept.clear()),
  };
}

function open() {
  const { asked, voice } = slowVoice();
  const library = speechLibrary({
    phrases: DEFAULT_PHRASES,
    doctorName: "Okafor",
    voice,
    cache: memoryCache(),
  });
  return { asked, library };
}

const QUESTION = "Does it hurt when you breathe in?";
const AGENDA = [{ version: 1, questions: [{ question: QUESTION, rationale: "pleurisy" }] }];
const PHRASES = fillDoctor(DEFAULT_PHRASES, "Okafor");

function spoken(ref: Parameters<typeof resolveSpeech>[0]): Spoken {
  const found = resolveSpeech(ref, { phrases: PHRASES, agendas: AGENDA });
  assert.ok(found !== null);
  return found;
}

const NEVER = new AbortController().signal;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

Deno.test("[SP9] a tap goes before the warming of the fixed phrases, which then goes on", async () => {
  const { asked, library } = open();
  const warmed = library.warm(NEVER);
  await settle();
  assert.equal(asked.length, 1, "one phrase at a time");
  const tap = library.prepare(spoken({ agenda: { version: 1, index: 0 } }), NEVER);
  await settle();
  assert.ok(asked[0]?.signal.aborted, "the phrase in hand is given up");
  assert.deepEqual(asked.slice(1).map(({ text }) => text), [QUESTION], "and no other is begun");
  asked[1]?.end();
  assert.ok((await tap).ok);
  for (let at = 2; at < 2 + PHRASE_IDS.length; at++) {
    await settle();
    asked[at]?.end();
  }
  await warmed;
  assert.deepEqual(
    asked.slice(2).map(({ text }) => text),
    PHRASE_IDS.map((id) => PHRASES[id]),
  );
});

Deno.test("[SP9] a tap on the phrase that is being warmed takes what is made, and makes nothing twice", async () => {
  const { asked, library } = open();
  const stop = new AbortController();
  const warmed = library.warm(stop.signal);
  await settle();
  const [first] = PHRASE_IDS;
  const tap = library.prepare(spoken({ phrase: first }), NEVER);
  await settle();
  assert.deepEqual([asked.length, asked[0]?.signal.aborted], [1, false]);
  asked[0]?.end();
  assert.ok((await tap).ok);
  // What is there already stops nothing.
  await settle();
  assert.ok((await library.prepare(spoken({ phrase: first }), NEVER)).ok);
  assert.deepEqual(asked.map(({ signal }) => signal.aborted), [false, false]);
  stop.abort();
  await warmed;
});

Deno.test("[SP9] two doctors' phrases are warmed one at a time", async () => {
  const { asked, library } = open();
  const stop = new AbortController();
  const warmed = [library.warm(stop.signal), library.warm(stop.signal, "Lindqvist")];
  for (let done = 0; done < 6; done++) {
    await settle();
    assert.equal(asked.length, done + 1);
    asked[done]?.end();
  }
  stop.abort();
  await settle();
  asked.at(-1)?.end();
  await Promise.all(warmed);
});

Deno.test("[SP9] a voice that breaks its word fails that sentence: a tap hears of it, warming goes on", async () => {
  const { asked, library } = open();
  const tap = library.prepare(spoken({ agenda: { version: 1, index: 0 } }), NEVER);
  await settle();
  asked[0]?.break();
  assert.deepEqual(await tap, { ok: false, words: "Speech engine failed" });
  const stop = new AbortController();
  const warmed = library.warm(stop.signal);
  await settle();
  asked[1]?.break();
  await settle();
  assert.equal(asked.length, 3);
  stop.abort();
  await warmed;
});

Deno.test("[SP9] what may be said next is made ahead, makes way for a tap, and is then in the cache", async () => {
  const { asked, library } = open();
  const next = spoken({ agenda: { version: 1, index: 0 } });
  const made = library.ahead(next, NEVER);
  await settle();
  const tap = library.prepare(spoken({ phrase: "go_on" }), NEVER);
  await settle();
  assert.ok(asked[0]?.signal.aborted, "the tap goes first");
  asked[1]?.end();
  assert.ok((await tap).ok);
  await settle();
  assert.equal(asked[2]?.text, QUESTION, "and then it is begun again");
  asked[2]?.end();
  assert.equal(await made, true);
  assert.ok((await library.prepare(next, NEVER)).ok);
  assert.equal(asked.length, 3, "its moment finds it made");
});

Deno.test("[QF9] what could not be made ahead says so", async () => {
  const { asked, library } = open();
  const made = library.ahead(spoken({ agenda: { version: 1, index: 0 } }), NEVER);
  await settle();
  asked[0]?.break();
  assert.equal(await made, false);
});
