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
  /** Why the question is worth asking; null for a phrase. */
  readonly rationale: string | null;
  readonly [spokenBrand]: true;
}

/** What references are looked up in: the owner's phrases and the agendas that pages have seen. */
export interface Sayable {
  readonly phrases: Phrases;
  /** Recent versions, in order. */
  readonly agendas: readonly {
    readonly version: number;
    readonly questions: readonly { readonly question: string; readonly rationale: string }[];
  }[];
}

/**
 * Turns a reference into the words it stands for; null for a question that no kept agenda has.
 * Agenda questions are said verbatim (SP1 c).
 */
export function resolveSpeech(ref: SpeechRef, sayable: Sayable): Spoken | null {
  if ("phrase" in ref) return spoken(ref, sayable.phrases[ref.phrase], null);
  const { index, version } = ref.agenda;
  const agenda = sayable.agendas.find((one) => one.version === version);
  const item = agenda?.questions[index];
  return item === undefined ? null : spoken(ref, item.question, item.rationale);
}

function spoken(ref: SpeechRef, text: string, rationale: string | null): Spoken {
  return { ref, text, rationale } as Spoken;
}

/** Nothing else is spoken in a consultation before this phrase has been (SP4). */
export function isDisclosure(ref: SpeechRef): boolean {
  return "phrase" in ref && ref.phrase === "disclosure";
}
