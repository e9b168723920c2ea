import { getLogger } from "@logtape/logtape";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { DurableEffect } from "@/lib/consultation/session_effect.ts";

/** Said when a row of ours does not fit the record: a mistake that must be seen, and not spread. */
const MISFIT =
  "A part of the record could not be written. The recording goes on; tell whoever looks " +
  "after this box.";

/**
 * Rows go to the record in the order in which they were decided. When the disk refuses, they wait
 * in memory, in order, and are tried again on each tick: a full disk delays a row, it loses none
 * while the service runs. A row that the record will never take is set aside, so that it costs
 * itself and not every row behind it.
 */
export class UnsavedRows {
  readonly #log = getLogger(["alba", "consultation", "unsaved_rows"]);
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

  /** Null when all is safe; otherwise words for the banner, once per failure. Never throws. */
  write(effects: readonly DurableEffect[]): string | null {
    if (effects.length === 0) return null;
    const alreadyWaiting = this.#waiting.length > 0;
    this.#waiting.push(...effects);
    if (alreadyWaiting) return null;
    return this.#flush();
  }

  /** The record does not take what is to be kept. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Tries again what waits. Never throws. */
  retry(): "nothing_waiting" | "still_waiting" | "recovered" {
    if (this.#waiting.length === 0) return "nothing_waiting";
    this.#flush();
    return this.#waiting.length === 0 ? "recovered" : "still_waiting";
  }

  #flush(): string | null {
    const rows = this.#waiting;
    try {
      const outcome = this.#record.transaction(() => {
        for (const row of rows) this.#writer.write(row);
      });
      if (!outcome.ok) return keptWords(outcome.words);
      this.#waiting = [];
      return null;
    } catch {
      return this.#flushOneByOne();
    }
  }

  /** One of the rows is a misfit; the others are written without it. */
  #flushOneByOne(): string {
    while (this.#waiting.length > 0) {
      const [row, ...rest] = this.#waiting;
      if (row === undefined) break;
      try {
        const outcome = this.#record.transaction(() => this.#writer.write(row));
        if (!outcome.ok) return keptWords(outcome.words);
      } catch (error) {
        const errorClass = error instanceof Error ? error.name : "unknown";
        this.#log.error("A row does not fit the record", { kind: row.type, errorClass });
      }
      this.#waiting = rest;
    }
    return MISFIT;
  }
}

function keptWords(words: string): string {
  return `${words}. What was said is kept in memory and written when the disk allows.`;
}
