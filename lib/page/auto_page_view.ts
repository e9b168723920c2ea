import { isListening, type Phase } from "@/lib/auto_phase.ts";
import type { AutoAction, AutoConfig, AutoView } from "@/lib/protocol/auto_messages.ts";
import type { ServerMessage, ServerMessageOf } from "@/lib/protocol/server_messages.ts";
import type { SpeechRef } from "@/lib/protocol/shared.ts";

/** The golden window as the service last told it. */
export interface GoldenWindow {
  readonly spentMs: number;
  readonly runs: boolean;
  /** Monotonic time at which that was heard. */
  readonly heardAtMs: number;
}

/** A tap that waits for the doctor's choice (DW3). */
export interface SpeakChoice {
  readonly ref: SpeechRef;
  readonly queuedText: string;
}

/** What the live page shows of auto mode. Each field says what the service last said. */
export interface AutoPageView {
  /** Null until the first snapshot. */
  readonly config: AutoConfig | null;
  readonly on: boolean;
  readonly starting: boolean;
  readonly phase: Phase;
  /** The phase that an urgency pause interrupted; null while there is none. */
  readonly pausedFrom: Phase | null;
  readonly golden: GoldenWindow;
  readonly plan: AutoView["plan"];
  readonly planText: string | null;
  readonly paused: readonly AutoAction[];
  readonly standing: readonly AutoAction[];
  /** Why auto mode is off, where it went off by itself; of a run, what it waits for. */
  readonly words: string | null;
  readonly choice: SpeakChoice | null;
}

export type AutoPageEvent =
  | { readonly type: "server"; readonly message: ServerMessage; readonly nowMs: number }
  /** The doctor has chosen, or can no longer. */
  | { readonly type: "chosen" };

export function initialAutoPageView(): AutoPageView {
  return {
    config: null,
    on: false,
    starting: false,
    phase: "OFF",
    pausedFrom: null,
    golden: { spentMs: 0, runs: false, heardAtMs: 0 },
    plan: "idle",
    planText: null,
    paused: [],
    standing: [],
    words: null,
    choice: null,
  };
}

/** The next view; null while the service has no auto mode (EN1). Pure. */
export function reduceAuto(view: AutoPageView | null, event: AutoPageEvent): AutoPageView | null {
  switch (event.type) {
    case "chosen":
      return view === null ? null : { ...view, choice: null };
    case "server":
      if (event.message.type === "state") return fromSnapshot(event.message, event.nowMs);
      return view === null ? null : reduceServer(view, event.message, event.nowMs);
  }
}

function reduceServer(view: AutoPageView, message: ServerMessage, nowMs: number): AutoPageView {
  switch (message.type) {
    case "auto_toggled":
      return withToggle(view, message);
    case "auto_phase":
      return withPhase(view, message.phase, {
        spentMs: message.golden_spent_ms,
        runs: message.golden_runs,
        heardAtMs: nowMs,
      });
    case "auto_plan":
      return { ...view, plan: message.plan, planText: message.text };
    case "auto_paused":
      return { ...view, paused: message.actions };
    case "auto_standing":
      return { ...view, standing: message.actions };
    case "auto_ended":
      return { ...overView(view), words: ENDED_WORDS[message.reason] };
    case "speak_confirm":
      return { ...view, choice: { ref: message.ref, queuedText: message.queued_text } };
    case "speak_confirm_gone":
      return { ...view, choice: null };
    default:
      return view;
  }
}

const ENDED_WORDS: Readonly<Record<ServerMessageOf<"auto_ended">["reason"], string>> = {
  handover: "Auto is over: the consultation is yours.",
  takeover: "You have taken over.",
  urgent: "Auto is over: something is urgent.",
};

function withToggle(view: AutoPageView, message: ServerMessageOf<"auto_toggled">): AutoPageView {
  const { config, on, starting, words } = message;
  const base = on || starting ? view : overView(view);
  // How the run ended stays said; a run that was switched off leaves nothing to say.
  const said = words ?? (on || starting || view.on || view.starting ? null : view.words);
  return { ...base, on, starting, config, words: said };
}

function withPhase(view: AutoPageView, phase: Phase, golden: GoldenWindow): AutoPageView {
  const isPause = phase === "PAUSED_URGENT";
  const pausedFrom = !isPause ? null : view.phase === phase ? view.pausedFrom : view.phase;
  return { ...view, phase, pausedFrom, golden, paused: isPause ? view.paused : [] };
}

/** Without a run nothing is planned, waited for or to be chosen; what is urgent and seen stays. */
function overView(view: AutoPageView): AutoPageView {
  return {
    ...view,
    on: false,
    starting: false,
    plan: "idle",
    planText: null,
    paused: [],
    choice: null,
  };
}

function fromSnapshot(
  { auto }: ServerMessageOf<"state">,
  nowMs: number,
): AutoPageView | null {
  if (auto === undefined) return null;
  const { config, on, paused, phase, plan, standing, starting, words } = auto;
  return {
    config,
    on,
    starting,
    phase,
    pausedFrom: auto.paused_from,
    golden: { spentMs: auto.golden_spent_ms, runs: auto.golden_runs, heardAtMs: nowMs },
    plan,
    planText: auto.plan_text,
    paused,
    standing,
    words,
    // A choice that this connection was not asked to make is not waited for.
    choice: null,
  };
}

/** While the run is off nothing is measured for the service, and nothing is handed over. */
export function isRunning(view: AutoPageView): boolean {
  return view.on || view.starting;
}

export function isPausedForUrgency({ paused, phase }: AutoPageView): boolean {
  return phase === "PAUSED_URGENT" || paused.length > 0;
}

/** Whether the doctor can ask Alba to come to an end by herself (QF7). */
export function mayHandOver({ on, phase }: AutoPageView): boolean {
  return on && isListening(phase);
}

/** Whether the golden seconds are shown: running in their phase, frozen in a pause of it (VI2). */
export function showsGolden({ phase, pausedFrom }: AutoPageView): boolean {
  return phase === "GOLDEN" || (phase === "PAUSED_URGENT" && pausedFrom === "GOLDEN");
}

/** What is left of the golden minutes at `nowMs` (monotonic), never below 0, ms. */
export function goldenLeftMs({ config, golden }: AutoPageView, nowMs: number): number {
  const runMs = golden.runs ? nowMs - golden.heardAtMs : 0;
  return Math.max(0, (config?.golden_s ?? 0) * 1000 - golden.spentMs - runMs);
}
