import type { AutoEvent, Lack } from "@/lib/auto/auto_event.ts";
import { EAR_QUIET_MS } from "@/lib/auto/auto_settings.ts";
import type { AutoModeSettings } from "@/lib/consultation/auto_mode_settings.ts";
import type { AutoDrive } from "@/lib/consultation/auto_drive.ts";
import { NOTHING_SAID, type SaidTurns, withLine } from "@/lib/consultation/slices/said_turns.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import type { AutoConfig, AutoView } from "@/lib/protocol/auto_messages.ts";
import type { SpeechRef } from "@/lib/protocol/shared.ts";
import { autoOverview } from "@/lib/auto/view.ts";

/** Auto mode in a consultation: the controller, and what its events are made from. */
export interface AutoSlice {
  readonly drive: AutoDrive;
  /** Said to their end in this consultation, by whoever's wish (EN2). */
  readonly given: { readonly disclosure: boolean; readonly invitation: boolean };
  /** Where an answer to the disclosure stands in the recording, samples; null before each of the two. */
  readonly answer: { readonly from: number | null; readonly till: number | null };
  /** The doctor has noted that the patient agrees: no word of theirs is taken for a no. */
  readonly isAgreed: boolean;
  readonly modelUsable: boolean;
  /** What the controller was last told that it lacks. */
  readonly lack: Lack | null;
  /** From the record, for the controller that comes back (MA9); null where nothing was asked. */
  readonly askedBefore: AskedBeforeEvent | null;
  readonly said: SaidTurns;
  /** Where the newest frame ends in the recording: a report names the frame it was taken at (TT3). */
  readonly frame: { readonly sequence: number; readonly endSample: number } | null;
  readonly sequence: number;
  /** Length of the recording, samples. */
  readonly position: number;
  /** When the recording came so far; null before this service's first sound. */
  readonly soundAtMs: number | null;
  /** The span of the page's newest report, and by how many typed answers ours are ahead of it. */
  readonly pageSpan: number | null;
  readonly spansTyped: number;
  /** A typed answer is speech that no microphone has heard: quiet counts from it. */
  readonly typedAtMs: number | null;
  /** The newest span that the acoustic ear was asked to score (TT14). */
  readonly scoredSpan: number | null;
  /** The doctor's question that waits for a choice (DW3). */
  readonly held: SpeechRef | null;
  /** Why auto mode went off by itself, for a page that joins later. */
  readonly words: string | null;
  /** Of the run that begins. */
  readonly soundCheck: string | null;
}

type AskedBeforeEvent = Extract<AutoEvent, { type: "asked_before" }>;

/** What the record has of it when the session is built. */
export interface RestoredAuto {
  readonly drive: AutoDrive;
  readonly askedBefore: AskedBeforeEvent | null;
  readonly disclosureGiven: boolean;
  readonly invitationGiven: boolean;
  readonly isAgreed: boolean;
  readonly modelUsable: boolean;
  readonly position: number;
  readonly committed: readonly TranscriptSegmentMessage[];
}

export function initialAutoSlice(restored: RestoredAuto): AutoSlice {
  return {
    drive: restored.drive,
    given: { disclosure: restored.disclosureGiven, invitation: restored.invitationGiven },
    // What was said before a restart is not heard again as an answer; its run is over, too.
    answer: { from: null, till: null },
    isAgreed: restored.isAgreed,
    modelUsable: restored.modelUsable,
    lack: null,
    askedBefore: restored.askedBefore,
    said: restored.committed.reduce(withLine, NOTHING_SAID),
    frame: null,
    sequence: 0,
    position: restored.position,
    soundAtMs: null,
    pageSpan: null,
    spansTyped: 0,
    typedAtMs: null,
    scoredSpan: null,
    held: null,
    words: null,
    soundCheck: null,
  };
}

/** Reports begin here, s: early enough for a new span to be known before anything is judged of it. */
const FIRST_REPORT_S = 0.5;

/** What the page measures by (TT1, TT10). */
export function pageConfig(state: AutoSlice, auto: AutoModeSettings): AutoConfig {
  const { ear, eotFallbackMs, eotQuietMs, encouragerMinQuietMs, goldenMs, noAnswerGraceMs } =
    auto.thresholds;
  const scored = ear === "off" ? [] : [EAR_QUIET_MS];
  const crossed = [...scored, eotQuietMs, eotFallbackMs, encouragerMinQuietMs, noAnswerGraceMs]
    .map((ms) => ms / 1000);
  return {
    floor: state.drive.core.run?.floor.floor ?? auto.floor.min,
    golden_s: goldenMs / 1000,
    thresholds_s: [...new Set([FIRST_REPORT_S, ...crossed])].sort((a, b) => a - b),
    trace_s: auto.traceS,
    barge_in_rms: auto.thresholds.bargeInRms,
  };
}

/** What a page that joins is shown. */
export function autoView(state: AutoSlice, auto: AutoModeSettings, nowMs: number): AutoView {
  const view = autoOverview(state.drive.core, nowMs);
  return {
    config: pageConfig(state, auto),
    on: view.on,
    starting: view.starting,
    phase: view.phase,
    paused_from: view.pausedFrom,
    golden_spent_ms: view.goldenSpentMs,
    golden_runs: view.goldenRuns,
    plan: view.plan,
    plan_text: view.planText,
    paused: view.paused.map((action) => ({ ...action })),
    standing: view.standing.map((action) => ({ ...action })),
    words: state.words,
  };
}
