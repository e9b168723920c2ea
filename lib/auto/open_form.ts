import { normalise } from "@/lib/text/normalise.ts";

const TELL_ME = "(?:(?:can|could|would|will) you )?(?:please )?(?:tell|talk) (?:me|us|me through)";
const MEASURED = "(?:much|many|often|long|old|far|bad|severe|soon|high|heavy|likely)";

/** They ask for a story in the patient's own words: no yes, no number and no place answers them. */
const OPEN_FORMS: readonly RegExp[] = [
  `${TELL_ME} (?:(?:a (?:little )?bit|a little|some) )?(?:more )?about`,
  `${TELL_ME} (?:a (?:little )?bit |a little )?more$`,
  `${TELL_ME} (?:exactly )?what (?:happens|happened|has happened|has been (?:happening|going on)|(?:you have|youve) noticed)`,
  `${TELL_ME} how (?!${MEASURED}\\b)`,
  `(?:(?:can|could|would) you )?(?:please )?describe`,
  `how (?:has|have|is|are|does|do|did) (?:\\w+ ){1,6}(?:affect|affects|affected|affecting)`,
  `how (?:have|has|are|is) (?:\\w+ ){1,4}(?:been|feeling|coping|managing|getting on|going)`,
  `what (?:brings|brought) you`,
  `what (?:happened|has happened|has been (?:happening|going on)|have you noticed|worries you)`,
].map((source) => new RegExp(`^(?:(?:and|so|now|ok|okay) )*${source}\\b`));

/** A closed question hung on to an opening: "…, is it dry?", "…, on a scale of one to ten?" */
const CLOSES_IT =
  /\b(?:(?:is|was|are|were|does|do|did|has|have|had) (?:it|you|they|he|she|there)|yes or no|on a scale|out of ten)\b/;

/**
 * Whether a question's own words are open (QF5), whoever wrote them: "Can you tell me about the
 * cough?", "How has it been affecting you?". Of several sentences the last one is answered.
 */
export function isOpenForm(question: string): boolean {
  const sentences = question.split(/[.?!]+(?:\s|$)/).map(normalise);
  const text = sentences.findLast((sentence) => sentence !== "") ?? "";
  return OPEN_FORMS.some((form) => {
    const opening = form.exec(text);
    return opening !== null && !CLOSES_IT.test(text.slice(opening[0].length));
  });
}
