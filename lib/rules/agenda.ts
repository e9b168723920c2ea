import { isSpoiled, lookUp } from "@/lib/rules/alarms.ts";
import type { Catalogue } from "@/lib/rules/catalogue.ts";
import type { ClosedQuestion, Complaint, RedFlag } from "@/lib/rules/complaint.ts";
import type { Finding } from "@/lib/rules/finding.ts";
import type { OpenFrame, RulesState } from "@/lib/rules/state.ts";

export interface AgendaItem {
  readonly question: string;
  readonly rationale: string;
  /** The answer may complete a red flag that has begun to show. */
  readonly urgent: boolean;
  /** What it is about, as spoken to the patient: "the chest pain". */
  readonly topic: string;
}

export interface Consideration {
  readonly condition: string;
  /** Exact words of the transcript. */
  readonly for: readonly string[];
  readonly against: readonly string[];
}

/** After this many words more the patient has told the story; the opening question is spent. */
const STORY_WORDS = 60;

/**
 * The frames that findings and raised flags open, in the order in which they were opened. What only
 * a "yes" brought up opens a frame when nothing else is open: a patient with palpitations who is
 * also breathless has not come for a second complaint.
 */
export function openFrames(catalogue: Catalogue, state: RulesState): readonly OpenFrame[] {
  const opened = catalogue.complaints.flatMap((complaint) => {
    if (state.frames.some((frame) => frame.complaint === complaint.id)) return [];
    const heard = complaint.presents
      .flatMap((finding) => state.reported.get(finding.name) ?? [])
      .filter((one) => one.question === null || state.frames.length === 0);
    const raised = state.raised.filter((one) => one.flag.startsWith(`${complaint.id}.`));
    const hinted = state.frames.length > 0
      ? []
      : complaint.hintedBy.flatMap((finding) => state.reported.get(finding.name) ?? []);
    const starts = [...heard.map((one) => one.atWord), ...raised.map((one) => one.sinceWord)];
    const opens = (atWords: readonly number[]) => ({
      complaint: complaint.id,
      atWord: Math.min(...atWords),
    });
    if (starts.length > 0) return [{ named: true, frame: opens(starts) }];
    return hinted.length === 0
      ? []
      : [{ named: false, frame: opens(hinted.map((one) => one.atWord)) }];
  });
  const named = opened.filter((one) => one.named);
  const chosen = (named.length > 0 ? named : opened).map((one) => one.frame);
  return [...state.frames, ...chosen.sort((a, b) => a.atWord - b.atWord)];
}

/** What is still worth asking: urgent questions of all frames first, then frame by frame. */
export function agendaOf(catalogue: Catalogue, state: RulesState): AgendaItem[] {
  // What has raised an alarm is what the doctor is asking about now.
  const isRaised = ({ complaint }: OpenFrame) =>
    state.raised.some(({ flag }) => flag.startsWith(`${complaint}.`));
  // What was only hinted at waits for what was named.
  const isNamed = ({ complaint }: OpenFrame) =>
    catalogue.complaintById.get(complaint)?.presents.some((one) => state.reported.has(one.name)) ===
      true;
  const rank = (frame: OpenFrame) => isRaised(frame) ? 0 : isNamed(frame) ? 1 : 2;
  const ranks = new Map(state.frames.map((frame) => [frame, rank(frame)]));
  const frames = state.frames.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  const items = frames.flatMap((frame) => {
    const complaint = catalogue.complaintById.get(frame.complaint);
    return complaint === undefined ? [] : frameAgenda(complaint, frame, state);
  });
  const first = new Map<string, AgendaItem>();
  for (const item of [...items.filter((item) => item.urgent), ...items]) {
    if (!first.has(item.question)) first.set(item.question, item);
  }
  return [...first.values()];
}

function frameAgenda(complaint: Complaint, frame: OpenFrame, state: RulesState): AgendaItem[] {
  const { topic } = complaint;
  const told = state.wordsHeard - frame.atWord > STORY_WORDS || state.asked.has(complaint.opening);
  const opening: AgendaItem = {
    question: complaint.opening,
    rationale: "Lets the patient tell it in their own words first.",
    urgent: false,
    topic,
  };
  const decisive = decisiveFindings(complaint, state);
  const open = complaint.questions.filter((question) => isOpen(question, state));
  const closed = open.map((question) => ({
    question: question.text,
    rationale: question.rationale,
    urgent: question.about.some((finding) => decisive.has(finding)),
    topic,
  }));
  return told ? closed : [opening, ...closed];
}

function isOpen(question: ClosedQuestion, state: RulesState): boolean {
  return !state.asked.has(question.text) &&
    !question.about.some(({ name }) =>
      state.reported.has(name) || state.denied.has(name) || state.asked.has(name)
    );
}

/** Findings that are all that a begun, unraised flag still lacks. */
function decisiveFindings(complaint: Complaint, state: RulesState): Set<Finding> {
  const decisive = new Set<Finding>();
  const presented = complaint.presents.some((one) => state.reported.has(one.name));
  for (const flag of complaint.flags) {
    if (state.raised.some((raised) => raised.flag === flag.id)) continue;
    for (const set of flag.when) {
      if (isSpoiled(set, state)) continue;
      const missing = set.filter((part) =>
        part.need !== "unreported" && lookUp(part, state) === undefined
      );
      const [only] = missing;
      const begun = set.length > 1 || presented;
      if (begun && missing.length === 1 && only !== undefined) decisive.add(only.finding);
    }
  }
  return decisive;
}

/**
 * Conditions of the open frames for which the transcript holds more than the complaint itself,
 * raised ones first.
 */
export function considerationsOf(catalogue: Catalogue, state: RulesState): Consideration[] {
  const raised = new Set(state.raised.map((one) => one.flag));
  const complaints = state.frames.flatMap(({ complaint }) =>
    catalogue.complaintById.get(complaint) ?? []
  );
  return complaints
    .flatMap((complaint) =>
      complaint.flags.filter((flag) => raised.has(flag.id) || hasBegun(flag, complaint, state))
    )
    .toSorted((a, b) => Number(raised.has(b.id)) - Number(raised.has(a.id)))
    .map((flag) => ({
      condition: flag.condition,
      for: quotes(flag, state, true),
      against: quotes(flag, state, false),
    }));
}

/** The complaint and at least one thing besides it are there. */
function hasBegun(flag: RedFlag, complaint: Complaint, state: RulesState): boolean {
  return flag.when.some((set) => {
    const heard = set.filter((part) => lookUp(part, state) !== undefined);
    const presenting = heard.filter((part) => complaint.presents.includes(part.finding));
    return presenting.length > 0 && heard.length > presenting.length;
  });
}

function quotes(flag: RedFlag, state: RulesState, supporting: boolean): string[] {
  return [
    ...new Set(
      flag.when.flat().flatMap((part) => {
        const wanted = (part.need === "reported") === supporting ? state.reported : state.denied;
        const heard = wanted.get(part.finding.name);
        if (heard === undefined) return [];
        return heard.question === null ? heard.quote : `${heard.question.quote} — ${heard.quote}`;
      }),
    ),
  ];
}
