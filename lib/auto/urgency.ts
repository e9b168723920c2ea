import type { AlarmNews, AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { Pause } from "@/lib/auto/auto_state.ts";
import { endRun } from "@/lib/auto/end_run.ts";
import { isListening } from "@/lib/auto_phase.ts";
import type { Work } from "@/lib/auto/work.ts";

/**
 * UR: an alarm pauses Alba until a doctor has seen it. Which alarms are one, and which are open, is
 * the alarm module's to say (UR14); here it is decided what that means for the run.
 */
export function urgencyMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "alarms":
      return assessed(work, event);
    case "alarms_settled":
      return settled(work, event.open, event.standing);
    case "golden_begins":
      // One that was open before the run, or rose while the phrases were spoken (UR13).
      return work.state.urgency.open.length === 0 ? undefined : pause(work, null);
    case "resume":
      return resume(work, event.seen, event.open);
    case "takeover":
      return takeover(work, event.seen, event.open);
    case "turn_ended":
      return closeChance(work);
    case "run_over":
      return work.setUrgency({ pause: null });
    default:
      return;
  }
}

function assessed(work: Work, event: Extract<AutoEvent, { type: "alarms" }>): void {
  const { run } = work.state;
  show(work, event.open, event.standing);
  if (run === null) return;
  auditMatches(work, event);
  const isNews = event.raised.some(({ id }) => event.open.some((one) => one.id === id));
  const { phase, urgency: { pause: current } } = work.state;
  if (current !== null) {
    if (isNews) widen(work, current, event);
    else work.push({ type: "auto_paused", actions: event.open });
    return;
  }
  if (event.open.length === 0) return;
  if (isListening(phase)) return pause(work, event);
  if (phase === "HANDOVER") endHandover(work);
}

/** The strip and the banner follow what is open and what stands (UR7). */
function show(work: Work, open: readonly AlarmNews[], standing: readonly AlarmNews[]): void {
  work.setUrgency({ open, standing });
  work.push({ type: "auto_standing", actions: standing });
}

function settled(work: Work, open: readonly AlarmNews[], standing: readonly AlarmNews[]): void {
  show(work, open, standing);
  if (work.state.urgency.pause !== null) work.push({ type: "auto_paused", actions: open });
}

/**
 * Whether an assessment was under way before the patient could answer anything after the resume
 * (UR6). The rules assess at once, so theirs begin when they land.
 */
function isInsideChance(work: Work, source: "rule" | "model", version: number): boolean {
  const { urgency: { chance }, passes } = work.state;
  if (chance === null) return false;
  if (chance.throughStart === null) return true;
  const { inFlight } = passes;
  return source === "model" && inFlight?.version === version &&
    inFlight.index <= chance.throughStart;
}

/** One row for every comparison that kept an alarm from pausing (UR5), or one for the chance (UR6). */
function auditMatches(work: Work, event: Extract<AutoEvent, { type: "alarms" }>): void {
  const { version, source } = event;
  const threshold = work.settings.actionMatchThreshold;
  const inside = isInsideChance(work, source, version);
  const suppressed = event.matched.filter(({ acknowledged }) => acknowledged && inside);
  for (const match of event.matched) {
    const { alarm, score, exact, candidate, matched } = match;
    const detail = { alarm, score, exact, threshold, version };
    work.audit("auto.action_matched", detail, { candidate, matched });
    if (!match.acknowledged || inside) continue;
    work.audit("auto.repause_skipped_acknowledged", detail, { candidate, matched });
  }
  if (suppressed.length === 0) return;
  work.audit("auto.repause_suppressed", { version, alarms: suppressed.map(({ alarm }) => alarm) });
}

type Assessment = Pick<
  Extract<AutoEvent, { type: "alarms" }>,
  "snapshot" | "version" | "source"
>;

