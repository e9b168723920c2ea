/** Six digits are a million tries, which the back-off stretches over most of a year. */
export const PIN_MIN_DIGITS = 6;
export const PIN_MAX_DIGITS = 8;

declare const brand: unique symbol;
/** A PIN that may be given to somebody. */
export type Pin = string & { readonly [brand]: "Pin" };

export type PinOutcome =
  | { readonly ok: true; readonly pin: Pin }
  | { readonly ok: false; readonly words: string };

/** Checks a new PIN; those that everybody tries first are refused. */
export function parsePin(given: string): PinOutcome {
  const digits = given.trim();
  if (!new RegExp(`^\\d{${PIN_MIN_DIGITS},${PIN_MAX_DIGITS}}$`).test(digits)) {
    return {
      ok: false,
      words: `Cannot use this PIN: it takes ${PIN_MIN_DIGITS} to ${PIN_MAX_DIGITS} digits.`,
    };
  }
  if (isSequence(digits)) {
    return {
      ok: false,
      words: "Cannot use this PIN: it is one of the first that anybody would try. " +
        "Take digits that do not follow each other.",
    };
  }
  return { ok: true, pin: digits as Pin };
}

/** True when every digit is the one before it, or that plus one, or that minus one, throughout. */
function isSequence(digits: string): boolean {
  const steps = new Set(
    Array.from(
      { length: digits.length - 1 },
      (_, at) => Number(digits[at + 1]) - Number(digits[at]),
    ),
  );
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) <= 1);
}
