import type { Clock } from "@/lib/clock.ts";
import type { MayBeginNow, SpeakerEvents, SpeakerPort } from "@/lib/page/speaker.ts";
import type { SpeechRef } from "@/lib/protocol/shared.ts";

/** From being told to play until the sound begins: the fetch and the loudspeaker. */
const FETCH_MS = 90;

/** What the loudspeaker of this page has begun, and whose it is. */
export interface Playback {
  readonly utteranceId: string;
  readonly text: string;
  readonly ref: SpeechRef;
  readonly isAuto: boolean;
}

/** An utterance as the page was told of it. */
export interface Announced {
  readonly playback: Playback;
  readonly ms: number;
}

/** What those in the room hear. */
export interface RoomListener {
  /** Sound begins in the room. */
  playing(playback: Playback, ms: number): void;
  /** It is over; `completed` when the patient heard it to its end. */
  played(playback: Playback, completed: boolean): void;
  /** The page was told to begin another while this one still sounded; the loudspeaker stops it. */
  talkedOver(playback: Playback): void;
}

export interface SimulatedSpeakerParts {
  readonly clock: Clock;
  readonly listener: RoomListener;
  readonly announced: (utteranceId: string) => Announced | undefined;
  /** Asked for each sound of the service's. */
  readonly isPlayable: () => boolean;
  readonly hasLocalVoice: boolean;
}

/** A loudspeaker in virtual time: what it plays has a length, and is heard by whoever listens. */
export class SimulatedSpeaker implements SpeakerPort {
  readonly #parts: SimulatedSpeakerParts;
  readonly #events: SpeakerEvents;
  #stop: SpeakerPort["cancel"] | null = null;
  #sounding: Playback | null = null;

  constructor(parts: SimulatedSpeakerParts, events: SpeakerEvents) {
    this.#parts = parts;
    this.#events = events;
  }

  play(utteranceId: string, _url: string, mayBegin: MayBeginNow): void {
    if (this.#parts.isPlayable()) return this.#begin(utteranceId, mayBegin);
    this.#parts.clock.after(FETCH_MS, () => this.#events.unavailable(utteranceId, "audio"));
  }

  sayLocally(utteranceId: string, _text: string, _maxMs: number, mayBegin: MayBeginNow): void {
    this.#begin(utteranceId, mayBegin);
  }

  hasLocalVoice(): boolean {
    return this.#parts.hasLocalVoice;
  }

  cancel(reason?: "cancelled" | "barge_in", rms?: number): void {
    this.#stop?.(reason, rms);
  }

  #begin(utteranceId: string, mayBegin: MayBeginNow): void {
    if (this.#sounding !== null) this.#parts.listener.talkedOver(this.#sounding);
    this.#stop?.();
    const announced = this.#parts.announced(utteranceId);
    if (announced !== undefined) this.#stop = this.#run(announced, mayBegin);
  }

  /** Returns how to stop it. */
  #run({ ms, playback }: Announced, mayBegin: MayBeginNow): SpeakerPort["cancel"] {
    const { clock, listener } = this.#parts;
    let isHeard = false;
    let isOver = false;
    const over = () => {
      isOver = true;
      this.#stop = null;
      this.#sounding = null;
    };
    const end = (reason: "completed" | "cancelled" | "barge_in", rms?: number) => {
      cancel();
      over();
      if (isHeard) listener.played(playback, reason === "completed");
      this.#events.ended(playback.utteranceId, reason, rms);
    };
    const sound = () => {
      isHeard = true;
      this.#sounding = playback;
      listener.playing(playback, ms);
      this.#events.started(playback.utteranceId);
      cancel = clock.after(ms, () => end("completed"));
    };
    let cancel = clock.after(FETCH_MS, () => {
      if (mayBegin === null) return sound();
      void mayBegin().then((mayIt) => {
        if (isOver) return;
        if (mayIt) sound();
        else over();
      });
    });
    return (reason = "cancelled", rms) => end(reason, rms);
  }
}
