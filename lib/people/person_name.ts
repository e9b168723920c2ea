import { z } from "zod";

/** As DOCTOR_NAME: it is spoken after "Dr" and has to fit a button. */
export const MAX_NAME_CHARACTERS = 60;

/** A name as people write it: at least one letter, no control characters. */
export const personName = z.string().trim().min(1).max(MAX_NAME_CHARACTERS)
  .regex(/\p{L}/u).regex(/^\P{Cc}*$/u);

/** Two names that would be the same line of the sign-in page. */
export function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { sensitivity: "accent", usage: "search" }) === 0;
}
