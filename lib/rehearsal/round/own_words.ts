import type { Clock } from "@/lib/clock.ts";
import type { Broken } from "@/lib/rehearsal/round/invariants.ts";
import type { SimulatedEars } from "@/lib/rehearsal/round/simulated_ears.ts";
import type { Playback } from "@/lib/rehearsal/round/simulated_speaker.ts";

/** From the last of Alba's words until they would be text. */
const LAG_MS = 800;

/** The microphone hears Alba as everybody does; none of it may become the patient's words (SP8, MP6). */
export class OwnWords {
  readonly #clock: Clock;
  readonly #ears: SimulatedEars;
  #playing: { readonly text: string; readonly fromMs: number; readonly ms: number } | null = null;
  #broken: Broken[] = [];

  constructor(clock: Clock, ears: SimulatedEars) {
    this.#clock = clock;
    this.#ears = ears;
  }

  playing({ text }: Playback, ms: number): void {
    this.#playing = { text, fromMs: this.#clock.monotonicMs(), ms };
  }

  /** Broken off, so many of them have been heard as there was time for. */
  played(): void {
    const playing = this.#playing;
    this.#playing = null;
    if (playing === null) return;
    const { fromMs, ms } = playing;
    const toMs = this.#clock.monotonicMs();
    const words = playing.text.split(" ");
    const said = words.slice(0, Math.ceil(words.length * Math.min(1, (toMs - fromMs) / ms)));
    if (toMs <= fromMs) return;
    this.#ears.expect({
      ...{ text: said.join(" "), fromMs, toMs, lagMs: LAG_MS, isLost: false },
      decided: (heard, of) => {
        if (heard > 0) this.#leaked(`${heard} of ${of} words of an utterance became text`);
      },
    });
  }

  takeBroken(): Broken[] {
    return this.#broken.splice(0);
  }

  #leaked(words: string): void {
    this.#broken.push({ rule: "own_words_unheard", words, atMs: this.#clock.monotonicMs() });
  }
}
