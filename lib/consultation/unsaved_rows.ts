import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { DurableEffect } from "@/lib/consultation/session_effect.ts";

/**
 * Rows go to the record in the order in which they were decided. When the disk refuses, they wait
 * in memory, in order, and are tried again on each tick: a full disk delays a row, it loses none
 * while the service runs.
 */
export class UnsavedRows {
  readonly #record: Pick<ClinicRecord, "transaction">;
  readonly #writer: { write(effect: DurableEffect): void };
  #waiting: DurableEffect[] = [];

  constructor(
    record: Pick<ClinicRecord, "transaction">,
    writer: { write(effect: DurableEffect): void },
  ) {
    this.#record = record;
    this.#writer = writer;
  }

  /** Null when all is safe; otherwise words for the banner, once per failure. */
  write(effects: readonly DurableEffect[]): string | null {
    if (effects.length === 0) return null;
    const alreadyWaiting = this.#waiting.length > 0;
    this.#waiting.push(...effects);
    if (alreadyWaiting) return null;
    return this.#flush();
  }

  /** Tries again what waits. */
  retry(): "nothing_waiting" | "still_waiting" | "recovered" {
    if (this.#waiting.length === 0) return "nothing_waiting";
    return this.#flush() === null ? "recovered" : "still_waiting";
  }

  #flush(): string | null {
    const rows = this.#waiting;
    const outcome = this.#record.transaction(() => {
      for (const row of rows) this.#writer.write(row);
    });
    if (!outcome.ok) {
      return `${outcome.words}. What was said is kept in memory and written when the disk allows.`;
    }
    this.#waiting = [];
    return null;
  }
}
