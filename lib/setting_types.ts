import { z } from "zod";

/**
 * How one setting is described. The same description validates the environment, prints
 * `.env.example`, fills the settings page and names the variables the service may read (OP6).
 */
export interface Setting<T> {
  readonly schema: z.ZodType<T>;
  readonly default: T;
  /** What the variable takes, in words, for the start-up message and the settings page. */
  readonly takes: string;
  readonly note: string;
  /** True for values never calibrated on real consultations; labelled so wherever shown. */
  readonly guess: boolean;
  /** True for values that no page and no log may show. */
  readonly secret: boolean;
}

interface Notes {
  note: string;
  guess?: boolean;
  secret?: boolean;
}

function setting<T>(schema: z.ZodType<T>, value: T, takes: string, notes: Notes): Setting<T> {
  return {
    schema,
    default: value,
    takes,
    note: notes.note,
    guess: notes.guess ?? false,
    secret: notes.secret ?? false,
  };
}

/** Free text of 1 to `max` characters; the empty default means "not set". */
export function text(value: string, notes: Notes & { max?: number }): Setting<string> {
  const max = notes.max ?? 200;
  const schema = z.string().trim().max(max);
  return setting(schema, value, `text of at most ${max} characters`, notes);
}

/** A finite number within [min, max]; `unit` is part of what the message says. */
export function number(
  value: number,
  notes: Notes & { min: number; max: number; unit: string },
): Setting<number> {
  const schema = z.string().trim().regex(/^-?\d+(\.\d+)?$/).transform(Number).pipe(
    z.number().min(notes.min).max(notes.max),
  );
  return setting(
    schema as unknown as z.ZodType<number>,
    value,
    `a number (${notes.unit}) from ${notes.min} to ${notes.max}`,
    notes,
  );
}

/** A whole number within [min, max]. */
export function whole(
  value: number,
  notes: Notes & { min: number; max: number; unit: string },
): Setting<number> {
  const schema = z.string().trim().regex(/^\d+$/).transform(Number).pipe(
    z.number().int().min(notes.min).max(notes.max),
  );
  return setting(
    schema as unknown as z.ZodType<number>,
    value,
    `a whole number (${notes.unit}) from ${notes.min} to ${notes.max}`,
    notes,
  );
}

/** One of a fixed list of words. */
export function choice<const T extends readonly [string, ...string[]]>(
  value: T[number],
  options: T,
  notes: Notes,
): Setting<T[number]> {
  const schema = z.string().trim().pipe(z.enum(options)) as unknown as z.ZodType<T[number]>;
  return setting(schema, value, `one of ${options.join(", ")}`, notes);
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** True when a URL names this machine itself; anything else would let patient words off the box. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && LOOPBACK_HOSTS.has(new URL(url).hostname);
}

/** An http(s) URL on this machine, or empty for "not set" (SE7: nothing leaves the box). */
export function loopbackUrl(value: string, notes: Notes): Setting<string> {
  const schema = z.string().trim().refine((url) => url === "" || isLoopbackUrl(url));
  return setting(schema, value, "an address on this machine, such as http://127.0.0.1:9000", notes);
}
