/** How long people waited in one case, ms; the round puts the cases together. */
export interface CaseMeasures {
  /** The patient's last word → Alba's question begins to sound (LA5). */
  readonly lastWordToVoiceMs: readonly number[];
  /** The same for what had to wait for a pass, because no question was left (QF6). */
  readonly lastWordAfterPassMs: readonly number[];
  /** The judged turn end → the same (RE2). */
  readonly turnEndToVoiceMs: readonly number[];
  readonly turnEndToIssueMs: readonly number[];
  /** Turn end → "anything else", after a pass had to find the queue spent (QF6). */
  readonly emptyQueueMs: readonly number[];
  /** A piece's last word → its text. */
  readonly commitLagMs: readonly number[];
  readonly questions: number;
  /** Questions that began while the patient had more to say. */
  readonly cutOffs: number;
  readonly pauses: number;
}
