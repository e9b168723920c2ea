import { getLogger } from "@logtape/logtape";
import type { SynthesisedSpeech, VoiceEngine } from "@/lib/engines/ports.ts";
import { PHRASE_IDS } from "@/lib/speech/phrase_ids.ts";
import { fillDoctor, type Phrases } from "@/lib/speech/phrases.ts";
import { resolveSpeech, type Spoken } from "@/lib/speech/spoken.ts";
import type { SpeechCache } from "@/lib/speech/cache.ts";
import { Warming } from "@/lib/speech/warming.ts";

export type PreparedSpeech =
  | {
    readonly ok: true;
    /** Names the audio for `audio()`. */
    readonly key: string;
    readonly durationMs: number;
  }
  | { readonly ok: false; readonly words: string };

/**
 * Alba's spoken sentences as audio: from the cache where they were said before, otherwise from the
 * voice engine. It takes `Spoken` and nothing else (SP1).
 */
export interface SpeechLibrary {
  /** As the box's own doctor says them. */
  readonly phrases: Phrases;
  /** As they are said in the consultations of one person. */
  phrasesFor(doctorName: string): Phrases;
  /** Goes before all warming. Never rejects. */
  prepare(spoken: Spoken, signal: AbortSignal): Promise<PreparedSpeech>;
  /**
   * Makes what may be said next, so that it is in the cache when its moment comes (SP9); like the
   * fixed phrases it makes way for a tap. True when it is there. Never rejects.
   */
  ahead(spoken: Spoken, signal: AbortSignal): Promise<boolean>;
  /** A complete WAV file, or null when the cache no longer has it. */
  audio(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * Synthesises every fixed phrase of one doctor, so that a tap is answered from the cache (SP9).
   * Never rejects: a phrase that cannot be made now is made when it is tapped.
   */
  warm(signal: AbortSignal, doctorName?: string): Promise<void>;
  /**
   * Forgets everything that was ever said but the fixed phrases of these doctors, as deleting a
   * patient's words demands: a question repeats them (CO4). Throws if any stays behind.
   */
  forgetSaid(doctorNames: readonly string[]): Promise<void>;
}

export interface SpeechLibraryOptions {
  /** With the place for the name still open. */
  readonly phrases: Phrases;
  readonly doctorName: string;
  readonly voice: VoiceEngine;
  readonly cache: SpeechCache;
}

export function speechLibrary(options: SpeechLibraryOptions): SpeechLibrary {
  const { voice, cache } = options;
  const phrasesFor = (doctorName: string) => fillDoctor(options.phrases, doctorName);
  const warming = new Warming();
  const log = getLogger(["alba", "speech", "library"]);

  async function kept(key: string): Promise<PreparedSpeech | null> {
    const speech = await cache.get(key);
    return speech === null ? null : { ok: true, key, durationMs: durationMs(speech) };
  }

  async function make(text: string, key: string, signal: AbortSignal): Promise<PreparedSpeech> {
    const known = await kept(key);
    if (known !== null) return known;
    const outcome = await voice.synthesise(text, signal);
    if (!outcome.ok) return { ok: false, words: outcome.words };
    await cache.put(key, outcome.speech);
    return { ok: true, key, durationMs: durationMs(outcome.speech) };
  }

  /** A mistake of ours is a voice that failed: the page has another one. */
  async function safely(work: () => Promise<PreparedSpeech>): Promise<PreparedSpeech> {
    try {
      return await work();
    } catch (error) {
      const name = error instanceof Error ? error.name : "unknown";
      log.error("A sentence could not be made", { error: name });
      return { ok: false, words: "Speech engine failed" };
    }
  }

  return {
    phrases: phrasesFor(options.doctorName),
    phrasesFor,
    prepare: ({ text }, signal) =>
      safely(async () => {
        const key = cache.key(text, voice.fingerprint);
        return await kept(key) ?? await warming.before(key, () => make(text, key, signal));
      }),
    async ahead({ text }, signal) {
      const key = cache.key(text, voice.fingerprint);
      let isMade = false;
      await warming.one(key, async (until) => {
        isMade = (await safely(() => make(text, key, until))).ok;
      }, signal);
      return isMade;
    },
    audio: (key) => cache.wav(key),
    async forgetSaid(doctorNames) {
      const texts = [options.doctorName, ...doctorNames]
        .flatMap((name) => Object.values(phrasesFor(name)));
      await cache.purge(new Set(texts.map((text) => cache.key(text, voice.fingerprint))));
    },
    async warm(signal, doctorName = options.doctorName) {
      const phrases = phrasesFor(doctorName);
      for (const phrase of PHRASE_IDS) {
        if (signal.aborted) return;
        const spoken = resolveSpeech({ phrase }, { phrases, agendas: [] });
        if (spoken === null) continue;
        const key = cache.key(spoken.text, voice.fingerprint);
        await warming.one(key, (until) => safely(() => make(spoken.text, key, until)), signal);
      }
    },
  };
}

function durationMs(speech: SynthesisedSpeech): number {
  return speech.pcm.length * 1000 / speech.sampleRateHz;
}
