import type { SpeechRef } from "@/lib/protocol/shared.ts";
import type { Phrases } from "@/lib/speech/phrases.ts";

declare const spokenBrand: unique symbol;

/**
 * Text that may be said aloud. Only `resolveSpeech` makes one, and the speech library accepts
 * nothing else, so no path leads from free text to the synthesiser (SP1).
 */
export interface Spoken {
  readonly ref: SpeechRef;
  readonly text: string;
  readonly [spokenBrand]: true;
}

/** Turns a reference into the words it stands for. */
export function resolveSpeech(ref: SpeechRef, phrases: Phrases): Spoken {
  return { ref, text: phrases[ref.phrase] } as Spoken;
}

/** Nothing else is spoken in a consultation before this phrase has been (SP4). */
export function isDisclosure(ref: SpeechRef): boolean {
  return ref.phrase === "disclosure";
}
