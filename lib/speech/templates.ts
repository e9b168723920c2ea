import type { Topic } from "@/lib/speech/topic.ts";

/** Questions with a place for a topic (SP3). The wording is the owner's; ids never change. */
export const TEMPLATE_IDS = ["tell_me_more", "affecting_you"] as const;
export type TemplateId = (typeof TEMPLATE_IDS)[number];

const TOPIC = "{topic}";

/** The automatic flow opens every topic with the first; no reference can carry the other yet (SP3). */
export const TEMPLATES: Readonly<Record<TemplateId, string>> = {
  tell_me_more: `Can you tell me more about ${TOPIC}?`,
  affecting_you: `How has ${TOPIC} been affecting you?`,
};

/** The question as it is said. */
export function fillTemplate(id: TemplateId, topic: Topic): string {
  // A function, because a topic with a dollar sign would be read as a pattern.
  return TEMPLATES[id].replace(TOPIC, () => topic);
}
