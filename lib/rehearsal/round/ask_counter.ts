/** A row that the controller writes down, as it stands in the audit or comes out of a step. */
interface Row {
  readonly kind: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Each question is asked once, unless an ask was taken back; the re-ask has a row of its own (MP6).
 * Takes the rows of one consultation in their order.
 */
export class AskCounter {
  readonly #asked = new Map<string, number>();

  /** The question that Alba asks a second time by this row; null for any other row. */
  askedAgain({ detail: { by, item }, kind }: Row): string | null {
    if (typeof item !== "string") return null;
    const times = this.#asked.get(item) ?? 0;
    if (kind === "auto.queue_requeued") this.#asked.set(item, times - 1);
    if (kind !== "auto.queue_consumed") return null;
    this.#asked.set(item, times + 1);
    // A doctor may tap again what Alba has asked; Alba may not ask what anybody has.
    return by === "auto" && times > 0 ? item : null;
  }
}
