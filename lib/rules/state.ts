import type { ArrangementKind } from "@/lib/rules/arrangement.ts";
import type { StoryOf } from "@/lib/rules/reading/context.ts";
import type { AffirmedPart } from "@/lib/rules/reading/asked.ts";
import type { SpeakerRole } from "@/lib/rules/reading/speech_act.ts";

/** One committed line of the transcript. */
export interface RulesSegment {
  /** The caller's own number; it comes back with every quote. */
  readonly line: number;
  readonly text: string;
  /** Missing or null: nobody has told the voices apart. */
  readonly role?: SpeakerRole;
  readonly startMs?: number;
}

/** A finding as it was last heard, with the exact words. */
export interface Heard {
  readonly finding: string;
  /** Exact substring of the line, in the words of who reports or denies it. */
  readonly quote: string;
  readonly line: number;
  /** Position in the consultation, in words: it does not depend on how lines are cut. */
  readonly atWord: number;
  /** What was asked, where `quote` only answers: "Yes." says nothing by itself. */
  readonly question: Asked | null;
}

/** A question's exact words. Alba's own has the number of the line that comes after it. */
export interface Asked {
  readonly quote: string;
  readonly line: number;
}

/** A question that still waits for its answer. */
export interface AskedSentence extends Asked {
  readonly question: boolean;
  readonly text: string;
  /** Stems of the words an answer may repeat to keep to the question. */
  readonly telling: readonly string[];
  readonly findings: readonly string[];
  /** Named with a "no": "and no blood, then". */
  readonly negated: readonly string[];
  /** Spoken of as known: "the headache". */
  readonly definite: readonly string[];
  /** What an answer affirms by naming a part of it. */
  readonly parts: readonly AffirmedPart[];
}

export interface OpenFrame {
  readonly complaint: string;
  readonly atWord: number;
}

export interface Raised {
  readonly flag: string;
  /** Position of the earliest evidence: what is arranged before it was not for this. */
  readonly sinceWord: number;
  readonly evidence: readonly Heard[];
}

export interface Arrangement {
  readonly kind: ArrangementKind;
  readonly quote: string;
  readonly line: number;
  readonly atWord: number;
}

/** All that is remembered of a consultation; immutable, serialisable, bounded by the catalogue. */
export interface RulesState {
  readonly wordsHeard: number;
  readonly storyOf: StoryOf;
  readonly reported: ReadonlyMap<string, Heard>;
  readonly denied: ReadonlyMap<string, Heard>;
  /** Findings the doctor has asked about, and questions of the agenda asked in like words. */
  readonly asked: ReadonlySet<string>;
  readonly waiting: readonly AskedSentence[];
  /** Patient sentences since the question that did not answer it. */
  readonly unanswered: number;
  /** What the patient's last sentence reported or denied, for "no, I mean my arm" on the next. */
  readonly lastNamed: readonly string[];
  readonly frames: readonly OpenFrame[];
  readonly raised: readonly Raised[];
  readonly arrangements: readonly Arrangement[];
}

export const INITIAL_RULES_STATE: RulesState = {
  wordsHeard: 0,
  storyOf: "patient",
  reported: new Map(),
  denied: new Map(),
  asked: new Set(),
  waiting: [],
  unanswered: 0,
  lastNamed: [],
  frames: [],
  raised: [],
  arrangements: [],
};
