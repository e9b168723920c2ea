import type { Clock } from "@/lib/clock.ts";
import { FRAME_SAMPLES, SAMPLE_RATE_HZ, samplesToMs } from "@/lib/audio/units.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage, ServerMessageOf } from "@/lib/protocol/server_messages.ts";
import type { EndReason, SpeechRef } from "@/lib/protocol/shared.ts";
import { type LiveSpeech, liveSpeech } from "@/lib/page/live_speech.ts";
import { FeedSpeaker, type FeedSpeakerOptions } from "@/lib/feed/feed_speaker.ts";
import type { Echo } from "@/lib/feed/file_microphone.ts";

/** A person reads aloud about this fast; it only sets how long the reading takes. */
const READ_CHARS_PER_S = 15;

/** One utterance as it was heard in the fed room; times are audio time, null where it never was. */
export interface FeedUtterance {
  readonly id: string;
  readonly ref: SpeechRef;
  readonly text: string;
  readonly started_ms: number | null;
  readonly ended_ms: number | null;
  readonly reason: EndReason | "failed" | null;
}

export interface FeedVoiceOptions {
  readonly clock: Clock;
  readonly send: (message: PageMessage) => boolean;
  readonly fetchAudio: FeedSpeakerOptions["fetchAudio"];
  readonly echoLevel: number | null;
}

type SpokenMessage = ServerMessageOf<"speak_ready" | "speak_local" | "speak_aloud">;

/** Alba's voice in the fed room, and the list of what was said. */
export class FeedVoice {
  readonly #speech: LiveSpeech;
  readonly #utterances = new Map<string, FeedUtterance>();
  #speaker: FeedSpeaker | null = null;
  #frames = 0;
  /** The frame at which the person in the room has finished reading aloud. */
  #readUntil: number | null = null;
  #awaited = false;

  constructor({ clock, send, fetchAudio, echoLevel }: FeedVoiceOptions) {
    this.#speech = liveSpeech({
      clock,
      // A fed page starts no run of auto mode.
      courtesy: null,
      send: (message) => {
        this.#note(message);
        return send(message);
      },
      speaker: (events) => {
        this.#speaker = new FeedSpeaker({ events, fetchAudio, echoLevel });
        return this.#speaker;
      },
    });
  }

  /** True from a tap until something sounds in the room or the tap is refused. */
  get isAwaited(): boolean {
    return this.#awaited;
  }

  get isSilent(): boolean {
    return (this.#speaker?.isSilent ?? true) && this.#readUntil === null;
  }

  get echo(): Echo | null {
    return this.#speaker?.echo ?? null;
  }

  get utterances(): readonly FeedUtterance[] {
    return [...this.#utterances.values()];
  }

  startedUtterances(): readonly string[] {
    return this.#speech.startedUtterances();
  }

  /** A phrase has been asked for. */
  asked(): void {
    this.#awaited = true;
  }

  stopSpeaking(): void {
    this.#readUntil = null;
    this.#speech.cancel();
  }

  heard(message: ServerMessage): void {
    switch (message.type) {
      case "speak_ready":
      case "speak_local":
        this.#announced(message);
        return this.#speech.heard(message);
      case "speak_aloud":
        this.#announced(message);
        this.#speech.heard(message);
        return this.#readAloud(message);
      case "speak_cancel": {
        this.#awaited = false;
        this.#readUntil = null;
        this.#speech.heard(message);
        return this.#change(message.utterance_id, { reason: message.reason });
      }
      case "speak_refused":
        this.#awaited = false;
        return;
      default:
        return this.#speech.heard(message);
    }
  }

  /** `frames` have been sent so far: time has come this far in the fed room. */
  advance(frames: number): void {
    this.#frames = frames;
    this.#speaker?.advance(frames);
    if (this.#readUntil === null || frames < this.#readUntil) return;
    this.#readUntil = null;
    this.#speech.readAloudDone();
  }

  #announced({ utterance_id: id, ref, text }: SpokenMessage): void {
    if (this.#utterances.has(id)) return;
    const utterance = { id, ref, text, started_ms: null, ended_ms: null, reason: null };
    this.#utterances.set(id, utterance);
  }

  #readAloud({ text, max_s }: ServerMessageOf<"speak_aloud">): void {
    this.#speech.readAloudStarted();
    const seconds = Math.min(max_s, text.length / READ_CHARS_PER_S);
    this.#readUntil = this.#frames + Math.ceil(seconds * SAMPLE_RATE_HZ / FRAME_SAMPLES);
  }

  #note(message: PageMessage): void {
    if (message.type === "speak_started") {
      this.#awaited = false;
      this.#change(message.utterance_id, { started_ms: this.#nowMs() });
    } else if (message.type === "speak_ended") {
      const { reason } = message;
      this.#change(message.utterance_id, { ended_ms: this.#nowMs(), reason });
    }
  }

  #nowMs(): number {
    return samplesToMs(this.#frames * FRAME_SAMPLES);
  }

  #change(id: string, change: Partial<FeedUtterance>): void {
    const known = this.#utterances.get(id);
    if (known !== undefined) this.#utterances.set(id, { ...known, ...change });
  }
}
