import { type Samples, samples } from "@/lib/audio/units.ts";
import type { Ears, EarsEngine, EarsEvent, EngineState } from "@/lib/engines/ports.ts";

/**
 * Ears that hear nothing: the doctor types, and `words` tell why. All audio counts as heard, since
 * nothing more will ever be known of it.
 */
export function typedEars(words: string): EarsEngine {
  const engine: EngineState = { state: "absent", words };
  return {
    kind: "typed",
    state: () => engine,
    open: ({ startAt, onEvent }) => new TypedEars(engine, startAt, onEvent),
  };
}

class TypedEars implements Ears {
  #onEvent: ((event: EarsEvent) => void) | null;
  #through: Samples;

  constructor(engine: EngineState, startAt: Samples, onEvent: (event: EarsEvent) => void) {
    this.#through = startAt;
    this.#onEvent = onEvent;
    onEvent({ type: "state", engine });
  }

  feed(pcm: Int16Array): void {
    this.#through = samples(this.#through + pcm.length);
    this.#onEvent?.({ type: "heard", through: this.#through });
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.#onEvent = null;
  }
}