function auditPaused(
  work: Work,
  { from }: Pause,
  assessment: Assessment | null,
  widened: boolean,
): void {
  const { open } = work.state.urgency;
  work.audit("auto.paused", {
    phase: from,
    alarms: ids(open),
    snapshot: assessment?.snapshot ?? null,
    version: assessment?.version ?? null,
    source: assessment?.source ?? null,
    widened,
  }, open);
}

/** Null where the alarm was open before the run came so far. */
function pause(work: Work, assessment: Assessment | null): void {
  const { phase, urgency, saying } = work.state;
  if (!isListening(phase)) return;
  // A doctor's own utterance is the doctor's; only what is Alba's gives way.
  if (saying !== null) work.emit({ type: "cancel_say", reason: "urgency_pause" });
  const begun: Pause = { from: phase, sinceMs: work.nowMs };
  work.setUrgency({ pause: begun });
  auditPaused(work, begun, assessment, false);
  work.move("PAUSED_URGENT", "alarm");
  work.push({ type: "auto_paused", actions: urgency.open });
  work.raise({ type: "paused" });
}

/** A new alarm while paused: one acknowledgement covers all that the banner then shows (UR4). */
function widen(work: Work, current: Pause, assessment: Assessment): void {
  auditPaused(work, current, assessment, true);
  work.move("PAUSED_URGENT", "alarm");
  work.push({ type: "auto_paused", actions: work.state.urgency.open });
}

/** UR13: a handover is nearly over and the doctor is taking the patient back: the run just ends. */
function endHandover(work: Work): void {
  if (work.state.run === null) return;
  work.audit("auto.disabled", { reason: "urgent", phase: work.state.phase });
  if (work.state.saying !== null) work.emit({ type: "cancel_say", reason: "urgency_pause" });
  endRun(work, "urgent");
}

function resume(work: Work, seen: readonly AlarmNews[], open: readonly AlarmNews[]): void {
  const { pause } = work.state.urgency;
  if (pause === null) return;
  const { from, sinceMs } = pause;
  acknowledge(work, seen, open, "resume");
  work.push({ type: "auto_paused", actions: open });
  // An alarm that the page did not show keeps the pause (UR12).
  if (open.length > 0) return;
  const paused_ms = Math.round(work.nowMs - sinceMs);
  work.audit("auto.resumed", { phase: from, alarms: ids(seen), paused_ms }, seen);
  work.setUrgency({ pause: null, chance: { throughStart: null } });
  work.move(from, "resumed");
  work.raise({ type: "resumed" });
}

function acknowledge(
  work: Work,
  seen: readonly AlarmNews[],
  open: readonly AlarmNews[],
  by: "resume" | "takeover",
): void {
  work.setUrgency({ open });
  // What was seen in the standard panel before has its own row; this tap has acknowledged nothing.
  if (seen.length > 0) work.audit("auto.acknowledged", { by, alarms: ids(seen) }, seen);
}

/** One tap, immediate (UR3); what it did not show stays open in the standard panel. */
function takeover(work: Work, seen: readonly AlarmNews[], open: readonly AlarmNews[]): void {
  const { pause } = work.state.urgency;
  if (pause === null) return;
  acknowledge(work, seen, open, "takeover");
  const paused_ms = Math.round(work.nowMs - pause.sinceMs);
  work.audit("auto.takeover", { phase: pause.from, alarms: ids(seen), paused_ms }, seen);
  work.move("TAKEN_OVER", "took_over");
  work.push({ type: "auto_paused", actions: [] });
  endRun(work, "takeover");
}

/** The first turn end after a resume is the one answer's chance (UR6). */
function closeChance(work: Work): void {
  const { urgency: { chance }, passes: { starts } } = work.state;
  if (chance === null || chance.throughStart !== null) return;
  work.setUrgency({ chance: { throughStart: starts } });
}

function ids(actions: readonly AlarmNews[]): string[] {
  return actions.map(({ id }) => id);
}
