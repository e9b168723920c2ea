import * as z from "zod/mini";

/** What this device remembers of how the live page should behave on it. */
const pageChoices = z.strictObject({
  /** Of the alarm's sound, 0 to 1; 0 is off. */
  alarmVolume: z.number().check(z.gte(0), z.lte(1)),
  largeCaptions: z.boolean(),
  /** How much longer than usual a quiet room is left alone before a phrase is offered. */
  waitFactor: z.union([z.literal(1), z.literal(2), z.literal(4)]),
});
export type PageChoices = z.infer<typeof pageChoices>;

export const DEFAULT_CHOICES: PageChoices = {
  alarmVolume: 0.5,
  largeCaptions: false,
  waitFactor: 1,
};

const KEY = "alba-live-page";

/** The part of `localStorage` that is used; a browser may refuse any of it. */
export type ChoiceStorage = Pick<Storage, "getItem" | "setItem">;

export function readChoices(storage: ChoiceStorage): PageChoices {
  try {
    const parsed = pageChoices.safeParse(JSON.parse(storage.getItem(KEY) ?? "null"));
    return parsed.success ? parsed.data : DEFAULT_CHOICES;
  } catch {
    return DEFAULT_CHOICES;
  }
}

/** Kept where the browser allows it; the page itself has the choice in any case. */
export function keepChoices(storage: ChoiceStorage, choices: PageChoices): void {
  try {
    storage.setItem(KEY, JSON.stringify(choices));
  } catch {
    return;
  }
}
