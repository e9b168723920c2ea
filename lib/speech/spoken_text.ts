/** One line without the quotes that a model puts around what it was asked for. */
export function unquoted(raw: string): string {
  return raw.replace(/\s+/g, " ").trim()
    .replace(/^["“”«»'‘`]+\s*/, "").replace(/\s*["“”«»`]+$/, "")
    .normalize("NFC").replace(/[’‘ʼ]/g, "'");
}

/** Its words as they are compared: lower case, apostrophes kept ("it's" is not "its"). */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** A phrase that begins so tells the patient to do something. */
export const ORDERS = wordSet(
  "stop start take call go tell say give ignore see get keep try use eat drink rest relax wait " +
    "avoid remember forget listen look come stay think speak repeat answer ask worry calm read",
);
