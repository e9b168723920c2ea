import type { CaseCard, Fact } from "@/lib/rehearsal/patients/case_card.ts";
import { doctorsQuestion } from "@/lib/rehearsal/patients/doctors_question.ts";
import { meaningfulWords } from "@/lib/text/normalise.ts";

/** A question that a good model would ask about one fact, with what the topic call would make of it. */
export interface BookQuestion {
  readonly fact: string;
  /** The same question in several words, as a model re-words it from pass to pass. */
  readonly wordings: readonly string[];
  readonly rationale: string;
  readonly topic: string;
  readonly lay: string;
}

/** The questions over what a case does not tell by itself, as one model would carry them along. */
export function questionBook(card: CaseCard): BookQuestion[] {
  return card.facts.filter(({ given }) => given !== "freely").map(bookQuestion);
}

function bookQuestion(fact: Fact): BookQuestion {
  const question = doctorsQuestion(fact);
  const name = fact.id.replaceAll("_", " ");
  // A model says the same again with a word that does not count (QU7): it is one question (QU2).
  const reworded = `${question.replace(/\?$/, "")}, today?`;
  const last = meaningfulWords(question).at(-1) ?? name;
  return {
    fact: fact.id,
    wordings: [question, reworded],
    rationale: `It would tell more about ${name}.`,
    topic: `the ${last}`,
    lay: question.replace(/^(Have you|Do you)/, "Would you say you"),
  };
}
