import type { Clock } from "@/lib/clock.ts";
import type { Courtesy } from "@/lib/page/auto_page_port.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import type { PlaybackEnd, SpeakerEvents, SpeakerPort } from "@/lib/page/speaker.ts";

/** An utterance that began this long ago is settled; its start need not be told again. */
const REMEMBER_MS = 120_000;

/** As many as `hello` may carry. */
const REMEMBER = 20;

export interface LiveSpeechOptions {
  readonly clock: Clock;
  readonly send: (message: PageMessage) => boolean;
  readonly speaker: (events: SpeakerEvents) => SpeakerPort;
  /** Null where Alba never speaks by herself (EN1). */
  readonly courtesy: Courtesy | null;
}

/** Alba's voice on this page: plays what the service sends and reports what was heard (SK1, SK2). */
export interface LiveSpeech {
  heard(message: ServerMessage): void;
  /** Silence at once, whoever is speaking, and the service is told (DW1). */
  cancel(): void;
  readAloudStarted(): void;
  readAloudDone(): void;
  hasLocalVoice(): boolean;
  /** Playbacks whose start may not have reached the service (SP8). */
  startedUtterances(): readonly string[];
}

export function liveSpeech(options: LiveSpeechOptions): LiveSpeech {
  const { clock, courtesy, send } = options;
  const begun = new Map<string, number>();
  let aloud: string | null = null;
  /** The utterance after which the patient's quiet goes on as if it had not been. */
  let keepsSpan: string | null = null;

  const started = (utteranceId: string) => {
    begun.set(utteranceId, clock.monotonicMs());
    courtesy?.started(utteranceId === keepsSpan);
    send({ type: "speak_started", utterance_id: utteranceId });
  };
  const ended = (utteranceId: string, reason: PlaybackEnd) => {
    courtesy?.ended();
    send({ type: "speak_ended", utterance_id: utteranceId, reason });
  };
  /** SP10: Alba's own words give way to whoever speaks; nothing of them is played then. */
  const mayBegin = (utteranceId: string) => () => {
    const answer = courtesy?.mayBegin() ?? { ok: false, rms: null };
    if (answer.ok) return true;
    const rms = answer.rms === null ? {} : { rms: Math.min(1, answer.rms) };
    send({ type: "speak_ended", utterance_id: utteranceId, reason: "politeness_abort", ...rms });
    return false;
  };
  const speaker = options.speaker({
    started,
    ended,
    unavailable: (id, what) => send({ type: "speak_unavailable", utterance_id: id, what }),
  });

  /** Ends what sounds here, the doctor's reading included, as cancelled. */
  const silence = () => {
    speaker.cancel();
    if (aloud !== null) ended(aloud, "cancelled");
    aloud = null;
  };

  return {
    heard(message) {
      switch (message.type) {
        case "speak_ready":
          return speaker.play(message.utterance_id, message.url, null);
        case "auto_speak": {
          const { utterance_id: id, url } = message;
          keepsSpan = message.keeps_span ? id : null;
          return speaker.play(id, url, mayBegin(id));
        }
        case "speak_local": {
          const { max_s, polite, text, utterance_id: id } = message;
          keepsSpan = message.keeps_span === true ? id : null;
          return speaker.sayLocally(id, text, max_s * 1000, polite === true ? mayBegin(id) : null);
        }
        case "speak_aloud":
          speaker.cancel();
          aloud = message.utterance_id;
          keepsSpan = message.keeps_span === true ? aloud : null;
          return;
        case "speak_cancel":
          return silence();
        case "state":
          // The service knows of no utterance: what still sounds here would be heard as a patient.
          return message.speech.state === "idle" ? silence() : undefined;
        case "control":
          // The page that took over speaks from now on; two voices at once would be heard as one.
          return message.in_control ? undefined : silence();
        default:
          return;
      }
    },
    cancel() {
      send({ type: "cancel_speak" });
      silence();
    },
    readAloudStarted() {
      if (aloud !== null) started(aloud);
    },
    readAloudDone() {
      if (aloud !== null) ended(aloud, "completed");
      aloud = null;
    },
    hasLocalVoice: () => speaker.hasLocalVoice(),
    startedUtterances() {
      const since = clock.monotonicMs() - REMEMBER_MS;
      for (const [id, atMs] of begun) if (atMs < since) begun.delete(id);
      return [...begun.keys()].slice(-REMEMBER);
    },
  };
}
