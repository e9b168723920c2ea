import type { PlanShown } from "@/lib/auto/auto_effect.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoState } from "@/lib/auto/auto_state.ts";
import type { QueueItem } from "@/lib/auto/queue_item.ts";
import { isQuestion, type Work } from "@/lib/auto/work.ts";

/**
 * The question on its way to be asked: being chosen, where the head is it as long as nobody has put
 * another before it, worded, voiced or ready, or issued and not heard yet. What a doctor's tap takes
 * the place of (DW3), and what neither re-ranker, absence nor cap takes away (QU4, QU6).
 */
export function plannedItem({ flow, queue, run, saying }: AutoState): QueueItem | null {
  if (run === null) return null;
  const byId = (wanted: string | null) => queue.items.find(({ id }) => id === wanted) ?? null;
  if (saying !== null && saying.startedMs === null && isQuestion(saying.what)) {
    return byId(saying.item);
  }
  if ("item" in flow) return byId(flow.item);
  if (flow.at !== "choosing") return null;
  return queue.items.find(({ status }) => status === "pending") ?? null;
}

/** What a page is told that its tap would take the place of (DW3); null when there is nothing. */
export function plannedText(state: AutoState): string | null {
  return plannedItem(state)?.text ?? null;
}

/** VI3: "preparing a question" until it is known, then its text, until it is issued; a doctor's handover. */
function planOf(state: AutoState): PlanShown {
  if (state.run === null) return { plan: "idle", text: null };
  const { flow } = state;
  if ("item" in flow) {
    const text = state.queue.items.find(({ id }) => id === flow.item)?.text ?? null;
    return { plan: "queued", text };
  }
  if (isHandingOver(flow)) return { plan: "handing_over", text: null };
  const isPreparing = flow.at === "choosing" || flow.at === "waiting";
  return { plan: isPreparing ? "preparing" : "idle", text: null };
}

/** The doctor has asked for the patient, and sees from the tap on that it is coming (QF7). */
function isHandingOver(flow: AutoState["flow"]): boolean {
  return (flow.at === "closing" || flow.at === "waiting") && flow.by === "doctor";
}

/** The last machine: what the page should show after all that has happened. */
export function planMachine(work: Work, event: AutoEvent | AutoInner): void {
  if (work.state.isConfirming && (event.type === "tapped" || plannedText(work.state) === null)) {
    work.set({ isConfirming: false });
    work.push({ type: "speak_confirm_gone" });
  }
  const shown = planOf(work.state);
  const before = work.state.shown;
  if (shown.plan === before.plan && shown.text === before.text) return;
  work.set({ shown });
  work.push({ type: "auto_plan", ...shown });
}
