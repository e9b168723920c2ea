import type { Clock } from "@/lib/clock.ts";
import { boundedEar, type RawScore } from "@/lib/engines/ear/bounded_ear.ts";
import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";

const STOPPED = "Ear for turn ends is stopped";

/** An ear for tests and simulation: no process and no chance, with the real one's bounds. */
export interface FakeEar extends TurnEar {
  /** What it was asked to score, in order. */
  readonly heard: readonly Int16Array[];
  /** From now on scores wait until this is released. */
  hold(): () => void;
  /** The next scores fail as if the process had died. */
  break(): void;
}

export interface FakeEarOptions {
  readonly clock: Clock;
  /** Of the sound; unless given, the share of its samples that are quiet. */
  readonly judge?: (pcm: Int16Array) => number;
}

/** A thousandth of full scale: quieter than any room in which somebody speaks. */
const QUIET_SAMPLE = 33;

export function fakeEar({ clock, judge = quietShare }: FakeEarOptions): FakeEar {
  const heard: Int16Array[] = [];
  let held: Promise<void> = Promise.resolve();
  let isBroken = false;
  let isClosed = false;
  const answer = (pcm: Int16Array): RawScore => {
    if (isClosed) return { ok: false, code: "absent", words: STOPPED };
    if (isBroken) {
      const words = "Ear for turn ends stopped and is restarting";
      return { ok: false, code: "crashed", words };
    }
    return { ok: true, finished: judge(pcm) };
  };
  const ear = boundedEar({
    label: "fake",
    state: () =>
      isClosed
        ? { state: "absent", words: STOPPED }
        : { state: "ready", words: "Ear for turn ends is ready" },
    async score(pcm, signal) {
      heard.push(pcm.slice());
      await Promise.race([held, aborted(signal)]);
      return answer(pcm);
    },
    close() {
      isClosed = true;
      return Promise.resolve();
    },
  }, clock);
  return {
    ...ear,
    heard,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    break: () => void (isBroken = true),
  };
}

function quietShare(pcm: Int16Array): number {
  const quiet = pcm.reduce((count, sample) => count + (Math.abs(sample) < QUIET_SAMPLE ? 1 : 0), 0);
  return pcm.length === 0 ? 1 : quiet / pcm.length;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true })
  );
}
