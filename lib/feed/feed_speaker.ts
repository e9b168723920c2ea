import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import type { SpeakerEvents, SpeakerPort } from "@/lib/page/speaker.ts";
import type { Echo } from "@/lib/feed/file_microphone.ts";
import { readSpeechWav } from "@/lib/feed/speech_wav.ts";

export interface FeedSpeakerOptions {
  readonly events: SpeakerEvents;
  /** The WAV at an address of the service; null when it cannot be had. */
  readonly fetchAudio: (url: string) => Promise<Uint8Array | null>;
  /** How loud Alba comes back through the microphone; null for headphones. */
  readonly echoLevel: number | null;
}

type Sounding =
  | { readonly phase: "silent" }
  | { readonly phase: "loading"; readonly id: string }
  | {
    readonly phase: "playing";
    readonly id: string;
    readonly pcm: Int16Array;
    readonly fromFrame: number;
    readonly toFrame: number;
  };

/**
 * A loudspeaker whose time is the microphone's: a sound of two seconds ends after a hundred frames,
 * however fast they are sent. So an exclusion span is the same at any pace.
 */
export class FeedSpeaker implements SpeakerPort {
  readonly #options: FeedSpeakerOptions;
  #now: Sounding = { phase: "silent" };
  #frame = 0;

  constructor(options: FeedSpeakerOptions) {
    this.#options = options;
  }

  get isSilent(): boolean {
    return this.#now.phase === "silent";
  }

  /** What the microphone hears of it in the frame that comes next. */
  get echo(): Echo | null {
    const { echoLevel } = this.#options;
    if (this.#now.phase !== "playing" || echoLevel === null) return null;
    return { pcm: this.#now.pcm, fromFrame: this.#now.fromFrame, level: echoLevel };
  }

  /** `frames` have been sent so far; a sound that is over by then ends. */
  advance(frames: number): void {
    this.#frame = frames;
    if (this.#now.phase === "playing" && frames >= this.#now.toFrame) this.#end("completed");
  }

  play(id: string, url: string): void {
    this.cancel();
    const loading: Sounding = { phase: "loading", id };
    this.#now = loading;
    void this.#options.fetchAudio(url).then((wav) => {
      if (this.#now !== loading) return;
      const speech = wav === null ? null : readSpeechWav(wav);
      if (speech === null || !speech.ok) {
        this.#now = { phase: "silent" };
        this.#options.events.unavailable(id, "audio");
        return;
      }
      const { pcm } = speech;
      const fromFrame = this.#frame;
      const toFrame = fromFrame + Math.ceil(pcm.length / FRAME_SAMPLES);
      this.#now = { phase: "playing", id, pcm, fromFrame, toFrame };
      this.#options.events.started(id);
    });
  }

  sayLocally(id: string): void {
    this.cancel();
    this.#options.events.unavailable(id, "local_voice");
  }

  hasLocalVoice(): boolean {
    return false;
  }

  cancel(): void {
    this.#end("cancelled");
  }

  #end(reason: "completed" | "cancelled"): void {
    if (this.#now.phase === "silent") return;
    const { id } = this.#now;
    this.#now = { phase: "silent" };
    this.#options.events.ended(id, reason);
  }
}
