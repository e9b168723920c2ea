import type { ExpectedUrgency, Fact } from "@/lib/rehearsal/patients/case_card.ts";

/** A case reads as a page with these: when it is told, what asks for it, how it is said. */
type Write = (id: string, about: readonly string[], ...says: readonly string[]) => Fact;

export const freely: Write = (id, about, ...says) => ({ id, given: "freely", about, says });
export const asked: Write = (id, about, ...says) => ({ id, given: "if_asked", about, says });
export const kindly: Write = (id, about, ...says) => ({
  id,
  given: "if_asked_kindly",
  about,
  says,
});
export const hidden: Write = (id, about, ...says) => ({ id, given: "hidden", about, says });

/** Marks a fact as a red flag, with what is expected of whoever hears it. */
export function redFlag(fact: Fact, action: string, guidance: string): Fact {
  const urgency: ExpectedUrgency = { action, guidance };
  return { ...fact, redFlag: urgency };
}
