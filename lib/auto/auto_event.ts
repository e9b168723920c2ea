import type { PhraseId } from "@/lib/speech/phrase_ids.ts";
import type { EndReason } from "@/lib/protocol/shared.ts";

/** A question as an agenda has it. */
export interface AgendaItem {
  readonly question: string;
  readonly rationale: string;
  readonly urgent: boolean;
  /** It is no plain question: the doctor's panel has it, and Alba does not ask it (SP1). */
  readonly isHeldBack?: true;
}

/** How the run's floor was found (TT10). */
export interface RunFloor {
  readonly floor: number;
  readonly noiseFloorRms: number | null;
  readonly margin: number;
  readonly source: "sound_check" | "no_sound_check";
  readonly clamped: boolean;
  readonly soundCheckAgeS: number | null;
}

/** Where the run is made: the socket's user agent, the toggle's platform and labels (EN4). */
export interface RunClient {
  readonly userAgent: string;
  readonly platform: string;
  readonly inputLabel: string;
  readonly outputLabel: string;
}

/** TT1: what the page's loop has measured. */
export interface QuietReport {
  readonly quietMs: number;
  /** Rises at the patient's speech and at the end of Alba's playback; null from a page without it. */
  readonly span: number | null;
  readonly since: "speech" | "playback";
  readonly rms: number;
  readonly floor: number;
  /** RMS of the last AUTO_TRACE_S, oldest first. */
  readonly trace: readonly number[];
  readonly traceStepMs: number;
  /** Position of the recording when it was taken, samples: audio time and server time are one. */
  readonly atSample: number;
}

/**
 * Who silenced an utterance that was cancelled: the doctor's Stop, a tap that takes its place (DW2), a
 * page that took control, or auto mode itself, whose run is over. Only the first is a doctor who wants
 * Alba silent (DW1).
 */
export type CancelledBy = "stop" | "tap" | "control" | "auto";

/** What a doctor tapped, once it is being spoken. */
export type Tapped =
  | { readonly kind: "phrase"; readonly phrase: PhraseId }
  | {
    readonly kind: "question";
    readonly version: number;
    readonly index: number;
    readonly item: AgendaItem;
  };

export interface AlarmNews {
  readonly id: string;
  readonly action: string;
}

/** A question that the patient has heard, as the record has it. */
export interface AskedBefore {
  readonly question: string;
  /** What its open form opened; null where it was asked in other words. */
  readonly topic: string | null;
  readonly isAnswered: boolean;
}

/**
 * `ears`: nobody writes down what is said; `recording`: no sound is kept; `record`: no row is. In
 * each of them an answer would be lost on Alba.
 */
export type Lack = "ears" | "recording" | "record";

/** A known alarm that an assessment raised again (UR5). */
export interface AlarmMatch {
  readonly alarm: string;
  readonly candidate: string;
  readonly matched: string;
  readonly score: number;
  readonly exact: boolean;
  readonly acknowledged: boolean;
}

/** The model's answer to a short call; `failure` is a fixed code, null when it is usable. */
interface Answer {
  /** The number that the call's effect gave it. */
  readonly call: number;
  readonly failure: string | null;
  readonly elapsedMs: number;
}

interface Placed {
  /**
   * Position of the recording when the service learned it, samples. No clock tells it: a box that stood
   * still has yet to read the sound of the meantime. Null only in what an earlier build has kept.
   */
  readonly atSample: number | null;
}

/**
 * Every input of the controller (RE5). All of it is JSON: a run is kept and played again from these.
 * Ids are drawn by the shell.
 */
