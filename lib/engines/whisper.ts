import { backendEars, type ServiceEars } from "@/lib/engines/transcriber/backend_ears.ts";
import { whisperBackend, type WhisperOptions } from "@/lib/engines/whisper_backend.ts";

export type { WhisperOptions };

/** Starts Whisper and the speech detector, each in its own process; every room shares them. */
export function whisperEars(options: WhisperOptions): ServiceEars {
  return backendEars({
    kind: "whisper",
    clock: options.clock,
    start: (onState) => whisperBackend(options, onState),
  });
}
