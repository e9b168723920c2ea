/**
 * How a mock patient takes in words. It is deliberately plain, and shares nothing with what listens
 * to the patient: were both built on one list, each would always understand the other (MP1).
 */

const ENDINGS = /(?:iness|ness|ing|ied|ed|ly|ie|e|y)$/;

/** A word without its everyday endings: "smoking", "smokes" and "smoke" are one. */
function stem(word: string): string {
  const single = word.replace(/(?<!s)s$/, "");
  const bare = single.length > 3 ? single.replace(ENDINGS, "") : single;
  return bare.replace(/(.)\1$/, "$1");
}

/** The stems of a text in order: lower case, apostrophes gone, letters and digits only. */
export function stems(text: string): string[] {
  const plain = text.toLowerCase().replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return plain === "" ? [] : plain.split(" ").map(stem);
}

/**
 * How much of a fact a question touches: the number of different words of all entries that stand
 * in the question whole; 0 when none does.
 */
export function touch(question: ReadonlySet<string>, about: readonly string[]): number {
  const touched = new Set<string>();
  for (const entry of about) {
    const wanted = entryStems(entry);
    if (wanted.every((word) => question.has(word))) wanted.forEach((word) => touched.add(word));
  }
  return touched.size;
}

/** The cards' own entries are few and stand for ever; reading them anew was a patient's whole cost. */
const entries = new Map<string, readonly string[]>();

function entryStems(entry: string): readonly string[] {
  const known = entries.get(entry);
  if (known !== undefined) return known;
  const read = stems(entry);
  entries.set(entry, read);
  return read;
}
