import type { CaseCard, Fact } from "@/lib/rehearsal/patients/case_card.ts";

/** A question that a good model would ask about one fact, with what the topic call would make of it. */
export interface BookQuestion {
  readonly fact: string;
  /** The same question in several words, as a model re-words it from pass to pass. */
  readonly wordings: readonly string[];
  readonly rationale: string;
  readonly topic: string;
  readonly lay: string;
}

/**
 * Questions over what a case does not tell by itself, made from the card's own words for what asks
 * for a fact. A stand-in for a model that knows medicine; what it is asked to be is plausible.
 */
export function questionBook(card: CaseCard): BookQuestion[] {
  return card.facts
    .filter(({ given }) => given !== "freely")
    .map((fact) => bookQuestion(fact));
}

function bookQuestion(fact: Fact): BookQuestion {
  const about = fact.about[0] ?? fact.id.replaceAll("_", " ");
  const name = fact.id.replaceAll("_", " ");
  return {
    fact: fact.id,
    wordings: [
      `Have you noticed anything about ${about} with regard to ${name}?`,
      `Anything about ${about}, that is ${name}, noticed?`,
    ],
    rationale: `It would tell more about ${name}.`,
    topic: `the ${about}`,
    lay: `Have you noticed anything about ${about} or ${name}?`,
  };
}
