import type { Clock } from "@/lib/clock.ts";
import type { Courtesy, MayBegin } from "@/lib/page/auto_page_port.ts";
import { bargeInStep } from "@/lib/page/barge_in.ts";
import {
  type LevelFrame,
  newestLevel,
  playbackEnded,
  playbackStarted,
  quietMeter,
  quietMeterStep,
  type QuietReport,
  type QuietRules,
  shortened,
} from "@/lib/page/quiet_reporter.ts";

/** The oldest sound that still says something about now; the service's own bound (TT12). */
const STALE_MS = 600;

/**
 * Span numbers begin at the time, in tenths of a second: spans are rarer than that, so those of a
 * reloaded page are above the ones it used before.
 */
const SPAN_STEP_MS = 100;

export interface RoomEarOptions {
  readonly clock: Clock;
  readonly rules: () => QuietRules;
  readonly report: (report: QuietReport) => void;
  /** At and above it somebody speaks over Alba (DW4), RMS of full scale 1; null: nobody is to. */
  readonly bargeInRms: () => number | null;
  /** Somebody does; said again with each frame for as long as she is heard and they go on. */
  readonly bargedIn: (rms: number) => void;
}

/** What the page knows of the room's sound: it reports quiet (TT1) and says when Alba may begin. */
export interface RoomEar extends Courtesy {
  frame(frame: LevelFrame): void;
}

export function roomEar(options: RoomEarOptions): RoomEar {
  const { bargedIn, bargeInRms, clock, report, rules } = options;
  let meter = quietMeter(Math.floor(clock.wallMs() / SPAN_STEP_MS));
  let heardAtMs = -Infinity;
  let envelope = 0;
  /** Those who wait for the room to be heard without Alba's voice. */
  let waiting: (() => void)[] = [];

  /** SP10. A room that cannot be heard may be full of words: Alba waits (TT12). */
  const verdict = (): MayBegin => {
    const ageMs = clock.monotonicMs() - heardAtMs;
    const rms = ageMs > STALE_MS ? null : newestLevel(meter);
    return rms !== null && rms < rules().floor ? { ok: true } : { ok: false, rms };
  };

  return {
    mayBegin: () =>
      new Promise((resolve) => {
        const answer = () => resolve(verdict());
        if (newestLevel(meter) !== null) return answer();
        waiting.push(answer);
        clock.after(STALE_MS, answer);
      }),
    started(keepsSpan) {
      envelope = 0;
      meter = playbackStarted(meter, keepsSpan);
    },
    ended: () => void (meter = playbackEnded(meter)),
    frame(frame) {
      heardAtMs = clock.monotonicMs();
      const threshold = bargeInRms();
      if (threshold !== null && meter.alba.state === "playing") {
        const heard = bargeInStep(envelope, frame.rms, threshold);
        envelope = heard.envelope;
        if (heard.reached) bargedIn(shortened(frame.rms));
      }
      const step = quietMeterStep(meter, frame, rules());
      meter = step.meter;
      if (newestLevel(meter) !== null) {
        for (const answer of waiting) answer();
        waiting = [];
      }
      if (step.report !== null) report(step.report);
    },
  };
}
