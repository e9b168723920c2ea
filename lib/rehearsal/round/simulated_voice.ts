import type { Clock } from "@/lib/clock.ts";
import type { EngineState, SynthesisOutcome, VoiceEngine } from "@/lib/engines/ports.ts";
import type { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import { type Profile, synthesisFate } from "@/lib/rehearsal/patients/profiles.ts";

/** One sample for each 10 ms: a length in time, and no sound that anybody would hear. */
const SAMPLE_RATE_HZ = 100;

/** Piper's en_US-joe-medium said our phrases at about this rate. */
const CHARS_PER_S = 15;

const READY: EngineState = { state: "ready", words: "Speech engine is ready" };

/** A voice in virtual time: as late, and as broken, as the case's profile has it. */
export function simulatedVoice(clock: Clock, profile: Profile, hits: FaultHits): VoiceEngine {
  let synthesised = 0;
  return {
    kind: "piper",
    fingerprint: "virtual",
    state: () => READY,
    onState: () => () => {},
    synthesise(text, signal) {
      const fate = synthesisFate(profile, synthesised++);
      if (fate.kind === "failed") hits.add("failed_synthesis");
      else if (fate.isLate) hits.add("late_synthesis");
      const { promise, resolve } = Promise.withResolvers<SynthesisOutcome>();
      const cancel = clock.after(
        fate.ms,
        () => resolve(fate.kind === "failed" ? FAILED : say(text)),
      );
      signal.addEventListener("abort", () => {
        cancel();
        resolve({ ok: false, code: "cancelled", words: "No longer wanted" });
      }, { once: true });
      return promise;
    },
    close: () => Promise.resolve(),
  };
}

const FAILED: SynthesisOutcome = { ok: false, code: "crashed", words: "Speech engine failed" };

function say(text: string): SynthesisOutcome {
  const samples = Math.ceil(text.length / CHARS_PER_S * SAMPLE_RATE_HZ);
  return { ok: true, speech: { pcm: new Int16Array(samples), sampleRateHz: SAMPLE_RATE_HZ } };
}
