import * as z from "zod";
import fresh from "./labelled/fresh.json" with { type: "json" };
import heldout from "./labelled/heldout.json" with { type: "json" };
import indirectHeldout from "./labelled/indirect_heldout.json" with { type: "json" };
import indirectTuned from "./labelled/indirect_tuned.json" with { type: "json" };
import later from "./labelled/later.json" with { type: "json" };
import tuned from "./labelled/tuned.json" with { type: "json" };

const names = z.strictObject({ complaints: z.array(z.string()), flags: z.array(z.string()) });

const labelledItem = z.strictObject({
  id: z.string(),
  kind: z.string(),
  lines: z.array(z.strictObject({ role: z.enum(["D", "P"]).nullable(), text: z.string() })),
  complaints: z.array(z.string()),
  flags: z.array(z.string()),
  alsoAcceptable: names,
});
export type LabelledItem = z.infer<typeof labelledItem>;

/**
 * Written after the patterns and never tuned to: it says what to expect of wording nobody thought
 * of. It has no target, for a target would be tuned to.
 */
export const FRESH: readonly LabelledItem[] = z.array(labelledItem).parse(fresh);

/**
 * Indirect openings, idioms, stories and mild breathlessness, written and labelled before the rules
 * knew any of them. The tuned half may be looked at; the misses of the held-out half may not, and
 * like the fresh set it has no target.
 */
export const INDIRECT: Readonly<Record<"tuned" | "heldout", readonly LabelledItem[]>> = {
  tuned: z.array(labelledItem).parse(indirectTuned),
  heldout: z.array(labelledItem).parse(indirectHeldout),
};

/** The labelled halves and what was added to them; README.md beside them says how they came to be. */
export const LABELLED: Readonly<Record<"tuned" | "heldout" | "later", readonly LabelledItem[]>> = {
  tuned: z.array(labelledItem).parse(tuned),
  heldout: z.array(labelledItem).parse(heldout),
  later: z.array(labelledItem).parse(later),
};
