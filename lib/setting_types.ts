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
  /** True for the address of an engine, to which patients' words go (SE7). */
  readonly engineAddress: boolean;
}

interface Notes {
  note: string;
  guess?: boolean;
  secret?: boolean;
  engineAddress?: boolean;
}

function setting<T>(schema: z.ZodType<T>, value: T, takes: string, notes: Notes): Setting<T> {
  return {
    schema,
    default: value,
    takes,
    note: notes.note,
    guess: notes.guess ?? false,
    secret: notes.secret ?? false,
    engineAddress: notes.engineAddress ?? false,
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

/** Yes or no. */
export function toggle(value: boolean, notes: Notes): Setting<boolean> {
  const schema = z.string().trim().pipe(z.stringbool({ truthy: ["true"], falsy: ["false"] }));
  return setting(schema as unknown as z.ZodType<boolean>, value, "true or false", notes);
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** True when a URL names this machine itself; anything else would let patient words off the box. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && LOOPBACK_HOSTS.has(new URL(url).hostname);
}

/**
 * The http(s) URL of an engine, or empty for "not set". One that is not on this machine needs
 * ALLOW_REMOTE_ENGINES besides (SE7), which `parseConfig` looks at.
 */
export function engineUrl(value: string, notes: Notes): Setting<string> {
  const schema = z.string().trim().refine((url) => url === "" || isHttpUrl(url));
  const takes = "an address on this machine, such as http://127.0.0.1:9000";
  return setting(schema, value, takes, { ...notes, engineAddress: true });
}

function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
