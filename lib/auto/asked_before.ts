import type { AskedBefore, AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import { addAsked, mark } from "@/lib/auto/queue_moves.ts";
import { openTopic } from "@/lib/auto/wording.ts";
import type { Work } from "@/lib/auto/work.ts";
import { sameTokens, tokenSet } from "@/lib/text/similarity.ts";

/**
 * MA9: what the record says was asked is asked, whatever a controller that was rebuilt under other
 * thresholds, or by other code, has made of the same events.
 */
export function askedBeforeMachine(work: Work, event: AutoEvent | AutoInner): void {
  if (event.type !== "asked_before") return;
  for (const one of event.asked) remember(work, one);
  if (event.anythingElse) work.set({ anythingElseSpoken: true });
}

function remember(work: Work, { isAnswered, question, topic }: AskedBefore): void {
  const { queue: { items }, topicsOpened } = work.state;
  if (topic !== null && !topicsOpened.includes(topic)) openTopic(work, topic);
  const { tokens } = tokenSet(question);
  const status = isAnswered ? "answered" : "asked";
  const match = items.find((item) => sameTokens(item, { tokens }));
  if (match !== undefined) {
    if (match.status !== "answered") mark(work, match.id, status);
    return;
  }
  // No agenda of the present names it: nothing is ever asked from this item again.
  const source = { tokens, version: 0, index: 0, status } as const;
  addAsked(work, { question, rationale: "", urgent: false }, source);
}
