import type { SynthesisOutcome, VoiceEngine } from "@/lib/engines/ports.ts";

/**
 * The voice of a box without a speech engine: it says so, and every utterance takes its fallback
 * (SK2). `words` are why, for the doctor, e.g. "Speech engine is not installed".
 */
export function absentVoice(words: string): VoiceEngine {
  const outcome: SynthesisOutcome = { ok: false, code: "absent", words };
  return {
    kind: "none",
    fingerprint: "none",
    state: () => ({ state: "absent", words }),
    // Its state never changes, so nobody is ever told.
    onState: () => () => {},
    synthesise: () => Promise.resolve(outcome),
    close: () => Promise.resolve(),
  };
}
