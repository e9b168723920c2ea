import assert from "node:assert/strict";
import type { EngineState, VoiceEngine } from "@/lib/engines/ports.ts";

/** An engine under contract, and how its host makes it fail and makes time pass. */
export interface VoiceUnderTest {
  readonly engine: VoiceEngine;
  /** The engine dies under the next text; call it before `synthesise`. */
  crashNext(): void;
  /** The engine hangs in the next text. */
  hangNext(): void;
  /** The next text takes long enough to be withdrawn. */
  slowNext(): void;
  /** Lets time pass until the condition holds; throws after a deadline. */
  until(condition: () => boolean): Promise<void>;
}

export interface VoiceContract {
  readonly name: string;
  readonly ignore: boolean;
  readonly open: () => VoiceUnderTest;
}

const NEVER = new AbortController().signal;
const SHORT = "Hello.";
const LONG = "Hello. I am Alba. Dr Smith asked me to listen to what brings you here today.";

/** What every `VoiceEngine` promises to `lib/speech`. The same suite runs on the fake and on Piper. */
export function voiceContract(contract: VoiceContract): void {
  const promises: Record<string, (voice: VoiceUnderTest) => Promise<void>> = {
    "[SK2] speaks: sound whose length follows the text": speaks,
    "[SK2] answers each of several texts with its own speech": answersEach,
    "[SK2] refuses what would take too long to say": refusesTooLong,
    "[SK2] gives up a text that is no longer wanted": cancels,
    "[SK2] a crash costs one text, and the voice comes back": survivesCrash,
    "[SK2] a hang costs one text, and the voice comes back": survivesHang,
    "[SK2] a closed voice is absent, and closing twice is harmless": closes,
  };
  for (const [title, promise] of Object.entries(promises)) {
    Deno.test({
      name: `${title} (${contract.name})`,
      ignore: contract.ignore,
      async fn() {
        const voice = contract.open();
        try {
          await voice.until(() => voice.engine.state().state === "ready");
          await promise(voice);
        } finally {
          await voice.engine.close();
        }
      },
    });
  }
}

async function speak(voice: VoiceUnderTest, text: string): Promise<number> {
  const outcome = await settled(voice, voice.engine.synthesise(text, NEVER));
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.words);
  const { pcm, sampleRateHz } = outcome.speech;
  assert.ok(pcm.some((sample) => Math.abs(sample) > 1_000), "the speech is audible");
  return pcm.length / sampleRateHz;
}

async function settled<T>(voice: VoiceUnderTest, promise: Promise<T>): Promise<T> {
  let done = false;
  void promise.finally(() => done = true);
  await voice.until(() => done);
  return await promise;
}

async function speaks(voice: VoiceUnderTest): Promise<void> {
  assert.ok(voice.engine.fingerprint.length > 0);
  const shortS = await speak(voice, SHORT);
  const longS = await speak(voice, LONG);
  assert.ok(shortS > 0.2 && shortS < 3, `"${SHORT}" took ${shortS} s`);
  assert.ok(longS > 2 * shortS && longS < 10, `the long text took ${longS} s`);
}

async function answersEach(voice: VoiceUnderTest): Promise<void> {
  const [longS, shortS] = await Promise.all([speak(voice, LONG), speak(voice, SHORT)]);
  assert.ok(longS > 2 * shortS);
}

async function refusesTooLong(voice: VoiceUnderTest): Promise<void> {
  const outcome = await settled(voice, voice.engine.synthesise(LONG.repeat(5), NEVER));
  assert.equal(outcome.ok ? "spoken" : outcome.code, "too_long");
  await speak(voice, SHORT);
}

async function cancels(voice: VoiceUnderTest): Promise<void> {
  const before = await voice.engine.synthesise(SHORT, AbortSignal.abort());
  assert.equal(before.ok ? "spoken" : before.code, "cancelled");
  const wanted = new AbortController();
  voice.slowNext();
  const outcome = voice.engine.synthesise(LONG, wanted.signal);
  wanted.abort();
  const during = await outcome;
  assert.equal(during.ok ? "spoken" : during.code, "cancelled");
  await speak(voice, SHORT);
}

async function survivesCrash(voice: VoiceUnderTest): Promise<void> {
  voice.crashNext();
  await losesOneText(voice, "crashed");
}

async function survivesHang(voice: VoiceUnderTest): Promise<void> {
  voice.hangNext();
  await losesOneText(voice, "timeout");
}

async function losesOneText(voice: VoiceUnderTest, code: string): Promise<void> {
  const states: EngineState[] = [];
  const stop = voice.engine.onState((state) => states.push(state));
  const outcome = await settled(voice, voice.engine.synthesise(LONG, NEVER));
  assert.equal(outcome.ok ? "spoken" : outcome.code, code);
  const meanwhile = await voice.engine.synthesise(SHORT, NEVER);
  assert.equal(meanwhile.ok ? "spoken" : meanwhile.code, "absent");
  await voice.until(() => voice.engine.state().state === "ready");
  await speak(voice, SHORT);
  stop();
  assert.deepEqual(states.map(({ words }) => words), [
    "Speech engine is restarting",
    "Speech engine is ready",
  ]);
}

async function closes(voice: VoiceUnderTest): Promise<void> {
  await voice.engine.close();
  await voice.engine.close();
  assert.equal(voice.engine.state().state, "absent");
  const outcome = await voice.engine.synthesise(SHORT, NEVER);
  assert.equal(outcome.ok ? "spoken" : outcome.code, "absent");
}
