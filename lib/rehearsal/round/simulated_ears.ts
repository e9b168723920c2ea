import { msToSamples } from "@/lib/audio/units.ts";
import type { EarsEngine, EarsEvent, EngineState } from "@/lib/engines/ports.ts";

const READY: EngineState = { state: "ready", words: "Transcriber is ready" };

export interface SimulatedEars extends EarsEngine {
  /** What was said from `fromMs` to `toMs` of the recording is now text. */
  commit(text: string, fromMs: number, toMs: number): void;
  /** All before this has been decided: nobody spoke. */
  heardThrough(ms: number): void;
}

/** Ears that are told what was said; a round in virtual time has no sound. */
export function simulatedEars(): SimulatedEars {
  let tell: (event: EarsEvent) => void = () => {};
  return {
    kind: "whisper",
    state: () => READY,
    open({ onEvent }) {
      tell = onEvent;
      return {
        feed: () => {},
        flush: () => Promise.resolve(),
        close() {
          if (tell === onEvent) tell = () => {};
        },
      };
    },
    commit(text, fromMs, toMs) {
      const [start, end] = [msToSamples(Math.round(fromMs)), msToSamples(Math.round(toMs))];
      const speech = { start, end, text, words: [], lowConfidence: false };
      tell({ type: "committed", speech });
      tell({ type: "heard", through: end });
    },
    heardThrough(ms) {
      tell({ type: "heard", through: msToSamples(Math.round(ms)) });
    },
  };
}
