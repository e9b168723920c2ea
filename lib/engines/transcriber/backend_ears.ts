import type { Clock } from "@/lib/clock.ts";
import type { Ears, EarsEngine, EngineState } from "@/lib/engines/ports.ts";
import type { TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import { StreamEars } from "@/lib/engines/transcriber/stream_ears.ts";

/** Ears that hold an engine, and so have to be closed with the service. */
export interface ServiceEars extends EarsEngine {
  /** The engine itself, for recordings that are over (FI1). */
  readonly backend: TranscriberBackend;
  /** True as soon as the engine is warm; false after `timeoutMs`. */
  whenReady(timeoutMs: number): Promise<boolean>;
  /** Closes every stream, then the engine. */
  close(): Promise<void>;
}

export interface BackendEarsOptions {
  readonly kind: "whisper" | "openai";
  readonly clock: Clock;
  /** Builds the engine; `onState` is to be called whenever what `state()` gives has changed. */
  readonly start: (onState: () => void) => TranscriberBackend;
}

/** The streaming transcriber over one engine that all rooms share. */
export function backendEars({ kind, clock, start }: BackendEarsOptions): ServiceEars {
  const streams = new Set<StreamEars>();
  const backend = start(() => streams.forEach((stream) => stream.tellState()));
  return {
    kind,
    backend,
    state(): EngineState {
      return backend.state();
    },
    open({ startAt, onEvent }: Parameters<EarsEngine["open"]>[0]): Ears {
      const stream = new StreamEars({
        startAt,
        onEvent,
        backend,
        clock,
        onClose: (closed) => streams.delete(closed),
      });
      streams.add(stream);
      return stream;
    },
    whenReady(timeoutMs: number): Promise<boolean> {
      return backend.whenReady(timeoutMs);
    },
    async close(): Promise<void> {
      for (const stream of [...streams]) stream.close();
      await backend.close();
    },
  };
}
