import type { AskedBefore, AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import { freshItem } from "@/lib/auto/queue_item.ts";
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
  const { queue: { items, named }, topicsOpened } = work.state;
  if (topic !== null && !topicsOpened.includes(topic)) {
    work.set({ topicsOpened: [...topicsOpened, topic] });
  }
  const { tokens } = tokenSet(question);
  const status = isAnswered ? "answered" : "asked";
  const match = items.find((item) => sameTokens(item, { tokens }));
  if (match !== undefined) {
    if (match.status !== "answered") work.setItem(match.id, { status });
    return;
  }
  // No agenda of the present names it: nothing is ever asked from this item again.
  const source = { id: `q${named + 1}`, tokens, version: 0, index: 0, status } as const;
  const added = freshItem({ question, rationale: "", urgent: false }, source);
  work.set({ queue: { items: [...items, added], named: named + 1 } });
}
