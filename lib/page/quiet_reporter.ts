import { type LevelWindow, WINDOW_FRAMES, WINDOW_MS, windowRms } from "@/lib/page/level_window.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";

export type QuietReport = PageMessageOf<"quiet"> & { readonly span: number };

/** While quiet lasts, a report is at most this old: the service acts on none older than 600 ms (TT12). */
const REPEAT_MS = 500;

/**
 * After a playback's end the loudspeaker, the room and the microphone's own delay still bring Alba's
 * voice for about this long. A patient who answers at once is still speaking when it is over.
 */
export const PLAYBACK_TAIL_MS = 300;

/** A tenth of a thousandth of full scale: finer than any floor, and short to send. */
const LEVEL_DIGITS = 4;

/** What is measured by (TT10), in force from the next frame on. */
export interface QuietRules {
  /** RMS of full scale 1; at or above it somebody speaks. */
  readonly floor: number;
  /** Quiet is reported when it reaches each of these, s. */
  readonly thresholdsS: readonly number[];
  readonly traceS: number;
  /** False: measured, and nothing is told; what has lasted by then is told once this is true. */
  readonly isArmed: boolean;
}

/** One capture frame of 20 ms: its number and its RMS of full scale 1. */
export interface LevelFrame {
  readonly number: number;
  readonly rms: number;
}

/** TT1: how long nobody has spoken, since when, and what of it the service was told. */
export interface QuietMeter {
  /** Rises at the patient's speech and at the end of Alba's playback. */
  readonly span: number;
  readonly since: "speech" | "playback";
  readonly quietMs: number;
  /** True while the patient speaks. */
  readonly isActive: boolean;
  /** Alba is heard: an utterance, or the tail of one. */
  readonly alba: AlbaHeard;
  /** `quietMs` of the span's newest report; null while it has none. */
  readonly reportedMs: number | null;
  readonly window: LevelWindow;
  /** The frames of the last 100 ms in which Alba was not heard. */
  readonly newest: LevelWindow;
  /** RMS of each 100 ms of the last `traceS`, oldest first. */
  readonly trace: readonly number[];
  readonly frame: number | null;
}

type AlbaHeard =
  | { readonly state: "silent" }
  | { readonly state: "playing"; readonly keepsSpan: boolean }
  /** Not activity any more than the playback was, but quiet is counted again. */
  | { readonly state: "tail"; readonly leftMs: number };

/** `firstSpan` is above every number that an earlier load of this page may have used. */
export function quietMeter(firstSpan: number): QuietMeter {
  return {
    span: firstSpan,
    // Nobody has been heard yet: after a reload in a wait, a turn must still start to end (TT7).
    since: "playback",
    quietMs: 0,
    isActive: false,
    alba: { state: "silent" },
    reportedMs: null,
    window: [],
    newest: [],
    trace: [],
    frame: null,
  };
}

/** An utterance begins to sound, tapped or Alba's own, or the doctor reads one aloud. */
export function playbackStarted(meter: QuietMeter, keepsSpan: boolean): QuietMeter {
  return { ...meter, alba: { state: "playing", keepsSpan }, window: [], newest: [] };
}

/** The utterance is over; with `keepsSpan` the patient's quiet goes on as if it had not been (TT11). */
export function playbackEnded(meter: QuietMeter): QuietMeter {
  const { alba, span } = meter;
  if (alba.state !== "playing") return meter;
  const heard = {
    ...meter,
    alba: { state: "tail", leftMs: PLAYBACK_TAIL_MS },
    window: [],
  } as const;
  return alba.keepsSpan ? heard : {
    ...heard,
    span: span + 1,
    since: "playback",
    quietMs: 0,
    isActive: false,
    reportedMs: null,
  };
}

/**
 * The meter after one more frame, and the report that is due with it. A hole in the numbers is time
 * in which anything may have been said: quiet starts again under a new span number.
 */
