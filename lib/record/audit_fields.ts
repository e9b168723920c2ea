import { z } from "zod";

/**
 * The kinds of field that an audit row's detail may have: ids, numbers and fixed codes, so that a
 * row can stay for ever when the patient's words are deleted.
 */
export const wholeNumber = z.int();
export const count = z.int().min(0);
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A name fixed in code or in the phrase file, never something a person said. */
export const code = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
/** Named after the line it came from, such as `01J…-v3-1`, so that a replay names it the same. */
export const derivedId = z.string().regex(/^[0-9A-Z]{26}(-[a-z]?\d{1,9}){1,2}$/);
