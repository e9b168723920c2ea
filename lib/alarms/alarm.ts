import type { Action } from "@/lib/text/action_match.ts";

/** What raised an alarm: the embedded rules, which need no model, or a model's urgency call. */
export type AlarmSource = "rule" | "model";

/** Something urgent that somebody said should be done, before it is known to be new. */
export interface AlarmCandidate {
  readonly action: string;
  readonly reason: string;
  /** The patient's words that it rests on, as quoted by its source. */
  readonly quote: string | null;
  /** The question that they answer, as it was asked; null where they stand for themselves. */
  readonly question: string | null;
  /** False when the quote does not stand in the transcript (CD6); the alarm stands all the same. */
  readonly quoteFound: boolean;
  /** The transcript line quoted, if it is known. */
  readonly segment: string | null;
  readonly source: AlarmSource;
  /** The source says that the transcript shows it arranged. */
  readonly arranged: boolean;
}

/** An acknowledgement is a person's and names what they saw. */
export interface Acknowledgement {
  readonly by: string;
  readonly atMs: number;
}

/** Words that an alarm was shown in, from a snapshot on. */
export interface ShownAction {
  readonly action: string;
  readonly since: number;
}

export interface Alarm {
  readonly id: string;
  readonly action: string;
  readonly reason: string;
  readonly quote: string | null;
  readonly question: string | null;
  readonly quoteFound: boolean;
  readonly segment: string | null;
  readonly source: AlarmSource;
  /** The assessment in which it first stood (UR9). */
  readonly snapshot: string;
  readonly raisedMs: number;
  /** Its first wording and every re-wording that has joined it (UR5). */
  readonly wordings: readonly Action[];
  /** What it was shown as, oldest first; the last is `action`. */
  readonly shown: readonly ShownAction[];
  readonly acknowledged: Acknowledgement | null;
  /** Latches: once arranged it stays so (CD7). */
  readonly arranged: boolean;
}

/** All alarms of a consultation, oldest first; none is ever removed. */
export interface AlarmsState {
  readonly alarms: readonly Alarm[];
  /**
   * Counts the assessments that named an action. A page says by it which of an alarm's wordings it
   * displayed (UR14).
   */
  readonly snapshot: number;
}

export const NO_ALARMS: AlarmsState = { alarms: [], snapshot: 0 };

/** What people and transcript have made of an alarm, in the record as on the wire. */
type AlarmMarks = { readonly acknowledged: object | null; readonly arranged: boolean };

/** Waits for a doctor: neither acknowledged nor arranged. */
export function isOpen(alarm: AlarmMarks): boolean {
  return alarm.acknowledged === null && !alarm.arranged;
}

/** Acknowledged, but the transcript does not show it arranged: it stays in the strip (UR7). */
export function isStanding(alarm: AlarmMarks): boolean {
  return alarm.acknowledged !== null && !alarm.arranged;
}
