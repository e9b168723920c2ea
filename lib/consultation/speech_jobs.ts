import { getLogger } from "@logtape/logtape";
import type { Clock } from "@/lib/clock.ts";
import type { Spoken } from "@/lib/speech/spoken.ts";
import type { SpeechLibrary } from "@/lib/speech/speech_library.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";

/** A page asks for its audio within seconds; older keys are only kept for a slow one. */
const KEPT_UTTERANCES = 20;

/** A doctor who has tapped waits no longer than this for the voice before another way is taken. */
const PREPARE_TIMEOUT_MS = 8_000;

interface SpeechJobsParts {
  readonly speech: SpeechLibrary;
  readonly clock: Clock;
}

/** The utterances being prepared for one consultation, and where their audio lies. */
export class SpeechJobs {
  readonly #parts: SpeechJobsParts;
  readonly #consultation: string;
  readonly #post: (event: SessionEvent) => void;
  readonly #aborts = new Map<string, AbortController>();
  readonly #over = new AbortController();
  readonly #log = getLogger(["alba", "consultation", "speech"]);
  readonly #keys = new Map<string, string>();

  constructor(
    parts: SpeechJobsParts,
    consultation: string,
    post: (event: SessionEvent) => void,
  ) {
    this.#parts = parts;
    this.#consultation = consultation;
    this.#post = post;
  }

  /** Ends in exactly one event, `voice_prepared` or `voice_failed`, unless it is aborted before. */
  prepare(utteranceId: string, spoken: Spoken): void {
    const { clock, speech } = this.#parts;
    const abort = new AbortController();
    this.#aborts.set(utteranceId, abort);
    const end = (event: SessionEvent) => {
      if (abort.signal.aborted) return;
      this.abort(utteranceId);
      this.#post(event);
    };
    const fail = (words: string) => end({ type: "voice_failed", utteranceId, words });
    const cancelTimer = clock.after(
      PREPARE_TIMEOUT_MS,
      () => fail("Speech engine did not answer in time"),
    );
    abort.signal.addEventListener("abort", cancelTimer, { once: true });
    speech.prepare(spoken, abort.signal).then((outcome) => {
      if (abort.signal.aborted) return;
      if (!outcome.ok) return fail(outcome.words);
      this.#remember(utteranceId, outcome.key);
      end({
        type: "voice_prepared",
        utteranceId,
        durationMs: outcome.durationMs,
        url: `/consultations/${this.#consultation}/utterances/${utteranceId}.wav`,
      });
    }).catch((error) => {
      const name = error instanceof Error ? error.name : "unknown";
      this.#log.error("An utterance could not be prepared", { error: name });
      fail("Speech engine failed");
    });
  }

  /** Makes what may be said next; `token` hears of it, null where nobody waits (SP9). */
  ahead(token: number | null, spoken: Spoken): void {
    this.#parts.speech.ahead(spoken, this.#over.signal).then((ok) => {
      if (token !== null) this.#post({ type: "speech_ahead", token, ok });
    });
  }

  abort(utteranceId: string): void {
    this.#aborts.get(utteranceId)?.abort();
    this.#aborts.delete(utteranceId);
  }

  abortAll(): void {
    this.#over.abort();
    for (const utteranceId of [...this.#aborts.keys()]) this.abort(utteranceId);
  }

  async audio(utteranceId: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const key = this.#keys.get(utteranceId);
    return key === undefined ? null : await this.#parts.speech.audio(key);
  }

  #remember(utteranceId: string, key: string): void {
    this.#keys.set(utteranceId, key);
    const oldest = this.#keys.keys().next().value;
    if (this.#keys.size > KEPT_UTTERANCES && oldest !== undefined) this.#keys.delete(oldest);
  }
}
