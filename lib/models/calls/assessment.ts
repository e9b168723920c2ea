import { z } from "zod";
import { type PassCall, saysSomething, shortText } from "@/lib/models/calls/pass_call.ts";
import { normalise } from "@/lib/text/normalise.ts";
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
    const questions = distinct(questions_to_ask, ({ question }) => question);
    // A list of nothing but dots is a copy of the prompt's example, and no agenda.
    if (questions.length === 0 && questions_to_ask.length > 0) return null;
    return {
      summary: textOf(summary),
      questionsToAsk: questions
        .slice(0, MOST_QUESTIONS)
        .map(({ question, rationale, urgent }) => ({
          question: shortText(question),
          rationale: textOf(rationale),
          urgent,
        })),
      considerations: distinct(considerations, ({ condition }) => condition)
        .slice(0, MOST_CONSIDERATIONS)
        .map((one) => ({
          condition: shortText(one.condition),
          for: reasonsOf(one.for),
          against: reasonsOf(one.against),
        })),
    };
  },
};

function reasonsOf(given: readonly string[]): string[] {
  return given.filter(saysSomething).slice(0, MOST_REASONS).map(shortText);
}

function textOf(text: string): string {
  return saysSomething(text) ? shortText(text) : "";
}

/** The first of each, and none that says nothing. */
function distinct<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const name = normalise(nameOf(item));
    if (name === "" || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
