import type { Finding } from "@/lib/rules/finding.ts";
import type { ArrangementKind } from "@/lib/rules/arrangement.ts";
import type { NamedCondition } from "@/lib/text/named_conditions.ts";

/** What a red flag needs of one finding. */
export type Evidence =
  | { readonly need: "reported"; readonly finding: Finding }
  /** The denial is the evidence: the rash does not fade, no water can be passed. */
  | { readonly need: "denied"; readonly finding: Finding }
  /** The set does not count once this is reported: a hot toe in somebody whose gout is known. */
  | { readonly need: "unreported"; readonly finding: Finding };

export interface RedFlag {
  /** "complaint.flag", stable: it stands in records. */
  readonly id: string;
  /** The condition that must not be missed; its name stands in the action (UR11). */
  readonly condition: NamedCondition;
  readonly action: string;
  /** Why the findings together are dangerous, for the doctor to read in a glance. */
  readonly reason: string;
  /** Any one of these sets is enough; all of a set must be there. */
  readonly when: readonly (readonly Evidence[])[];
  /** As `when`, for findings that mean it only when told in one breath: "I coughed, there was blood". */
  readonly whenClose?: readonly (readonly Evidence[])[];
  /** What the transcript must show arranged for the action to count as arranged (CD7). */
  readonly arrangedBy: readonly ArrangementKind[];
  /** Public guidance this flag follows, by name and topic. */
  readonly guidance: readonly string[];
}

/** Every evidence of a flag, whichever way it counts. */
export function evidenceOf(flag: RedFlag): Evidence[] {
  return [...flag.when, ...flag.whenClose ?? []].flat();
}

export interface ClosedQuestion {
  readonly text: string;
  readonly rationale: string;
  /** The question needs no asking once one of these was reported, denied or asked about. */
  readonly about: readonly Finding[];
}

/** One page for a clinician to review: what brings the patient, what to ask, what is dangerous. */
export interface Complaint {
  readonly id: string;
  readonly title: string;
  /** As it is spoken of to the patient: "the chest pain". */
  readonly topic: string;
  /** Any of these opens the frame. */
  readonly presents: readonly Finding[];
  /**
   * Words that name no symptom ("it's my head") open the frame while no other is open: without it
   * nothing would be asked of somebody who tells little.
   */
  readonly hintedBy: readonly Finding[];
  readonly opening: string;
  /** In clinical order. */
  readonly questions: readonly ClosedQuestion[];
  readonly flags: readonly RedFlag[];
}

export function ask(text: string, rationale: string, ...about: readonly Finding[]): ClosedQuestion {
  return { text, rationale, about };
}

/** Marks a finding whose denial is the evidence. */
export function no(finding: Finding): Evidence {
  return { need: "denied", finding };
}

/** Marks a finding that speaks against the rest of its set. */
export function unless(finding: Finding): Evidence {
  return { need: "unreported", finding };
}

/** Findings that must all be there; a bare finding means it is reported. */
export function together(...parts: readonly (Finding | Evidence)[]): readonly Evidence[] {
  return parts.map((part) => "need" in part ? part : { need: "reported", finding: part });
}

/** One finding with each of several others: as many sets, each enough. */
export function withAny(
  base: Finding | Evidence,
  ...others: readonly (Finding | Evidence)[]
): readonly (readonly Evidence[])[] {
  return others.map((other) => together(base, other));
}
