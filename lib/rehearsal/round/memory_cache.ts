import type { SynthesisedSpeech } from "@/lib/engines/ports.ts";
import type { SpeechCache } from "@/lib/speech/cache.ts";

/** The speech cache of a round: nothing is written, and nothing outlives the case. */
export function memoryCache(): SpeechCache {
  const kept = new Map<string, SynthesisedSpeech>();
  return {
    key: (text, fingerprint) => JSON.stringify([text, fingerprint]),
    get: (key) => Promise.resolve(kept.get(key) ?? null),
    // Nobody listens to a round in virtual time.
    wav: () => Promise.resolve(null),
    put(key, speech) {
      kept.set(key, speech);
      return Promise.resolve();
    },
    purge(keep = new Set()) {
      for (const key of kept.keys()) if (!keep.has(key)) kept.delete(key);
      return Promise.resolve();
    },
  };
}
