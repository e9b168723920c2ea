import type { SpeechRef } from "@/lib/protocol/shared.ts";
import type { AutoRef, Wording } from "@/lib/speech/auto_ref.ts";
import { guardLay } from "@/lib/speech/lay_wording.ts";
import { isPlainQuestion } from "@/lib/speech/plain_question.ts";
import type { Phrases } from "@/lib/speech/phrases.ts";
import { fillTemplate } from "@/lib/speech/templates.ts";
import { guardTopic } from "@/lib/speech/topic.ts";
import { sameTokens, tokenSet } from "@/lib/text/similarity.ts";

declare const spokenBrand: unique symbol;

/**
 * Text that may be said aloud. Only `resolveSpeech` and `resolveAuto` make one, and the speech
 * library accepts nothing else, so no path leads from free text to the synthesiser (SP1).
 */
export interface Spoken {
  readonly ref: SpeechRef;
  readonly text: string;
  /** The agenda's own words of a question, whatever it is worded like; null for a phrase. */
  readonly question: string | null;
  readonly wording: Wording;
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

/** With what a topic is held against (SP3). */
export interface AutoSayable extends Sayable {
  readonly patientWords: string;
}

const VERBATIM: Wording = { by: "verbatim" };

/**
 * Turns a reference into the words it stands for; null for a question that no kept agenda has.
 * Agenda questions are said verbatim (SP1 c).
 */
export function resolveSpeech(ref: SpeechRef, sayable: Sayable): Spoken | null {
  if ("phrase" in ref) {
    const text = sayable.phrases[ref.phrase];
    return spoken({ ref, text, question: null, wording: VERBATIM, rationale: null });
  }
  const item = find(ref.agenda, sayable);
  if (item === undefined) return null;
  const { question, rationale } = item;
  return spoken({ ref, text: question, question, wording: VERBATIM, rationale });
}

/**
 * The same for what Alba says by herself: a template with a topic in it or a lay wording, which their
 * guards still let through (SP3, SP6, here for the last time); with `layMinSimilarity` 0 to 1. What
 * does not hold is asked verbatim. Null for a question that is not the agenda's under its
 * reference, and for one of the agenda's that is no plain question: a tap alone says that.
 */
export function resolveAuto(
  ref: AutoRef,
  sayable: AutoSayable,
  layMinSimilarity: number,
): Spoken | null {
  if (ref.kind === "phrase") return resolveSpeech({ phrase: ref.phrase }, sayable);
  const { index, version } = ref;
  const verbatim = resolveSpeech({ agenda: { version, index } }, sayable);
  // The queue keeps a question's first words; a newer agenda may have put it a little differently.
  const isSame = verbatim?.question === ref.question ||
    sameTokens(tokenSet(verbatim?.question ?? ""), tokenSet(ref.question));
  if (verbatim === null || !isSame || !isPlainQuestion(verbatim.text)) return null;
  const { wording } = ref;
  switch (wording.by) {
    case "verbatim":
      return verbatim;
    case "lay": {
      const verdict = guardLay(verbatim.text, wording.lay, layMinSimilarity);
      return verdict.ok ? spoken({ ...verbatim, text: verdict.text, wording }) : verbatim;
    }
    case "template": {
      const { patientWords } = sayable;
      const topic = guardTopic(wording.topic, { question: verbatim.text, patientWords });
      if (topic === null) return verbatim;
      return spoken({ ...verbatim, text: fillTemplate(wording.template, topic), wording });
    }
  }
}

function find({ index, version }: { version: number; index: number }, { agendas }: Sayable) {
  return agendas.find((one) => one.version === version)?.questions[index];
}

function spoken(said: Omit<Spoken, typeof spokenBrand>): Spoken {
  return said as Spoken;
}

/** Nothing else is spoken in a consultation before this phrase has been (SP4). */
export function isDisclosure(ref: SpeechRef): boolean {
  return "phrase" in ref && ref.phrase === "disclosure";
}
