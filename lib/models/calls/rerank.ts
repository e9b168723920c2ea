import { z } from "zod";
import { saysSomething, shortText } from "@/lib/models/calls/pass_call.ts";
import { recentLines, type ShortCall } from "@/lib/models/calls/short_call.ts";
import { safeText, type TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import promptFile from "@/lib/models/prompts/rerank.md" with { type: "text" };

export interface RerankInput {
  /** What was said between two asks, oldest turn first; only the newest are sent. */
  readonly turns: readonly (readonly TranscriptLine[])[];
  /** Pending questions in the order in which they would be asked. */
  readonly pending: readonly { readonly id: string; readonly text: string }[];
  /** `AUTO_RERANK_CONTEXT_TURNS`. */
  readonly contextTurns: number;
  /** `AUTO_RERANK_MAX_CHARS`, of the rendered lines. */
  readonly maxChars: number;
}

/**
 * What the re-ranker wants (QU6). It only proposes: questions that it does not name, and protected
 * ones that it would drop, are the queue's to place.
 */
export interface Reranking {
  /** Ids of pending questions, each once, the next to be asked first. */
  readonly order: readonly string[];
  readonly drop: readonly { readonly id: string; readonly reason: string }[];
  /** What it named that is no pending question, and drops that give no reason; for the record. */
  readonly ignored: readonly string[];
}

/**
 * Questions go by their number in the list: an id of 26 letters, twelve times, passes the cap. Without
 * bounds a small model counts on from the last number until the cap ends it.
 */
function wire(questions: number) {
  const number = z.int().min(1).max(Math.max(1, questions));
  return z.strictObject({
    order: z.array(number).max(questions),
    drop: z.array(z.strictObject({ id: number, reason: z.string() })).max(questions),
  });
}

/** A small model writes "Q2" for 2. */
const label = z.union([z.number(), z.string()]).transform((value) =>
  String(value).replace(/^[a-z#]{1,2}(?=\d+$)/i, "").trim()
);
/** A drop without a readable reason is no drop, and costs the others nothing. */
const reply = z.object({
  order: z.array(label),
  drop: z.array(z.object({ id: label, reason: z.string().catch("") })).catch([]),
});

/** What a model made up may be of any length; the record wants to know that it was there. */
const MOST_IGNORED_CHARS = 40;

export const rerankCall: ShortCall<RerankInput, Reranking> = {
  kind: "rerank",
  promptFile,
  answer: ({ pending }) => ({ kind: "json", schema: z.toJSONSchema(wire(pending.length)) }),
  ask({ turns, pending, contextTurns, maxChars }) {
    const said = recentLines(turns.slice(-contextTurns).flat(), maxChars);
    const questions = pending.map(({ text }, index) => `${index + 1}. ${safeText(text)}`);
    return `TRANSCRIPT\n${said}\nEND OF TRANSCRIPT\nQUESTIONS\n${questions.join("\n")}\n` +
      "END OF QUESTIONS\nGive the order, and what has been answered, as JSON.";
  },
  read(value, { pending }) {
    const parsed = reply.safeParse(value);
    if (!parsed.success) return null;
    const idOf = new Map(pending.map(({ id }, index) => [String(index + 1), id]));
    const ignored = new Set<string>();
    const known = (name: string): string[] => {
      const id = idOf.get(name);
      if (id === undefined) ignored.add(name.slice(0, MOST_IGNORED_CHARS));
      return id === undefined ? [] : [id];
    };
    const order = [...new Set(parsed.data.order.flatMap(known))];
    const drop = new Map<string, string>();
    for (const { id: name, reason } of parsed.data.drop) {
      for (const id of known(name)) {
        // A question that it orders and drops in one answer stays: asking once more costs less.
        if (!saysSomething(reason) || order.includes(id)) ignored.add(name);
        else drop.set(id, shortText(reason));
      }
    }
    return {
      order,
      drop: [...drop].map(([id, reason]) => ({ id, reason })),
      ignored: [...ignored],
    };
  },
};
