import { type Samples, samples } from "@/lib/audio/units.ts";
import type { Ears, EarsEngine, EarsEvent, EngineState } from "@/lib/engines/ports.ts";

const READY: EngineState = { state: "ready", words: "Speech recognition is ready" };

export interface FedPiece {
  readonly from: number;
  readonly pcm: Int16Array;
  readonly muted: boolean;
}

/** Ears that do what the test directs, and remember what each of their streams was fed. */
export interface DirectedEars extends EarsEngine {
  /** Pieces of the newest stream, in order. */
  readonly fed: readonly FedPiece[];
  /** Streams that were opened, those of earlier runs of the box included. */
  readonly streams: number;
  emit(event: EarsEvent): void;
  /** Commits `text` as heard in these samples of the recording. */
  commit(text: string, start: number, end: number): void;
  /** From now on a flush waits until this is released. */
  holdFlush(): () => void;
}

export function directedEars(): DirectedEars {
  let state: EngineState = READY;
  let fed: FedPiece[] = [];
  let streams = 0;
  let listener: (event: EarsEvent) => void = () => {};
  let flushed: Promise<void> = Promise.resolve();

  const emit = (event: EarsEvent) => {
    if (event.type === "state") state = event.engine;
    listener(event);
  };
  return {
    kind: "whisper",
    state: () => state,
    get fed() {
      return fed;
    },
    get streams() {
      return streams;
    },
    emit,
    commit(text, start, end) {
      const speech = { start: samples(start), end: samples(end), text, words: [] };
      emit({ type: "committed", speech: { ...speech, lowConfidence: false } });
    },
    holdFlush() {
      const { promise, resolve } = Promise.withResolvers<void>();
      flushed = promise;
      return resolve;
    },
    open({ startAt, onEvent }: { startAt: Samples; onEvent: (event: EarsEvent) => void }): Ears {
      streams += 1;
      const mine: FedPiece[] = [];
      let position: number = startAt;
      fed = mine;
      listener = onEvent;
      return {
        feed(pcm, muted) {
          mine.push({ from: position, pcm: pcm.slice(), muted });
          position += pcm.length;
        },
        flush: () => flushed,
        close() {
          if (listener === onEvent) listener = () => {};
        },
      };
    },
  };
}
