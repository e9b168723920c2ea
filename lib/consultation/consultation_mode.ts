import type { ConsultationMode } from "@/lib/protocol/shared.ts";

/** Twice: what was said is said again in another language before anybody can answer it. */
const INTERPRETER_FACTOR = 2;

/** Half as long again: on a telephone people wait to hear whether the other one has finished. */
const TELEPHONE_FACTOR = 1.5;

/** By how much Alba's waits for a silent room are longer in this kind of consultation (SK5). */
export function waitFactor(mode: ConsultationMode): number {
  switch (mode) {
    case "in_person":
      return 1;
    case "telephone":
      return TELEPHONE_FACTOR;
    case "interpreter":
      return INTERPRETER_FACTOR;
  }
}
