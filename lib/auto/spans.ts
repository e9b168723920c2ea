import { msToSamples } from "@/lib/audio/units.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent, QuietReport } from "@/lib/auto/auto_event.ts";
import { REPORT_ROUNDING_MS } from "@/lib/auto/auto_settings.ts";
import { heardQuietMs } from "@/lib/auto/senses.ts";
import { takeWord } from "@/lib/auto/turn_moves.ts";
import { NO_TURN, type TurnState } from "@/lib/auto/turn_state.ts";
import type { Work } from "@/lib/auto/work.ts";

/**
 * TT1, TT2: which quiet span the room is in. The first machine of a report, so that all others know
 * whether the patient has spoken since the one before.
 */
export function spansMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "quiet":
      return reported(work, event.report);
    case "committed":
      return committed(work, event);
    case "page_lost":
      // Nothing is known of the room any more, and nothing is said into the unknown (TT12).
      return work.setTurn({ report: null });
    case "restarted":
      // What is counted from the clock of the service that was is counted anew.
      return work.setTurn({ report: null, auditedMs: NO_TURN.auditedMs });
    case "ear_scored":
      if (event.span === work.state.turn.span) work.setTurn({ earScore: event.finished });
      return;
    default:
      return;
  }
}

function committed(work: Work, event: Extract<AutoEvent, { type: "committed" }>): void {
  const { committedThrough, wordsThrough } = work.state.turn;
  work.setTurn({ committedThrough: Math.max(committedThrough, event.throughSample) });
  if (!event.isPatient) return;
  work.setTurn({ wordsThrough: Math.max(wordsThrough, event.throughSample) });
  work.set({ linesHeard: work.state.linesHeard + 1 });
}

/** The ears have decided all that the patient has said so far, also that it was nothing (TT7, TT12). */
export function isSpeechDecided({ committedThrough, speechEndSample }: TurnState): boolean {
  if (speechEndSample === null) return true;
  return committedThrough >= speechEndSample - msToSamples(REPORT_ROUNDING_MS * 2);
}

/** The transcript is written down through the words before the newest span's quiet (TT3). */
export function isSpanCommitted({ committedThrough, report }: TurnState): boolean {
  if (report === null) return false;
  const spanStart = report.atSample - msToSamples(report.quietMs);
  return committedThrough >= spanStart - msToSamples(REPORT_ROUNDING_MS * 2);
}

function reported(work: Work, report: QuietReport): void {
  const { turn } = work.state;
  // Overtaken on its way, it tells of a room that was: an old silence would be a new span of the patient's.
  if (turn.report !== null && report.atSample < turn.report.atSample) return;
  const span = spanOf(turn, report);
  const fresh = span !== turn.span;
  const quietMs = heardQuietMs(work, report.quietMs);
  work.setTurn({ report: { ...report, quietMs, pageQuietMs: report.quietMs, atMs: work.nowMs } });
  // Where the speech ended is told by the span's first quiet report; those after it only round anew.
  if (
    report.since === "speech" && (fresh || report.quietMs === 0 || turn.report?.pageQuietMs === 0)
  ) {
    work.setTurn({ speechEndSample: report.atSample - msToSamples(report.quietMs) });
  }
  audit(work, report, span, fresh);
  if (!fresh) return;
  work.setTurn({ span, verdict: null, earScore: null, officerDueMs: null });
  if (report.since === "speech") patientSpoke(work);
}

/** The number alone tells; a page that sends none is told by quiet that has shrunk (TT2). */
function spanOf(turn: TurnState, report: QuietReport): number {
  if (report.span !== null) return report.span;
  if (turn.span === null) return 1;
  const hasShrunk = turn.report !== null && report.quietMs < turn.report.pageQuietMs;
  return hasShrunk ? turn.span + 1 : turn.span;
}

function patientSpoke(work: Work): void {
  work.setTurn({ patientSpans: work.state.turn.patientSpans + 1 });
  takeWord(work);
  work.raise({ type: "patient_span" });
}

/** TT9: the first report of a span always, then at most one a second. */
function audit(work: Work, report: QuietReport, span: number, fresh: boolean): void {
  const { run, phase, turn } = work.state;
  if (run === null) return;
  const isDue = work.nowMs - turn.auditedMs >= work.settings.quietReportAuditMs;
  if (!fresh && !isDue) return;
  work.setTurn({ auditedMs: work.nowMs });
  work.audit("auto.quiet_report", {
    quiet_s: report.quietMs / 1000,
    span,
    since: report.since,
    rms: report.rms,
    floor: report.floor,
    fresh,
    phase,
  });
}
