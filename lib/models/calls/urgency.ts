import { z } from "zod";
import { findQuote } from "@/lib/models/calls/find_quote.ts";
import { type PassCall, saysSomething, shortText } from "@/lib/models/calls/pass_call.ts";
import { withoutLabel } from "@/lib/models/calls/transcript_lines.ts";
import promptFile from "@/lib/models/prompts/urgency.md" with { type: "text" };

export interface UrgentAction {
  readonly action: string;
  readonly reason: string;
  /** As the model gave it; empty when it gave none. */
  readonly quote: string;
  /** False when those words are not in the transcript (CD6); the alarm stands all the same. */
  readonly quoteFound: boolean;
  readonly line: number | null;
  readonly arranged: boolean;
}

export interface Urgency {
  readonly urgentActions: readonly UrgentAction[];
}

/** More at once is a model repeating itself. */
const MOST_ACTIONS = 8;

const wire = z.strictObject({
  urgent_actions: z.array(z.strictObject({
    action: z.string(),
    reason: z.string(),
    quote: z.string(),
    arranged: z.boolean(),
  })).max(MOST_ACTIONS),
});

/**
 * Read more kindly than asked for: an action without a quote, or as a bare string, is an alarm that
 * somebody must see. Only the part that says "arranged" must be exact, as it silences one.
 */
const action = z.union([
  z.string().transform((text) => ({ action: text, reason: "", quote: "", arranged: false })),
  z.object({
    action: z.string(),
    reason: z.string().catch(""),
    quote: z.string().catch(""),
    arranged: z.boolean().catch(false),
  }),
]);
const reply = z.object({ urgent_actions: z.array(z.unknown()) });

export const urgencyCall: PassCall<Urgency> = {
  kind: "urgency",
  promptFile,
  task: "List every urgent action for everything said so far, as JSON.",
  schema: z.toJSONSchema(wire),
  read(value, transcript) {
    const parsed = reply.safeParse(value);
    if (!parsed.success) return null;
    const given = parsed.data.urgent_actions;
    const items = given.flatMap((item) => action.safeParse(item).data ?? []);
    const said = items.filter((item) => saysSomething(item.action));
    // One unreadable item must not cost the others; a list of nothing else is no answer.
    if (said.length === 0 && given.length > 0) return null;
    const urgentActions = said.map((item): UrgentAction => {
      const quote = shortText(withoutLabel(item.quote));
      const { found, line } = findQuote(item.quote, transcript);
      return {
        action: shortText(item.action),
        reason: shortText(item.reason),
        quote,
        quoteFound: found,
        line,
        arranged: item.arranged,
      };
    });
    return { urgentActions };
  },
};
