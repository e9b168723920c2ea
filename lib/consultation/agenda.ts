/** One line of the transcript as the rules and the quotes know it. */
export interface Line {
  readonly segment: string;
  readonly text: string;
  readonly role: "doctor" | "patient" | "other" | null;
}

/** A question still worth asking, and why. Its text is its identity. */
export interface AgendaQuestion {
  readonly question: string;
  readonly rationale: string;
  /** The answer may complete a red flag that has begun to show. */
  readonly urgent: boolean;
}

export interface AgendaConsideration {
  readonly condition: string;
  readonly for: readonly string[];
  readonly against: readonly string[];
}

/** One immutable version of what is worth asking (CD2); pages show the newest. */
export interface Agenda {
  /** Counted from 1; 0 is the empty agenda before anything was said. */
  readonly version: number;
  readonly source: "rule" | "model";
  /** When it landed, ms of wall time: a model's view may be older than what was said since. */
  readonly landedWallMs: number;
  /** The model's summary so far; empty from the rules. */
  readonly summary: string;
  readonly questions: readonly AgendaQuestion[];
  readonly considerations: readonly AgendaConsideration[];
}

export const EMPTY_AGENDA: Agenda = {
  version: 0,
  source: "rule",
  landedWallMs: 0,
  summary: "",
  questions: [],
  considerations: [],
};

/** Whether a doctor would see a difference. */
export function sameAgenda(
  a: Pick<Agenda, "questions" | "considerations">,
  b: Pick<Agenda, "questions" | "considerations">,
): boolean {
  return a.questions.length === b.questions.length &&
    a.considerations.length === b.considerations.length &&
    a.questions.every((one, index) => {
      const other = b.questions[index];
      return one.question === other?.question && one.urgent === other.urgent;
    }) &&
    a.considerations.every((one, index) => {
      const other = b.considerations[index];
      return one.condition === other?.condition && one.for.length === other.for.length &&
        one.against.length === other.against.length;
    });
}
