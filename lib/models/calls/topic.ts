import { z } from "zod";
import { saysSomething, shortText } from "@/lib/models/calls/pass_call.ts";
import type { ShortCall } from "@/lib/models/calls/short_call.ts";
import { safeText } from "@/lib/models/calls/transcript_lines.ts";
import promptFile from "@/lib/models/prompts/topic.md" with { type: "text" };

/** As the model gave them, one line each; empty where it gave none. The guards judge them (SP3, SP6). */
export interface TopicReply {
  readonly topic: string;
  readonly lay: string;
}

export interface TopicInput {
  /** The planned question, as the agenda has it. */
  readonly question: string;
}

const wire = z.strictObject({ topic: z.string(), lay: z.string() });

/** One half is of use without the other. */
const reply = z.object({ topic: z.string().catch(""), lay: z.string().catch("") });

export const topicCall: ShortCall<TopicInput, TopicReply> = {
  kind: "topic",
  promptFile,
  answer: () => ({ kind: "json", schema: z.toJSONSchema(wire) }),
  ask: ({ question }) =>
    `QUESTION\n${safeText(question)}\nEND OF QUESTION\n` +
    "Give its topic and its lay wording, as JSON.",
  read(value) {
    const parsed = reply.safeParse(value);
    if (!parsed.success) return null;
    const given = (text: string) => saysSomething(text) ? shortText(text) : "";
    const [topic, lay] = [given(parsed.data.topic), given(parsed.data.lay)];
    return topic === "" && lay === "" ? null : { topic, lay };
  },
};
