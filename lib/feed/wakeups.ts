import type { Clock } from "@/lib/clock.ts";

/** Waits on conditions: each is looked at again whenever something has happened. */
export class Wakeups {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something has happened. */
  wake(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** True as soon as the condition holds; false after `timeoutMs` without it. */
  until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
    if (condition()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (held: boolean) => {
        this.#waiting.delete(look);
        cancelTimer();
        resolve(held);
      };
      const look = () => {
        if (condition()) settle(true);
      };
      const cancelTimer = this.#clock.after(timeoutMs, () => settle(condition()));
      this.#waiting.add(look);
    });
  }
}
