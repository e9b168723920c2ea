import { FRAME_SAMPLES, SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import type { Ears, EarsEngine, EarsEvent, EngineState } from "@/lib/engines/ports.ts";

/** A line is committed after this much sound: quick enough for tests, slow enough to be seen. */
const LINE_SAMPLES = SAMPLE_RATE_HZ;

/** A line that raises an alarm. */
export const CHEST_PAIN = "I have crushing chest pain and it goes down my left arm.";

const READY: EngineState = { state: "ready", words: "Speech recognition is ready" };

/** Ears that "hear" a script: one line for each second of sound that is not muted. */
export interface ScriptedEars extends EarsEngine {
  /** Sends a state to every open stream, as a worker's supervision would. */
  say(state: EngineState): void;
}

export function scriptedEars(script: readonly string[]): ScriptedEars {
  let state: EngineState = READY;
  const listeners = new Set<(event: EarsEvent) => void>();
  return {
    kind: "whisper",
    state: () => state,
    say(next) {
      state = next;
      for (const listener of listeners) listener({ type: "state", engine: next });
    },
    open({ startAt, onEvent }) {
      listeners.add(onEvent);
      return stream(startAt, script, onEvent, () => listeners.delete(onEvent));
    },
  };
}

function stream(
  startAt: number,
  script: readonly string[],
  onEvent: (event: EarsEvent) => void,
  onClose: () => void,
): Ears {
  let position = startAt;
  let lineStart = startAt;
  let next = Math.floor(startAt / LINE_SAMPLES);

  const commit = () => {
    const text = script[next++ % script.length] ?? "";
    const [start, end] = [samples(lineStart), samples(position)];
    lineStart = position;
    const speech = { start, end, text, words: [], lowConfidence: false };
    onEvent({ type: "committed", speech });
    onEvent({ type: "tentative", text: "" });
  };

  return {
    feed(pcm, muted) {
      position += pcm.length;
      if (muted) {
        lineStart = position;
        onEvent({ type: "tentative", text: "" });
      } else if (position - lineStart >= LINE_SAMPLES) {
        commit();
      } else if ((position - lineStart) % (FRAME_SAMPLES * 10) === 0) {
        const words = (script[next % script.length] ?? "").split(" ");
        const share = (position - lineStart) / LINE_SAMPLES;
        const text = words.slice(0, Math.ceil(words.length * share)).join(" ");
        onEvent({ type: "tentative", text });
      }
      onEvent({ type: "heard", through: samples(position) });
    },
    flush: () => Promise.resolve(),
    close: onClose,
  };
}
