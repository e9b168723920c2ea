import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { PLAYBACK_END_WAY_MS, REPORT_ROUNDING_MS } from "@/lib/auto/auto_settings.ts";
import type { TurnEnd } from "@/lib/auto/turn_state.ts";
import { answered } from "@/lib/auto/queue_moves.ts";
import { endedBy, fallbackMs } from "@/lib/auto/turn_end.ts";
import { settle } from "@/lib/auto/turn_moves.ts";
import { goldenElapsedMs, type Work } from "@/lib/auto/work.ts";

/** GO: the golden minutes. There is no timer; the window is arithmetic on reports and verdicts. */
export function goldenMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "patient_span":
      return work.setGolden({ unanswered: 0 });
    case "restarted":
      // How much of them has passed is told by no clock: the one they were entered by is gone.
      return work.state.phase === "GOLDEN" ? work.setGolden({ enteredMs: work.nowMs }) : undefined;
    case "speech_ended":
      return unencouraged(work, event);
    case "quiet":
      return work.state.phase === "GOLDEN" ? onQuiet(work) : undefined;
    case "officer_verdict":
      // Also a verdict may be the first to see that the window has run (GO4); it is judged after.
      return work.state.phase === "GOLDEN" ? observeWindow(work) : undefined;
    default:
      return;
  }
}

function onQuiet(work: Work): void {
  observeWindow(work);
  const { golden, turn } = work.state;
  const quietMs = turn.report?.quietMs ?? 0;
  if (quietMs === 0) return;
  if (!golden.windowRan) encourage(work, ownQuietMs(work, quietMs));
  if (!work.state.golden.windowRan || quietMs < fallbackMs(work)) return;
  // A doctor's tapped question wants its answer before the window may close on it (TT7).
  if (work.isVoiceBusy() || !isAnswered(work, quietMs)) return;
  leaveGolden(work, "golden_timer_elapsed", {
    atMs: work.nowMs,
    verdict: null,
    quietS: quietMs / 1000,
    passStarts: work.state.passes.starts,
  });
}

/**
 * GO2: a silence that is older than the golden minutes was no silence in them; it counts from their
 * entry. Alba's own last word, with which they begin, is told a moment after the page counts from it.
 */
function ownQuietMs({ nowMs, state: { golden } }: Work, quietMs: number): number {
  if (golden.enteredMs === null) return 0;
  const sinceEntry = nowMs - golden.enteredMs;
  return quietMs > sinceEntry + PLAYBACK_END_WAY_MS ? sinceEntry : quietMs;
}

function isAnswered(work: Work, quietMs: number): boolean {
  const { awaiting } = work.state.turn;
  return awaiting === null || awaiting.spoke || quietMs >= work.settings.noAnswerGraceMs;
}

function observeWindow(work: Work): void {
  const { golden } = work.state;
  if (golden.windowRan) return;
  if (goldenElapsedMs(golden, work.nowMs) >= work.settings.goldenMs) windowRan(work, "elapsed");
}

function windowRan(work: Work, reason: "elapsed" | "unanswered_encouragers"): void {
  const { golden } = work.state;
  work.setGolden({ windowRan: true });
  work.audit("auto.golden_window_ran", {
    reason,
    golden_s: goldenElapsedMs(golden, work.nowMs) / 1000,
    window_s: work.settings.goldenMs / 1000,
    encouragers: golden.encouragers,
    unanswered: golden.unanswered,
  });
}

/** GO2: one each time the patient has been quiet long enough, once a span, spent at issue. */
function encourage(work: Work, quietMs: number): void {
  const { golden, turn } = work.state;
  const { encouragerMaxUnanswered, encouragerMinQuietMs } = work.settings;
  if (quietMs < encouragerMinQuietMs - REPORT_ROUNDING_MS) return;
  // A doctor who has silenced her is not answered with more words (DW1).
  if (golden.encouragedSpan === turn.span || turn.isHushed || !work.maySpeak()) return;
  // A doctor's tapped question gets its grace first, and no more than that (TT7).
  if (!isAnswered(work, quietMs)) return;
  // Nobody answers them: the silence after the last belongs to a question (GO4).
  if (golden.unanswered >= encouragerMaxUnanswered) {
    return windowRan(work, "unanswered_encouragers");
  }
  const phrase = golden.encouragers % 2 === 0 ? "go_on" : "tell_me_more_short";
  work.setGolden({
    encouragers: golden.encouragers + 1,
    unanswered: golden.unanswered + 1,
    encouragedSpan: turn.span,
  });
  work.say("encourager", { kind: "phrase", phrase });
}

/**
 * An alarm, or a page that went, has taken it from her before anybody heard it: it has encouraged nobody,
 * and the silence that it was for may have another. What the page itself declined stays spent: there the
 * patient makes a sound (GO2, SP10).
 */
function unencouraged(work: Work, event: Extract<AutoEvent, { type: "speech_ended" }>): void {
  if (work.over.saying?.what !== "encourager") return;
  if (event.audible || event.reason === "politeness_abort") return;
  const { unanswered } = work.state.golden;
  work.setGolden({ encouragedSpan: null, unanswered: Math.max(0, unanswered - 1) });
}

/** The exit is itself a judged turn end (GO8); what was tapped meanwhile is answered (GO7). */
export function leaveGolden(
  work: Work,
  trigger: "hand_back" | "golden_timer_elapsed",
  end: TurnEnd,
): "OPEN" {
  const { golden, turn } = work.state;
  const golden_s = goldenElapsedMs(golden, work.nowMs) / 1000;
  work.move("OPEN", trigger, {
    by: endedBy(end),
    quiet_s: end.quietS,
    golden_s,
    finished_thought: turn.verdict?.finishedThought ?? null,
    handed_back: turn.verdict?.handedBack ?? null,
  });
  const asked = work.state.queue.items.filter(({ status }) => status === "asked");
  for (const { id } of asked) answered(work, id);
  settle(work, end);
  work.raise({ type: "turn_ended", answer: true, golden: true });
  return "OPEN";
}
