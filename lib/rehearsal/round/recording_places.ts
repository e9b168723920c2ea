import { msToSamples } from "@/lib/audio/units.ts";
import type { Clock } from "@/lib/clock.ts";
import type { CaptureEpoch } from "@/lib/consultation/slices/capture_state.ts";

interface Numbering extends CaptureEpoch {
  /** When its frame 0 would have begun, as it goes on now. */
  fromMs: number;
  /** What is recorded from then on is placed by it. */
  readonly sinceMs: number;
}

export interface RecordingPlacesParts {
  readonly clock: Clock;
  /** The numbering that the service records by now. */
  readonly epoch: () => CaptureEpoch | null;
}

/**
 * Where of the recording a moment of the room falls, in samples: frames are numbered by their time. A
 * moment has its place by the numbering that was in force then, wherever a later one goes on. One whose
 * first frame is still to come says nothing yet; the one before it goes on.
 */
export class RecordingPlaces {
  readonly #parts: RecordingPlacesParts;
  readonly #fromMs = new Map<string, number>();
  readonly #known: Numbering[] = [];

  constructor(parts: RecordingPlacesParts) {
    this.#parts = parts;
  }

  /** A numbering of frames, as it goes on now, would have begun then. */
  numbered(epoch: string, fromMs: number): void {
    this.#fromMs.set(epoch, fromMs);
    this.#look();
  }

  placeOf(ms: number): number {
    this.#look();
    const index = Math.max(0, this.#known.findLastIndex(({ sinceMs }) => sinceMs <= ms));
    const place = placeBy(this.#known[index], ms);
    const next = this.#known[index + 1];
    // What went by before the next one began is in the silence before it, however short that is.
    const last = next === undefined ? Infinity : placeBy(next, next.sinceMs) - 1;
    return Math.max(0, Math.min(place, last));
  }

  #look(): void {
    const epoch = this.#parts.epoch();
    const fromMs = epoch === null ? undefined : this.#fromMs.get(epoch.id);
    if (epoch === null || fromMs === undefined) return;
    const newest = this.#known.at(-1);
    if (newest?.id === epoch.id) {
      newest.fromMs = fromMs;
      return;
    }
    // A page that comes back to its numbering begins in its middle.
    const isBack = this.#known.some(({ id }) => id === epoch.id);
    const sinceMs = isBack ? this.#parts.clock.monotonicMs() : fromMs;
    this.#known.push({ ...epoch, fromMs, sinceMs });
  }
}

function placeBy(numbering: Numbering | undefined, ms: number): number {
  const { fromMs, startSample } = numbering ?? { fromMs: 0, startSample: 0 };
  return startSample + Math.round((ms - fromMs) * msToSamples(1));
}
