import { z } from "zod";
import { type PassCall, shortText } from "@/lib/models/calls/pass_call.ts";
import promptFile from "@/lib/models/prompts/assessment.md" with { type: "text" };

export interface AgendaQuestion {
  /** Can be spoken as it stands. */
  readonly question: string;
  readonly rationale: string;
  /** The answer decides whether something must be done today. */
  readonly urgent: boolean;
}

export interface Consideration {
  readonly condition: string;
  readonly for: readonly string[];
  readonly against: readonly string[];
}

export interface Assessment {
  readonly summary: string;
  readonly questionsToAsk: readonly AgendaQuestion[];
  readonly considerations: readonly Consideration[];
}

/** What a panel can show; a model that lists more is going round in circles. */
const MOST_QUESTIONS = 8;
const MOST_CONSIDERATIONS = 6;
const MOST_REASONS = 5;

const reasons = z.array(z.string()).max(MOST_REASONS);
const wire = z.strictObject({
  summary: z.string(),
  questions_to_ask: z.array(
    z.strictObject({ question: z.string(), rationale: z.string(), urgent: z.boolean() }),
  ).max(MOST_QUESTIONS),
  considerations: z.array(
    z.strictObject({ condition: z.string(), for: reasons, against: reasons }),
  ).max(MOST_CONSIDERATIONS),
});

/** Servers that cannot hold a model to the schema may leave the lesser parts out. */
const someReasons = z.array(z.string()).catch([]);
const reply = z.object({
  summary: z.string().catch(""),
  questions_to_ask: z.array(
    z.object({
      question: z.string(),
      rationale: z.string().catch(""),
      urgent: z.boolean().catch(false),
    }),
  ),
  considerations: z.array(
    z.object({ condition: z.string(), for: someReasons, against: someReasons }),
  ).catch([]),
});

export const assessmentCall: PassCall<Assessment> = {
  kind: "assessment",
  promptFile,
  task: "Give the summary, the questions still to ask and the considerations, as JSON.",
  schema: z.toJSONSchema(wire),
  read(value) {
    const parsed = reply.safeParse(value);
    if (!parsed.success) return null;
    const { summary, questions_to_ask, considerations } = parsed.data;
    return {
      summary: shortText(summary),
      questionsToAsk: distinct(questions_to_ask, ({ question }) => question)
        .slice(0, MOST_QUESTIONS)
        .map(({ question, rationale, urgent }) => ({
          question: shortText(question),
          rationale: shortText(rationale),
          urgent,
        })),
      considerations: distinct(considerations, ({ condition }) => condition)
        .slice(0, MOST_CONSIDERATIONS)
        .map((one) => ({
          condition: shortText(one.condition),
          for: one.for.slice(0, MOST_REASONS).map(shortText),
          against: one.against.slice(0, MOST_REASONS).map(shortText),
        })),
    };
  },
};

/** The first of each, and none without a name. */
function distinct<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const seen = new Set([""]);
  return items.filter((item) => {
    const name = shortText(nameOf(item)).toLowerCase();
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
