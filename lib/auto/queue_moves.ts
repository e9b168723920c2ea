import type { AgendaItem } from "@/lib/auto/auto_event.ts";
import { freshItem, type QueueItem } from "@/lib/auto/queue_item.ts";
import type { Work } from "@/lib/auto/work.ts";

/** From now on no pass makes it pending again (QF4, QU8). */
export function mark(work: Work, id: string, status: "asked" | "answered"): void {
  work.setItem(id, { status });
}

/** Its answer's turn has ended (QU8); nothing, where it was not asked. */
export function answered(work: Work, id: string): void {
  if (work.item(id).status !== "asked") return;
  mark(work, id, "answered");
  work.audit("auto.queue_answered", { item: id });
}

/** One that no pass has brought and that is asked, or answered, already. Returns it. */
export function addAsked(
  work: Work,
  question: AgendaItem,
  source: Pick<QueueItem, "index" | "status" | "tokens" | "version">,
): QueueItem {
  const { queue } = work.state;
  const named = queue.named + 1;
  const added = freshItem(question, { ...source, id: `q${named}` });
  work.set({ queue: { items: [...queue.items, added], named } });
  return added;
}
