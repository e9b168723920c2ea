import { type AutoPageView, isRunning } from "@/lib/page/auto_page_view.ts";
import type { Phase } from "@/lib/auto_phase.ts";

/** Where a run is, in words (VI2). */
export const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  OFF: "",
  DISCLOSURE: "Introducing Alba",
  INVITATION: "Inviting the patient to begin",
  GOLDEN: "Golden minutes",
  OPEN: "Open questions",
  CLOSED: "Closed questions",
  HANDOVER: "Handing over",
  PAUSED_URGENT: "Paused — urgent",
  TAKEN_OVER: "Taken over",
};

/** What the strip says first: the phase of a run or what it waits for, or why there is none. */
export function phaseWords(view: AutoPageView | null): string {
  if (view === null) return "";
  if (!isRunning(view)) return view.words ?? "Alba speaks only when you tap.";
  return view.words ?? (PHASE_WORDS[view.phase] || "Waiting for a quiet moment to begin");
}

/** VI3: what Alba is about to ask. */
export function planWords(view: AutoPageView | null): string {
  if (view === null || !isRunning(view)) return "";
  switch (view.plan) {
    case "preparing":
      return "Preparing a question";
    case "queued":
      return view.planText === null ? "The next question is ready" : `Next: “${view.planText}”`;
    case "handing_over":
      return "Handing over after this answer";
    case "idle":
      return "";
  }
}

/** What is left of the golden minutes, which is not said aloud each second. */
export function goldenLeftWords(leftS: number | null): string {
  if (leftS === null) return "";
  if (leftS === 0) return "over; Alba waits for the patient to finish";
  return `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, "0")} left`;
}
