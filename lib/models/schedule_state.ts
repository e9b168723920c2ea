/**
 * What the scheduler knows. A job is one model call; a pass is three of them (CD1). Texts, prompts
 * and results are not here: the scheduler decides when, the runner knows what.
 */

/** In order of their priority on one server (LA4). */
export const JOB_KINDS = [
  "officer",
  "rerank",
  "topic",
  "urgency",
  "assessment",
  "affect",
  "prepare",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** The calls of a pass, in the order in which they run: an alarm is the first to be known (UR10). */
export const PASS_KINDS = ["urgency", "assessment", "affect"] as const;
export type PassKind = (typeof PASS_KINDS)[number];

/** Calls that a patient's silence waits for. */
export type ShortKind = "officer" | "rerank" | "topic";

export type SlotName = "main" | "short";

export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly room: string;
  readonly consultation: string;
  /** The pass it is part of. */
  readonly pass: string | null;
  readonly slot: SlotName;
  /** Order of arrival. */
  readonly seq: number;
  readonly submittedMs: number;
  /** The moment at which its answer is no longer of use; null when only its run is bounded. */
  readonly deadlineMs: number | null;
  /** Another pass was in flight on its server when it came (RE3). */
  readonly passInFlight: boolean;
}

export type JobEnd =
  /** It ran to its own outcome, good or bad. */
  | "ran"
  /** Its time was over before its turn came. */
  | "expired"
  | "cancelled"
  /** Idle preparation that made way. */
  | "abandoned";

export interface RunningJob {
  readonly job: Job;
  /** Set when it has been told to stop, and the server is still to let go. */
  readonly stopping: Exclude<JobEnd, "ran" | "expired"> | null;
}

/** One model server, which answers one call at a time. */
export interface Slot {
  readonly running: RunningJob | null;
  /** Short calls started since a call of a pass last was, while one waited. */
  readonly shortInARow: number;
  /** When each room was last served with each kind of call; a count of starts, not a time. */
  readonly lastServed: Readonly<Record<string, number>>;
  readonly starts: number;
}

export interface PassRequest {
  readonly id: string;
  readonly room: string;
  readonly consultation: string;
  /** It does not start before this moment, unless released (QF2). */
  readonly heldUntilMs: number;
  /** How long it waits from the landing of the pass that was in flight when it was asked for. */
  readonly afterPassMs: number;
}

export interface ActivePass {
  readonly id: string;
  readonly room: string;
  readonly consultation: string;
  readonly openJobs: number;
  readonly cancelled: boolean;
}

export interface ScheduleState {
  readonly slots: { readonly main: Slot; readonly short: Slot | null };
  /** In order of arrival. */
  readonly waiting: readonly Job[];
  /** At most one a consultation (CD2). */
  readonly passes: readonly ActivePass[];
  /** Passes still to start; at most one a consultation. */
  readonly requests: readonly PassRequest[];
  readonly seq: number;
}

const IDLE: Slot = { running: null, shortInARow: 0, lastServed: {}, starts: 0 };

/** With a second server the short calls have it to themselves (CDS_SHORT_URL). */
export function initialSchedule(hasShortServer: boolean): ScheduleState {
  return {
    slots: { main: IDLE, short: hasShortServer ? IDLE : null },
    waiting: [],
    passes: [],
    requests: [],
    seq: 0,
  };
}

export function isPassKind(kind: JobKind): kind is PassKind {
  return PASS_KINDS.some((one) => one === kind);
}
