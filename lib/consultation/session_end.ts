import { getLogger } from "@logtape/logtape";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { sealRecording } from "@/lib/consultation/finalise/seal_recording.ts";
import type { SessionAudio } from "@/lib/consultation/session_audio.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";
import type { UnsavedRows } from "@/lib/consultation/unsaved_rows.ts";

export interface SessionEndOptions {
  readonly consultation: Consultation["id"];
  readonly audio: SessionAudio;
  readonly parts: Pick<SessionParts, "finaliser" | "record">;
  readonly unsaved: UnsavedRows;
  readonly post: (event: SessionEvent) => void;
  /** Every row is safe: nothing of the session is needed any more. */
  readonly onSafe: () => void;
}

/**
 * What follows Stop: the recording is sealed, the work after it begun, the session retired. What a
 * disk refuses waits here, and is tried again at each tick until it is taken.
 */
export class SessionEnd {
  readonly #log = getLogger(["alba", "consultation", "session"]);
  readonly #options: SessionEndOptions;
  #sealingWaits = false;
  #retiring = false;

  constructor(options: SessionEndOptions) {
    this.#options = options;
  }

  /** What a disk refused is tried again, also after Stop. */
  tryAgain(): void {
    const { consultation, unsaved } = this.#options;
    if (unsaved.retry() === "recovered") {
      this.#log.info("Rows written after a disk fault", { consultation });
    }
    if (this.#sealingWaits) this.finalise();
    if (this.#retiring) this.retire();
  }

  finalise(): void {
    const { audio, consultation, parts, post } = this.#options;
    const sealed = sealRecording(consultation, audio, parts.record);
    if (!sealed.ok) {
      if (!this.#sealingWaits) post({ type: "storage_failed", words: sealed.words });
      this.#sealingWaits = true;
      return;
    }
    this.#sealingWaits = false;
    parts.finaliser.start(consultation, {
      onProgress: ({ words, share }) => post({ type: "finalise_progress", words, share }),
      onDone: () => post({ type: "finalised" }),
    });
  }

  /** Only when every row is safe: what waits in memory would be lost with the session. */
  retire(): void {
    const { onSafe, unsaved } = this.#options;
    this.#retiring = unsaved.retry() === "still_waiting";
    if (!this.#retiring) onSafe();
  }
}
