import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";

/** Said where the ear is wanted and is not there; a consultation loses nothing by it. */
export const NO_EAR = "Not installed; turn ends are judged by words and silence.";

/** No ear on this box; `words` say why, and who judges instead. */
export function absentEar(words: string): TurnEar {
  return {
    label: "none",
    state: () => ({ state: "absent", words }),
    score: () => Promise.resolve({ ok: false, code: "absent", words }),
    close: () => Promise.resolve(),
  };
}
