import type * as z from "zod/mini";

/** Ids are ours and the browser's: ULIDs, tab names, and names derived from them. */
const PLAIN_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** One check where zod would need three, each of which the page would carry: see `wholeNumber`. */
export const plainId: z.core.CheckFn<string> = ({ issues, value }) => {
  if (PLAIN_ID.test(value)) return;
  issues.push({ code: "invalid_format", format: "regex", input: value });
};
