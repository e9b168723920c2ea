import type { Fault } from "@/lib/rehearsal/patients/profiles.ts";

/** How often each fault of a case has really struck: drawn is not yet met. */
export class FaultHits {
  readonly #counts = new Map<Fault, number>();

  add(fault: Fault): void {
    this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1);
  }

  counts(): Readonly<Partial<Record<Fault, number>>> {
    return Object.fromEntries(this.#counts);
  }
}
