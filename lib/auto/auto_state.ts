import type { ListeningPhase, Phase } from "@/lib/auto_phase.ts";
import type { PlanShown } from "@/lib/auto/auto_effect.ts";
import type { AlarmNews, Lack, RunFloor } from "@/lib/auto/auto_event.ts";
import { NO_TURN, type TurnState } from "@/lib/auto/turn_state.ts";
import type { QueueItem } from "@/lib/auto/queue_item.ts";
import type { AutoRef } from "@/lib/speech/auto_ref.ts";

export interface Run {
  readonly id: string;
  readonly floor: RunFloor;
}

/** EN2, EN3: the two phrases before the golden minutes. */
export interface Starting {
  readonly phrase: "disclosure" | "invitation";
  /** How often a phrase was issued in vain, and the one time that it is hoped not to be. */
  readonly attempts: number;
  readonly firstIssueMs: number;
  /** It was cut off and waits for the next quiet report. */
  readonly isDue: boolean;
  readonly rms: number | null;
  /** The doctor's own tap of this very phrase, while it is made and spoken. */
  readonly tapped: string | null;
  /** When the disclosure ended, while its answer is given room; null before it and after. */
  readonly askedMs: number | null;
}

export interface GoldenState {
  /** Null outside GOLDEN: there its clock stands still. */
  readonly enteredMs: number | null;
  readonly spentMs: number;
  readonly windowRan: boolean;
  readonly encouragers: number;
  readonly unanswered: number;
  readonly encouragedSpan: number | null;
}

/** Where the next utterance of the question phases is on its way. */
export type Flow =
  | { readonly at: "idle" }
  /** The re-ranker is asked which question is next. */
  | { readonly at: "choosing" }
  | { readonly at: "wording"; readonly item: string }
  | {
    readonly at: "voicing";
    readonly item: string;
    readonly ref: AutoRef;
    readonly token: number;
    readonly sinceMs: number;
  }
  | { readonly at: "ready"; readonly item: string; readonly ref: AutoRef }
  /** Nothing is pending: a pass may bring more (QF6). */
  | {
    readonly at: "waiting";
    readonly by: "agenda" | "doctor";
    /** Passes that had been started at the turn end; only a later one may find the queue spent. */
    readonly startsAtTurnEnd: number;
    readonly askedForMore: boolean;
    readonly sinceMs: number;
  }
  | {
    readonly at: "closing";
    readonly by: "agenda" | "doctor";
    readonly step: "anything_else" | "answer" | "phrase";
    /** A pass has brought something new since (QF7). */
    readonly refilled: boolean;
  };

export type What =
  | "disclosure"
  | "invitation"
  | "encourager"
  | "let_me_think"
  | "question"
  | "anything_else"
  | "examination_handover";

/** Alba's own utterance, from the moment it is issued to its end. */
export interface Saying {
  /** The run that ordered it; it may end in the next one. */
  readonly run: string | null;
  readonly token: number;
  readonly what: What;
  readonly item: string | null;
  readonly ref: AutoRef;
  readonly utterance: string | null;
  readonly issuedMs: number;
  readonly startedMs: number | null;
  readonly turnEndMs: number | null;
  readonly reask: boolean;
}

export interface RerankState {
  readonly call: {
    readonly id: number;
    /** The patient's span, by its count, whose words it is to take in. */
    readonly patientSpan: number;
    readonly sinceMs: number;
    readonly before: readonly string[];
  } | null;
  /** The patient's span that the newest order has taken in. */
  readonly doneSpan: number | null;
  /** Lines committed when it was last asked. */
  readonly atLines: number;
}

export interface PassesState {
  readonly inFlight: { readonly version: number; readonly index: number } | null;
  /** How many have started so far. */
  readonly starts: number;
  readonly isRequested: boolean;
  readonly isHeld: boolean;
  /** The patient's lines that were written down when the newest was asked for. */
  readonly askedAtLines: number;
  readonly modelUsable: boolean;
}

/** An alarm has paused the run. */
export interface Pause {
  /** The phase that it goes on with. */
  readonly from: ListeningPhase;
  readonly sinceMs: number;
}

export interface UrgencyState {
  /** Null outside PAUSED_URGENT. */
  readonly pause: Pause | null;
  readonly open: readonly AlarmNews[];
  readonly standing: readonly AlarmNews[];
  /** UR6: passes up to this number may not pause again; null until the first turn end. */
  readonly chance: { readonly throughStart: number | null } | null;
}

export interface AutoState {
  readonly phase: Phase;
  /** Null while auto mode is off or its run is over. */
  readonly run: Run | null;
  /** Null outside DISCLOSURE and INVITATION. */
  readonly starting: Starting | null;
  readonly turn: TurnState;
  readonly golden: GoldenState;
  readonly queue: { readonly items: readonly QueueItem[]; readonly named: number };
  readonly flow: Flow;
  /** "Let me think" has been said in this wait. */
  readonly hasThought: boolean;
  readonly saying: Saying | null;
  /** A doctor's utterance that is being prepared or spoken. */
  readonly tapped: string | null;
  /** How many of the run's utterances, one after the other, no page began to play. */
  readonly unstarted: number;
  readonly isConfirming: boolean;
  /** The question that was taken back unheard, and when: in the moment of the tap it gave way (DW3). */
  readonly gaveWay: { readonly item: string; readonly atMs: number } | null;
  readonly rerank: RerankState;
  readonly passes: PassesState;
  readonly urgency: UrgencyState;
  /** What she lacks to listen by, and since when; `isShown` once the run waits for it in words. */
  readonly lack: {
    readonly cause: Lack;
    readonly sinceMs: number;
    readonly isShown: boolean;
  } | null;
  /** Silence counts from here on; null where it was never lost. */
  readonly hearsSinceMs: number | null;
  readonly linesHeard: number;
  /** Kept for the session (MA9). */
  readonly anythingElseSpoken: boolean;
  readonly topicsOpened: readonly string[];
  /** The last number given to a call or an utterance. */
  readonly named: number;
  readonly shown: PlanShown;
}

export const NO_GOLDEN: GoldenState = {
  enteredMs: null,
  spentMs: 0,
  windowRan: false,
  encouragers: 0,
  unanswered: 0,
  encouragedSpan: null,
};

const NO_PASSES: PassesState = {
  inFlight: null,
  starts: 0,
  isRequested: false,
  isHeld: false,
  askedAtLines: 0,
  modelUsable: false,
};

const NO_RERANK: RerankState = { call: null, doneSpan: null, atLines: 0 };

/** A consultation in which auto mode has never been on. */
export function initialAuto(): AutoState {
  return {
    phase: "OFF",
    run: null,
    starting: null,
    turn: NO_TURN,
    golden: NO_GOLDEN,
    queue: { items: [], named: 0 },
    flow: { at: "idle" },
    hasThought: false,
    saying: null,
    tapped: null,
    unstarted: 0,
    isConfirming: false,
    gaveWay: null,
    rerank: NO_RERANK,
    passes: NO_PASSES,
    urgency: { pause: null, open: [], standing: [], chance: null },
    lack: null,
    hearsSinceMs: null,
    linesHeard: 0,
    anythingElseSpoken: false,
    topicsOpened: [],
    named: 0,
    shown: { plan: "idle", text: null },
  };
}
