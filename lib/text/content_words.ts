import { baseForm } from "@/lib/text/base_form.ts";
import { meaningfulWords } from "@/lib/text/normalise.ts";

/** They only join: "loss of vision" and "vision loss" have the same content. */
const JOINING: ReadonlySet<string> = new Set(
  "to for of and or in on at by from with as if is be up about after before any".split(" "),
);

/** The words of a text that say what it is about, in their base forms (`baseForm`). */
export function contentWords(text: string): ReadonlySet<string> {
  return new Set(meaningfulWords(text).filter((word) => !JOINING.has(word)).map(baseForm));
}
