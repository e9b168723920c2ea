import type { Clock } from "@/lib/clock.ts";
import { FRAME_SAMPLES, samplesToMs } from "@/lib/audio/units.ts";
import { FRAMES_PER_S } from "@/lib/web/message_limits.ts";
import { type FeedFailure, feedFailure } from "@/lib/feed/feed_failure.ts";
import type { FeedPage } from "@/lib/feed/feed_page.ts";
import type { Wakeups } from "@/lib/feed/wakeups.ts";

/** Times real time: 1 is a microphone, `max` is as fast as the ears and the service's limit allow. */
export type Pace = number | "max";

const FRAME_MS = samplesToMs(FRAME_SAMPLES);

/** A tenth below the service's own limit, so that jitter does not look like abuse. */
const MAX_FRAMES_PER_S = 0.9 * FRAMES_PER_S;

export const MAX_PACE = MAX_FRAMES_PER_S * FRAME_MS / 1000;

/** How far the sound may run ahead of the ears when it is not paced by real time. */
const MAX_AHEAD_MS = 10_000;

/** Ears that have not moved for this long, restarts included, will not move. */
const STUCK_MS = 120_000;

/** After a hold-up the feed goes on from where it is; only a late timer is caught up with. */
const MAX_CATCH_UP_MS = 200;

/** Decides when the next frame may be sent. */
export class Pacer {
  readonly #clock: Clock;
  readonly #wakeups: Wakeups;
  readonly #page: FeedPage;
  readonly #isLive: boolean;
  readonly #intervalMs: number;
  #dueMs: number;

  constructor(options: { clock: Clock; wakeups: Wakeups; page: FeedPage; pace: Pace }) {
    const { clock, page, pace, wakeups } = options;
    this.#clock = clock;
    this.#wakeups = wakeups;
    this.#page = page;
    this.#isLive = pace === 1;
    this.#intervalMs = pace === "max" ? 1000 / MAX_FRAMES_PER_S : FRAME_MS / pace;
    this.#dueMs = clock.monotonicMs();
  }

  /** Resolves when the next frame is due; a failure when the ears have stopped for good. */
  async turn(): Promise<FeedFailure | null> {
    if (!this.#isLive) {
      const stuck = await this.#earsKeepUp();
      if (stuck !== null) return stuck;
    }
    const earliest = this.#clock.monotonicMs() - MAX_CATCH_UP_MS;
    this.#dueMs = Math.max(this.#dueMs + this.#intervalMs, earliest);
    const waitMs = this.#dueMs - this.#clock.monotonicMs();
    if (waitMs > 0) await this.#wakeups.until(() => false, waitMs);
    return null;
  }

  async #earsKeepUp(): Promise<FeedFailure | null> {
    const page = this.#page;
    // While Alba is heard the sound goes on: the service waits for her end in its own time.
    const mayGoOn = () =>
      page.stt === "absent" || !page.voice.isSilent || page.lifecycle !== "live" ||
      page.audioMs - page.heardMs <= MAX_AHEAD_MS;
    while (!mayGoOn()) {
      const before = page.heardMs;
      const moved = await this.#wakeups.until(
        () => mayGoOn() || page.heardMs !== before,
        STUCK_MS,
      );
      if (!moved) {
        const words = `Cannot go on feeding: the ears stand at ${before / 1000} s and have not ` +
          `moved for ${STUCK_MS / 1000} s.`;
        return feedFailure("ears_stuck", words);
      }
    }
    return null;
  }
}
