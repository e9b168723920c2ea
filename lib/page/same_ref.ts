import type { SpeechRef } from "@/lib/protocol/shared.ts";

/** Whether two references name the same words. */
export function isSameRef(one: SpeechRef, other: SpeechRef): boolean {
  if ("phrase" in one) return "phrase" in other && one.phrase === other.phrase;
  return "agenda" in other && one.agenda.version === other.agenda.version &&
    one.agenda.index === other.agenda.index;
}
