import { z } from "zod";
import type { Samples } from "@/lib/audio/units.ts";

/** Anything JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** A yes or no, stored as 0 or 1 because SQLite has no boolean and the driver refuses one. */
export const flagColumn = z.literal([0, 1]).transform((stored) => stored === 1);

/** A position or length in samples. */
export const samplesColumn = z.int().min(0).transform((stored) => stored as Samples);

/** Milliseconds since 1970; whole, see `wholeMs`. */
export const wallMsColumn = z.int();

/** A JSON text column, parsed and checked. */
export function jsonColumn<Schema extends z.ZodType>(inner: Schema) {
  return z.string().transform((stored): unknown => JSON.parse(stored)).pipe(inner);
}

export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json());

export function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** STRICT integer columns refuse the fraction that a finer clock may carry. */
export function wholeMs(ms: number): number {
  return Math.round(ms);
}

/** The parsed value, or undefined where the text is not JSON: for files that others may have touched. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `text` as the database gives it back: a NUL becomes the replacement character. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