export type AutoEvent =
  | {
    readonly type: "toggle_on";
    readonly run: string;
    readonly disclosureGiven: boolean;
    readonly invitationGiven: boolean;
    readonly floor: RunFloor;
    readonly client: RunClient;
    readonly agenda: { readonly version: number; readonly questions: readonly AgendaItem[] };
  }
  /** `stop`: the consultation is over; `paused`: off the record; `restart`: the service came back. */
  | {
    readonly type: "toggle_off";
    readonly reason: "toggle" | "stop" | "paused" | "restart";
  }
  | { readonly type: "quiet"; readonly report: QuietReport }
  /** The transcript is committed up to this position of the recording. */
  | {
    readonly type: "committed";
    readonly throughSample: number;
    readonly isPatient: boolean;
    /** The patient may have answered the disclosure with a no (EN2). */
    readonly refuses?: true;
  }
  | {
    readonly type: "officer_verdict";
    readonly finishedThought: boolean;
    readonly handedBack: boolean;
    readonly by: "rule" | "model";
  } & Answer
  | {
    readonly type: "topic_answer";
    readonly topic: string | null;
    /** Already through the guard of SP6; null when there is none that may be said. */
    readonly lay: string | null;
    readonly laySimilarity: number | null;
  } & Answer
  | {
    readonly type: "rerank_answer";
    readonly order: readonly string[];
    readonly drop: readonly { readonly id: string; readonly reason: string }[];
  } & Answer
  | { readonly type: "speech_prepared"; readonly token: number; readonly ok: boolean }
  /** The voice has taken or refused what was asked of it by its token. */
  | { readonly type: "say_issued"; readonly token: number; readonly utterance: string }
  | { readonly type: "say_refused"; readonly token: number; readonly code: string }
  /** Of any utterance, tapped or Alba's own. */
  | { readonly type: "speech_started"; readonly utterance: string } & Placed
  | {
    readonly type: "speech_ended";
    readonly utterance: string;
    readonly reason: EndReason;
    /** False when nothing of it was heard. */
    readonly audible: boolean;
    /** The page's own reading, of a politeness abort. */
    readonly rms: number | null;
    /** Only where the reason is `cancelled`. */
    readonly by?: CancelledBy;
  } & Placed
  | {
    readonly type: "tapped";
    readonly utterance: string;
    readonly what: Tapped;
    /** The doctor has confirmed that the planned question gives way (DW3). */
    readonly confirmed: boolean;
  }
  /** A tap that waits for the doctor's choice, because a question is planned (DW3). */
  | { readonly type: "tap_held"; readonly what: Tapped }
  | { readonly type: "handover_control" }
  /**
   * What this tap acknowledged, in the words that were displayed (UR14); `open` are the alarms that
   * still wait for a doctor.
   */
  | {
    readonly type: "resume" | "takeover";
    readonly seen: readonly AlarmNews[];
    readonly open: readonly AlarmNews[];
  }
  /** One assessment has been taken in by the alarm module (UR14). */
  | {
    readonly type: "alarms";
    readonly version: number;
    readonly source: "rule" | "model";
    readonly snapshot: string;
    readonly raised: readonly AlarmNews[];
    readonly matched: readonly AlarmMatch[];
    readonly open: readonly AlarmNews[];
    readonly standing: readonly AlarmNews[];
  }
  /** Alarms were acknowledged or arranged without an assessment. */
  | {
    readonly type: "alarms_settled";
    readonly open: readonly AlarmNews[];
    readonly standing: readonly AlarmNews[];
  }
  | { readonly type: "pass_started"; readonly version: number }
  /** `questions` is null when the pass brought no assessment: it failed, was capped or came too late. */
  | {
    readonly type: "pass_landed";
    readonly version: number;
    readonly questions: readonly AgendaItem[] | null;
  }
  /** The rules' newest agenda, shown as long as the model that is asked has brought none. */
  | {
    readonly type: "agenda_shown";
    readonly version: number;
    readonly questions: readonly AgendaItem[];
  }
  /** It will never land. */
  | { readonly type: "pass_dropped"; readonly version: number }
  /** Whether a model can be asked at all; without one nothing short is called. */
  | { readonly type: "model"; readonly usable: boolean }
  /** The acoustic end-of-turn model's reading of a span (TT14), 0 to 1. */
  | { readonly type: "ear_scored"; readonly span: number; readonly finished: number }
  /**
   * The service came back. What was being said, asked or read then is so no longer, and nobody will
   * report its end.
   */
  | { readonly type: "restarted" }
  /** What the record says was asked before the service came back (MA9). */
  | {
    readonly type: "asked_before";
    readonly asked: readonly AskedBefore[];
    /** Alba's open question at the end was heard. */
    readonly anythingElse: boolean;
  }
  /** What Alba lacks to listen by from now on; null when she has all of it. */
  | { readonly type: "senses"; readonly lack: Lack | null }
  /** The page in control is gone, or another one took its place. */
  | { readonly type: "page_lost" }
  | { readonly type: "tick" };
