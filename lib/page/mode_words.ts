import type { ConsultationMode } from "@/lib/protocol/shared.ts";

export interface ModeWords {
  readonly mode: ConsultationMode;
  /** On the start form. */
  readonly label: string;
  /** On the live page: what is different because of it; null when nothing is. */
  readonly about: string | null;
}

/** How patient and doctor can meet, in the order of the start form (SK5). */
export const MODE_WORDS: readonly ModeWords[] = [
  { mode: "in_person", label: "In the room", about: null },
  {
    mode: "telephone",
    label: "By telephone",
    about:
      "Telephone consultation: Alba waits half as long again before it calls the room quiet. " +
      "Only what reaches this microphone is heard.",
  },
  {
    mode: "interpreter",
    label: "With an interpreter",
    about:
      "With an interpreter: Alba waits twice as long before it calls the room quiet. Words in " +
      "another language are not written down reliably; the recording has them.",
  },
];

export function modeWords(mode: ConsultationMode): ModeWords | undefined {
  return MODE_WORDS.find((one) => one.mode === mode);
}
