import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import {
  EAR_FINISHED,
  EAR_QUIET_MS,
  OFFICER_COMMIT_WAIT_MS,
  REPORT_ROUNDING_MS,
} from "@/lib/auto/auto_settings.ts";
import type { Judgement, OfficerAsk } from "@/lib/auto/turn_state.ts";
import { isSpanCommitted } from "@/lib/auto/spans.ts";
import { leaveGolden } from "@/lib/auto/golden.ts";
import { endJudged, mayEndTurn } from "@/lib/auto/turn_end.ts";
import type { Phase } from "@/lib/auto_phase.ts";
import { goldenElapsedMs, type Work } from "@/lib/auto/work.ts";

/** The caller keeps the bound; this much later even its "timeout" has not come. */
const ANSWER_WAY_MS = 1_000;

/** More than this many asks unanswered at once are a page that invents spans; the oldest is given up. */
const MOST_ASKS = 8;

/** TT3, TT5, TT6, TT13: has the patient finished the thought, or handed the word back? */
export function officerMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "quiet":
      applyKept(work);
      return consider(work);
    case "committed":
    case "ear_scored":
      return consider(work);
    case "officer_verdict":
      return heard(work, event);
    case "tick":
      expire(work);
      return consider(work);
    case "restarted":
      // What is counted from the clock of the service that was is counted anew.
      return work.setTurn({ officers: [], officerDueMs: null, keptVerdict: null });
    case "run_over":
      return work.setTurn({ officers: [], keptVerdict: null });
    default:
      return;
  }
}

/** Once a fresh span, when it is quiet enough and the transcript has reached it. */
function consider(work: Work): void {
  const { turn, phase } = work.state;
  const { report, span } = turn;
  if (report === null || span === null || turn.officerAskedSpan === span) return;
  const isAsked = phase === "GOLDEN" ? canLeaveGolden(work) : mayEndTurn(work);
  if (!isAsked || report.quietMs < triggerMs(work) - REPORT_ROUNDING_MS) return;
  const dueMs = turn.officerDueMs ?? work.nowMs;
  work.setTurn({ officerDueMs: dueMs });
  if (!isSpanCommitted(turn) && work.nowMs - dueMs < OFFICER_COMMIT_WAIT_MS) return;
  ask(work, span, report.quietMs / 1000);
}

function canLeaveGolden(work: Work): boolean {
  const { turn } = work.state;
  return turn.awaiting === null || turn.awaiting.spoke;
}

/** AUTO_EAR=on: "finished" asks earlier, never less than the ear itself needs (TT14). */
function triggerMs(work: Work): number {
  const { ear, eotQuietMs } = work.settings;
  const { earScore } = work.state.turn;
  const isForward = ear === "on" && earScore !== null && earScore >= EAR_FINISHED;
  return isForward ? Math.min(EAR_QUIET_MS, eotQuietMs) : eotQuietMs;
}

function ask(work: Work, span: number, quietS: number): void {
  const { phase, passes, turn: { officers, patientSpans: patientSpan } } = work.state;
  const { settings } = work;
  const [oldest] = officers;
  if (oldest !== undefined && officers.length >= MOST_ASKS) giveUp(work, oldest, "overtaken");
  const deferred = settings.officer === "model" && !settings.hasShortServer &&
    passes.inFlight !== null;
  const boundMs = settings.officerTimeoutMs;
  const boundBehindPassMs = settings.officerMaxWaitMs;
  const call = work.name();
  const deadlineMs = work.nowMs + (deferred ? boundBehindPassMs : boundMs);
  work.setTurn({
    officerAskedSpan: span,
    officers: [
      ...work.state.turn.officers,
      { call, span, patientSpan, quietS, askedMs: work.nowMs, deadlineMs, deferred },
    ],
  });
  if (deferred) {
    work.audit("auto.officer_deferred", {
      quiet_s: quietS,
      phase,
      pass_version: passes.inFlight?.version ?? null,
      max_wait_s: boundBehindPassMs / 1000,
    });
  }
  work.emit({ type: "ask_officer", call, boundMs, boundBehindPassMs });
  work.raise({ type: "officer_asked" });
}

type Verdict = Extract<AutoEvent, { type: "officer_verdict" }>;

function heard(work: Work, event: Verdict): void {
  const officer = work.state.turn.officers.find(({ call }) => call === event.call);
  if (officer === undefined) return;
  const { phase, golden, turn: { officers } } = work.state;
  work.setTurn({ officers: officers.filter((one) => one !== officer) });
  // As it stood when the verdict came: what it leads to is its transition.
  const then = { phase, goldenMs: phase === "GOLDEN" ? goldenElapsedMs(golden, work.nowMs) : null };
  if (event.failure !== null) return failed(work, officer, event, then);
  const { finishedThought, handedBack } = event;
  const applies = !isStale(work, officer) && !isSpeaking(work);
  const { patientSpan, span } = officer;
  const verdict = { finishedThought, handedBack };
  const mustWait = applies && phase === "GOLDEN" && isEncouraged(work, span);
  if (applies) {
    work.setTurn({ verdict, keptVerdict: mustWait ? { ...verdict, span, patientSpan } : null });
  }
  const transition = applies && !mustWait ? apply(work, verdict) : null;
  auditVerdict(work, officer, event, { ...then, transition });
}

