import type { Clock } from "@/lib/clock.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import type { ReadAloud } from "@/lib/page/read_aloud.ts";
import type { Announced, Playback, RoomListener } from "@/lib/rehearsal/round/simulated_speaker.ts";

/** A doctor sees the words, and looks up. */
const LOOKS_MS = 1_000;

/** Somebody who speaks is let finish, looked at so often. */
const WAITS_MS = 300;

export interface DoctorsReadingParts {
  readonly clock: Clock;
  readonly listener: RoomListener;
  readonly isSpeaking: () => boolean;
  readonly shown: () => ReadAloud | null;
  readonly controller: () => LiveController;
}

/** The doctor reads aloud what nobody else can say (SK2), as the page shows it. */
export class DoctorsReading {
  readonly #parts: DoctorsReadingParts;
  #reading: Playback | null = null;

  constructor(parts: DoctorsReadingParts) {
    this.#parts = parts;
  }

  begin({ ms, playback }: Announced): void {
    const { clock, controller, isSpeaking, listener } = this.#parts;
    const look = () => {
      if (!this.#isShown(playback)) return;
      if (isSpeaking()) return void clock.after(WAITS_MS, look);
      this.#reading = playback;
      listener.playing(playback, ms);
      controller().readAloudStarted();
      clock.after(ms, () => {
        if (this.#reading !== playback) return;
        this.#reading = null;
        listener.played(playback, true);
        controller().readAloudDone();
      });
    };
    clock.after(LOOKS_MS, look);
  }

  /** The page may have taken the words away. */
  look(): void {
    const reading = this.#reading;
    if (reading === null || this.#isShown(reading)) return;
    this.#reading = null;
    this.#parts.listener.played(reading, false);
  }

  #isShown({ utteranceId }: Playback): boolean {
    return this.#parts.shown()?.utteranceId === utteranceId;
  }
}
