import type { Clock } from "@/lib/clock.ts";
import type { Courtesy } from "@/lib/page/auto_page_port.ts";
import type { PlaybackEnd } from "@/lib/page/speaker.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";

/** An utterance that began this long ago is settled; its start need not be told again. */
const REMEMBER_MS = 120_000;

/** As many as `hello` may carry. */
const REMEMBER = 20;

export interface UtteranceReportsOptions {
  readonly clock: Clock;
  readonly send: (message: PageMessage) => boolean;
  /** Null where Alba never speaks by herself (EN1). */
  readonly courtesy: Courtesy | null;
}

/** What the page tells of each utterance, to the service and to its own measuring of quiet. */
export interface UtteranceReports {
  /** An utterance after which the patient's quiet may go on as if it had not been (TT11). */
  announced(utteranceId: string, keepsSpan: boolean): void;
  /** SP10: Alba's own words give way to whoever speaks; nothing of them is played then. */
  mayBegin(utteranceId: string): () => Promise<boolean>;
  started(utteranceId: string): void;
  /** `rms` is what was heard at the end, where that is its reason. */
  ended(utteranceId: string, reason: PlaybackEnd, rms?: number): void;
  /** Playbacks whose start may not have reached the service (SP8). */
  startedUtterances(): readonly string[];
}

export function utteranceReports(options: UtteranceReportsOptions): UtteranceReports {
  const { clock, courtesy, send } = options;
  const begun = new Map<string, number>();
  let keepsSpan: string | null = null;
  let newestEnded: string | null = null;
  return {
    announced: (id, keeps) => void (keepsSpan = keeps ? id : null),
    mayBegin: (id) => async () => {
      const answer = await courtesy?.mayBegin() ?? { ok: false, rms: null };
      // Cancelled while the room was listened to; its end has been told.
      if (newestEnded === id) return false;
      if (answer.ok) return true;
      const rms = answer.rms === null ? {} : { rms: answer.rms };
      send({ type: "speak_ended", utterance_id: id, reason: "politeness_abort", ...rms });
      return false;
    },
    started(id) {
      begun.set(id, clock.monotonicMs());
      courtesy?.started(id === keepsSpan);
      send({ type: "speak_started", utterance_id: id });
    },
    ended(id, reason, rms) {
      newestEnded = id;
      courtesy?.ended();
      const heard = rms === undefined ? {} : { rms };
      send({ type: "speak_ended", utterance_id: id, reason, ...heard });
    },
    startedUtterances() {
      const since = clock.monotonicMs() - REMEMBER_MS;
      for (const [id, atMs] of begun) if (atMs < since) begun.delete(id);
      return [...begun.keys()].slice(-REMEMBER);
    },
  };
}
