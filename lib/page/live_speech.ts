import type { Clock } from "@/lib/clock.ts";
import type { Courtesy } from "@/lib/page/auto_page_port.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import type { SpeakerEvents, SpeakerPort } from "@/lib/page/speaker.ts";
import { utteranceReports } from "@/lib/page/utterance_reports.ts";

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
  /** DW4: what the loudspeaker plays ends so. The doctor's own reading aloud goes on. */
  bargedIn(rms: number): void;
  readAloudStarted(): void;
  readAloudDone(): void;
  hasLocalVoice(): boolean;
  /** Playbacks whose start may not have reached the service (SP8). */
  startedUtterances(): readonly string[];
}

export function liveSpeech(options: LiveSpeechOptions): LiveSpeech {
  const { send } = options;
  const reports = utteranceReports(options);
  let aloud: string | null = null;
  const speaker = options.speaker({
    started: reports.started,
    ended: reports.ended,
    unavailable: (id, what) => send({ type: "speak_unavailable", utterance_id: id, what }),
  });

  /** Ends what sounds here, the doctor's reading included, as cancelled. */
  const silence = () => {
    speaker.cancel();
    if (aloud !== null) reports.ended(aloud, "cancelled");
    aloud = null;
  };

  return {
    heard(message) {
      switch (message.type) {
        case "speak_ready":
          return speaker.play(message.utterance_id, message.url, null);
        case "auto_speak": {
          const { keeps_span, url, utterance_id: id } = message;
          reports.announced(id, keeps_span);
          return speaker.play(id, url, reports.mayBegin(id));
        }
        case "speak_local": {
          const { keeps_span, max_s, polite, text, utterance_id: id } = message;
          reports.announced(id, keeps_span === true);
          return speaker.sayLocally(id, text, max_s * 1000, polite ? reports.mayBegin(id) : null);
        }
        case "speak_aloud":
          speaker.cancel();
          aloud = message.utterance_id;
          reports.announced(aloud, message.keeps_span === true);
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
    bargedIn: (rms) => speaker.cancel("barge_in", rms),
    readAloudStarted() {
      if (aloud !== null) reports.started(aloud);
    },
    readAloudDone() {
      if (aloud !== null) reports.ended(aloud, "completed");
      aloud = null;
    },
    hasLocalVoice: () => speaker.hasLocalVoice(),
    startedUtterances: reports.startedUtterances,
  };
}
