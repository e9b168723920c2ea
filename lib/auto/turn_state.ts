import type { QuietReport } from "@/lib/auto/auto_event.ts";
import type { AutoRef } from "@/lib/speech/auto_ref.ts";

/** A question that waits for its answer. */
export interface Awaiting {
  readonly kind: "question" | "anything_else";
  readonly by: "auto" | "tap";
  readonly item: string | null;
  /** Said once more for want of an answer; null for a tap. */
  readonly ref: AutoRef | null;
  readonly hasStarted: boolean;
  readonly endedMs: number | null;
  /** The patient has spoken since. */
  readonly spoke: boolean;
  /** Not asked before: when nobody hears it, it has never been asked (QU8). */
  readonly isFirstAsk: boolean;
  /** It has been asked again, or is not to be. */
  readonly reasked: boolean;
  /** Where of the recording its first sound fell; null until then, or where an earlier build kept none. */
  readonly startSample: number | null;
  /** Where its sound first came to an end; null until then, or where an earlier build kept none. */
  readonly endSample: number | null;
  /** It was asked again because what was said to it became no words (TT7). */
  readonly wasWordless: boolean;
}

/** The doctor's question is still to be heard; a phrase tapped after it is none of its (DW5). */
export function isTapAwaited(awaiting: Awaiting | null): awaiting is Awaiting {
  return awaiting?.by === "tap" && awaiting.endedMs === null;
}

/** What the officer has said of a span. */
export interface Judgement {
  readonly finishedThought: boolean;
  readonly handedBack: boolean;
}

export interface TurnEnd {
  readonly atMs: number;
  /** What ended it; null where silence did. */
  readonly verdict: Judgement | null;
  readonly quietS: number;
  /** Passes that had started by then: only a later one has heard this turn (QF6). */
  readonly passStarts: number;
}

export interface OfficerAsk {
  readonly call: number;
  readonly span: number;
  /** The patient's span, by its count, that it judges. */
  readonly patientSpan: number;
  readonly quietS: number;
  readonly askedMs: number;
  readonly deadlineMs: number;
  readonly deferred: boolean;
}

export type KeptVerdict = Judgement & Pick<OfficerAsk, "span" | "patientSpan">;

export interface TurnState {
  /** `quietMs` is what Alba could hear of the page's own `pageQuietMs`. */
  readonly report: (QuietReport & { readonly pageQuietMs: number; readonly atMs: number }) | null;
  /** The span that the newest report belongs to. */
  readonly span: number | null;
  /** How often the patient has begun to speak; what plays in between does not count. */
  readonly patientSpans: number;
  /** Asked and not yet answered, oldest first: behind a pass one span's may outlast the span. */
  readonly officers: readonly OfficerAsk[];
  readonly officerAskedSpan: number | null;
  /** When the newest span first was quiet enough for the officer, for the wait on the transcript. */
  readonly officerDueMs: number | null;
  /** Of the newest span; null until it is there. */
  readonly verdict: Judgement | null;
  /** One that came while an encourager sounded or had just sounded; it counts after it (GO6, TT6). */
  readonly keptVerdict: KeptVerdict | null;
  readonly earScore: number | null;
  readonly committedThrough: number;
  /** Where the patient's newest words end. */
  readonly wordsThrough: number;
  /** Where the patient's newest speech ended, as the page measured it; null before any. */
  readonly speechEndSample: number | null;
  /** A turn end that waits for the ears, and since when (TT7). */
  readonly held: { readonly end: TurnEnd; readonly sinceMs: number } | null;
  /** A judged turn end that stands (TT8). */
  readonly ended: TurnEnd | null;
  readonly awaiting: Awaiting | null;
  /** The doctor has silenced Alba: she waits until somebody has spoken. */
  readonly isHushed: boolean;
  readonly auditedMs: number;
}

export const NO_TURN: TurnState = {
  report: null,
  span: null,
  patientSpans: 0,
  officers: [],
  officerAskedSpan: null,
  officerDueMs: null,
  verdict: null,
  keptVerdict: null,
  earScore: null,
  committedThrough: 0,
  wordsThrough: 0,
  speechEndSample: null,
  held: null,
  ended: null,
  awaiting: null,
  isHushed: false,
  auditedMs: Number.MIN_SAFE_INTEGER,
};