/** Thrown away, it would leave who handed the word back in silence until the next officer (485 E4). */
function applyKept(work: Work): void {
  const { phase, turn: { keptVerdict } } = work.state;
  if (keptVerdict === null) return;
  const isOver = phase !== "GOLDEN" || isStale(work, keptVerdict);
  if (!isOver && (isSpeaking(work) || isEncouraged(work, keptVerdict.span))) return;
  work.setTurn({ keptVerdict: null });
  if (!isOver) apply(work, keptVerdict);
}

/** The patient has begun to speak since it was asked (TT6). */
function isStale(
  { state: { turn } }: Work,
  { patientSpan }: Pick<OfficerAsk, "patientSpan">,
): boolean {
  return patientSpan !== turn.patientSpans;
}

function isSpeaking(work: Work): boolean {
  return (work.state.turn.report?.quietMs ?? 0) === 0;
}

/**
 * Who is told to go on has the word: no question follows while Alba speaks, nor before there has been
 * as much quiet again as the officer is asked at. A late verdict counts after that (TT6).
 */
function isEncouraged(work: Work, span: number): boolean {
  const { golden, turn } = work.state;
  if (work.isVoiceBusy()) return true;
  if (golden.encouragedSpan !== span) return false;
  const enoughMs = work.settings.eotQuietMs - REPORT_ROUNDING_MS;
  const isTooSoon = turn.span !== span && (turn.report?.quietMs ?? 0) < enoughMs;
  // Between her last word and the page's next report nobody knows what the patient does.
  return isTooSoon || !work.isQuiet();
}

/** What a verdict that need not wait leads to; null when it changes nothing. */
function apply(work: Work, { finishedThought, handedBack }: Judgement): string | null {
  const { phase, golden, turn } = work.state;
  const end = {
    atMs: work.nowMs,
    verdict: { finishedThought, handedBack },
    quietS: (turn.report?.quietMs ?? 0) / 1000,
    passStarts: work.state.passes.starts,
  };
  const isOver = finishedThought || handedBack;
  if (phase === "GOLDEN") {
    if (!canLeaveGolden(work)) return null;
    if (golden.windowRan && isOver) return leaveGolden(work, "golden_timer_elapsed", end);
    return handedBack ? leaveGolden(work, "hand_back", end) : null;
  }
  if (!isOver || !mayEndTurn(work)) return null;
  return endJudged(work, end) ? "turn_ended" : null;
}

interface Moment {
  readonly phase: Phase;
  readonly goldenMs: number | null;
}

function auditVerdict(
  work: Work,
  officer: OfficerAsk,
  event: Verdict,
  { phase, goldenMs, transition }: Moment & { readonly transition: string | null },
): void {
  const failure = event.failure;
  work.audit("auto.officer_verdict", {
    call: event.call,
    by: event.by,
    quiet_s: officer.quietS,
    span: officer.span,
    phase,
    golden_s: goldenMs === null ? null : goldenMs / 1000,
    finished_thought: failure === null ? event.finishedThought : null,
    handed_back: failure === null ? event.handedBack : null,
    failure,
    elapsed_ms: event.elapsedMs,
    deferred: officer.deferred,
    stale: isStale(work, officer),
    transition,
    ear_finished: work.state.turn.earScore,
  });
}

/** An error or timeout is a fact on the record; silence ends the turn (TT5). */
function failed(work: Work, officer: OfficerAsk, event: Verdict, then: Moment): void {
  work.audit("auto.officer_failed", {
    call: event.call,
    reason: event.failure,
    quiet_s: officer.quietS,
    phase: then.phase,
    elapsed_ms: event.elapsedMs,
  });
  auditVerdict(work, officer, event, { ...then, transition: null });
}

/** A call that never came back must not stand for ever. */
function expire(work: Work): void {
  for (const officer of work.state.turn.officers) {
    if (work.nowMs >= officer.deadlineMs + ANSWER_WAY_MS) giveUp(work, officer, "no_answer");
  }
}

function giveUp(work: Work, { askedMs, call }: OfficerAsk, failure: string): void {
  heard(work, {
    type: "officer_verdict",
    call,
    failure,
    elapsedMs: work.nowMs - askedMs,
    finishedThought: false,
    handedBack: false,
    by: work.settings.officer,
  });
}