export function quietMeterStep(
  meter: QuietMeter,
  frame: LevelFrame,
  rules: QuietRules,
): { readonly meter: QuietMeter; readonly report: QuietReport | null } {
  const whole = meter.frame === null || frame.number === meter.frame + 1 ? meter : afterHole(meter);
  const square = frame.rms * frame.rms;
  const window = [...whole.window, square];
  const hears = whole.alba.state === "silent";
  const newest = hears ? [...whole.newest, square].slice(-WINDOW_FRAMES) : [];
  const next = { ...whole, frame: frame.number, window, newest };
  if (window.length < WINDOW_FRAMES) return { meter: next, report: null };
  return judged({ ...next, window: [] }, windowRms(window), rules);
}

/** RMS of the newest 100 ms, Alba's own voice left out, as it is told; null without as much. */
export function newestLevel({ newest }: QuietMeter): number | null {
  return newest.length < WINDOW_FRAMES ? null : shortened(windowRms(newest));
}

function afterHole(meter: QuietMeter): QuietMeter {
  return {
    ...meter,
    span: meter.span + 1,
    quietMs: 0,
    isActive: false,
    reportedMs: null,
    window: [],
    newest: [],
    trace: [],
  };
}

/** One whole window of level `rms`. */
function judged(meter: QuietMeter, rms: number, rules: QuietRules) {
  const ring = Math.max(1, Math.round(rules.traceS * 1000 / WINDOW_MS));
  const trace = [...meter.trace, shortened(rms)].slice(-ring);
  const heard = { ...meter, trace };
  switch (meter.alba.state) {
    case "playing":
      return { meter: keptQuiet(heard, meter.alba.keepsSpan), report: null };
    case "tail": {
      const leftMs = meter.alba.leftMs - WINDOW_MS;
      const alba = leftMs > 0 ? { state: "tail", leftMs } as const : { state: "silent" } as const;
      const quietMs = meter.quietMs + WINDOW_MS;
      return { meter: { ...heard, alba, quietMs, isActive: false }, report: null };
    }
    case "silent":
      return rms >= rules.floor ? spoken(heard, rms, rules) : quieter(heard, rms, rules);
  }
}

/** What does not begin a new span does not stop its clock either, nor is it told meanwhile. */
function keptQuiet(meter: QuietMeter, keepsSpan: boolean): QuietMeter {
  return keepsSpan && !meter.isActive ? { ...meter, quietMs: meter.quietMs + WINDOW_MS } : meter;
}

/** The patient speaks; what the service believes to be quiet is ended at once. */
function spoken(meter: QuietMeter, rms: number, rules: QuietRules) {
  if (meter.isActive) return { meter, report: null };
  const wasReported = meter.reportedMs !== null;
  const next: QuietMeter = {
    ...meter,
    span: meter.span + 1,
    since: "speech",
    quietMs: 0,
    isActive: true,
    reportedMs: null,
  };
  return { meter: next, report: wasReported && rules.isArmed ? report(next, rms, rules) : null };
}

function quieter(meter: QuietMeter, rms: number, rules: QuietRules) {
  const quietMs = meter.quietMs + WINDOW_MS;
  const next = { ...meter, quietMs, isActive: false };
  if (!rules.isArmed || !isDue(meter.reportedMs, quietMs, rules)) {
    return { meter: next, report: null };
  }
  return { meter: { ...next, reportedMs: quietMs }, report: report(next, rms, rules) };
}

/** A threshold was reached since the last report, or that report has grown old. */
function isDue(reportedMs: number | null, quietMs: number, { thresholdsS }: QuietRules): boolean {
  const before = reportedMs ?? 0;
  if (thresholdsS.some((s) => s * 1000 > before && s * 1000 <= quietMs)) return true;
  return reportedMs !== null && quietMs - reportedMs >= REPEAT_MS;
}

function report(meter: QuietMeter, rms: number, rules: QuietRules): QuietReport {
  return {
    type: "quiet",
    quiet_s: meter.quietMs / 1000,
    span: meter.span,
    since: meter.since,
    rms: shortened(rms),
    floor: rules.floor,
    trace: [...meter.trace],
    trace_step_ms: WINDOW_MS,
    frame: meter.frame ?? 0,
  };
}

/** A level as it is told. */
export function shortened(rms: number): number {
  return Number(Math.min(1, rms).toFixed(LEVEL_DIGITS));
}
