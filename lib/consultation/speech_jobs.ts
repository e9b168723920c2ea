import type { Spoken } from "@/lib/speech/spoken.ts";
import type { SpeechLibrary } from "@/lib/speech/speech_library.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";

/** A page asks for its audio within seconds; older keys are only kept for a slow one. */
const KEPT_UTTERANCES = 20;

/** The utterances being prepared for one consultation, and where their audio lies. */
export class SpeechJobs {
  readonly #library: SpeechLibrary;
  readonly #consultation: string;
  readonly #post: (event: SessionEvent) => void;
  readonly #aborts = new Map<string, AbortController>();
  readonly #keys = new Map<string, string>();

  constructor(
    library: SpeechLibrary,
    consultation: string,
    post: (event: SessionEvent) => void,
  ) {
    this.#library = library;
    this.#consultation = consultation;
    this.#post = post;
  }

  prepare(utteranceId: string, spoken: Spoken): void {
    const abort = new AbortController();
    this.#aborts.set(utteranceId, abort);
    this.#library.prepare(spoken, abort.signal).then((outcome) => {
      this.#aborts.delete(utteranceId);
      if (abort.signal.aborted) return;
      if (!outcome.ok) {
        this.#post({ type: "voice_failed", utteranceId, words: outcome.words });
        return;
      }
      this.#remember(utteranceId, outcome.key);
      this.#post({
        type: "voice_prepared",
        utteranceId,
        durationMs: outcome.durationMs,
        url: `/consultations/${this.#consultation}/utterances/${utteranceId}.wav`,
      });
    });
  }

  abort(utteranceId: string): void {
    this.#aborts.get(utteranceId)?.abort();
    this.#aborts.delete(utteranceId);
  }

  abortAll(): void {
    for (const utteranceId of [...this.#aborts.keys()]) this.abort(utteranceId);
  }

  async audio(utteranceId: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const key = this.#keys.get(utteranceId);
    return key === undefined ? null : await this.#library.audio(key);
  }

  #remember(utteranceId: string, key: string): void {
    this.#keys.set(utteranceId, key);
    const oldest = this.#keys.keys().next().value;
    if (this.#keys.size > KEPT_UTTERANCES && oldest !== undefined) this.#keys.delete(oldest);
  }
}
