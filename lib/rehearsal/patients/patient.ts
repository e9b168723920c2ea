import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { hear, type Heard } from "@/lib/rehearsal/patients/heard.ts";
import { timingOf } from "@/lib/rehearsal/patients/manners.ts";
import type {
  PatientInput,
  PatientState,
  PatientStep,
  Segment,
  Utterance,
} from "@/lib/rehearsal/patients/patient_state.ts";
import {
  answerQuestion,
  firstStatement,
  hasMoreToTell,
  moreToTell,
  type Replying,
  tellOn,
  wordsOf,
} from "@/lib/rehearsal/patients/reply.ts";
import { CALLS_OUT, smallTalkOf } from "@/lib/rehearsal/patients/small_talk.ts";
import {
  drawAnswerDelayMs,
  drawBackchannel,
  drawRoomSounds,
  type Piece,
  plainPiece,
  speakTurn,
} from "@/lib/rehearsal/patients/speak.ts";
import { drawFrom, PAUSE_S, TURN_WORDS } from "@/lib/rehearsal/patients/timing_figures.ts";
import { forkSeed, seeded } from "@/lib/rehearsal/seeded.ts";

/** How often "anything else" brings a late concern; ours, so that both ways are walked. */
const LATE_CONCERN_BY_ANYTHING = 0.5;

/** "Something else" left 22 % of unmet concerns unmet (Heritage et al., 2007). */
const LATE_CONCERN_BY_SOMETHING = 0.78;

/** Whoever has told all says so to every other encouragement or so, and else waits. */
const SAYS_FINISHED_CHANCE = 0.4;

/** Ours, so that a round walks each of the three answers to the disclosure. */
const REFUSES_CHANCE = 0.03;
const AGREES_ALOUD_CHANCE = 0.7;

/** Who has said nothing to a question says nothing to its repetition either: ours, for incident 483. */
const SILENT_AGAIN_CHANCE = 0.4;

/** Quiet in which somebody who has more to tell, but waits, is still only pausing. */
const GOES_ON_AFTER_MS = 1_500;
const GOES_ON_LATEST_MS = 20_000;

/** After so much quiet a patient with nothing to say asks whether anybody is there. */
const CALLS_OUT_AFTER_MS = { from: 40_000, to: 70_000 } as const;

/** An encouraged patient tells so many turns' worth at once. */
const ENCOURAGED_TURNS = 2;

/** A patient before the first word. The same card and seed give the same patient, byte for byte. */
export function newPatient(card: CaseCard, seed: number): PatientState {
  return {
    card: card.id,
    chance: forkSeed(seed, card.id),
    openingSaid: 0,
    invited: false,
    told: [],
    answered: [],
    leftUnanswered: null,
    rapport: 0,
    lateConcernAsked: false,
    nextAloneMs: null,
  };
}

/**
 * What a patient does next. Pure: the patient's chance is part of the state, and a silence that
 * brings nothing draws nothing, so that it does not matter how often silence is told.
 */
export function patientStep(card: CaseCard, state: PatientState, input: PatientInput): PatientStep {
  switch (input.type) {
    case "heard":
      return onHeard(card, takeBack(state, input.unsaid), hear(input.text));
    case "silence":
      return onSilence(card, state, input.ms);
  }
}

/** What was never said was never told. */
function takeBack(state: PatientState, unsaid: readonly Segment[]): PatientState {
  const facts = new Set(unsaid.flatMap((segment) => segment.facts));
  const sentences = unsaid.reduce((sum, { opening }) => sum + opening, 0);
  return {
    ...state,
    told: state.told.filter((id) => !facts.has(id)),
    openingSaid: Math.max(0, state.openingSaid - sentences),
  };
}

function onHeard(card: CaseCard, before: PatientState, heard: Heard): PatientStep {
  const random = seeded(before.chance);
  const timing = timingOf(card.manner, card.timing);
  const listenedTo = heard.kindly || heard.kind === "encourager";
  const state = { ...before, rapport: before.rapport + (listenedTo ? 1 : 0) };
  const replying: Replying = { card, state, timing, random };
  if (!asks(heard)) {
    const backchannel = drawBackchannel(random, timing);
    // Whoever was broken off by a remark goes on after it as after a pause.
    const nextAloneMs = hasMoreToTell(card, state) && state.invited
      ? drawNextAloneMs(replying, state)
      : state.nextAloneMs;
    const says = backchannel === null ? [] : [backchannel];
    return { state: withChance(replying, { nextAloneMs }), says };
  }
  if (heard.kind === "question" && staysSilent(replying, heard)) {
    const silent = { leftUnanswered: heard.key, nextAloneMs: null };
    return { state: withChance(replying, silent), says: [] };
  }
  const { pieces, changes } = react(replying, heard);
  return utter(replying, pieces, drawAnswerDelayMs(random, timing), changes);
}

/** A question can be missed; asked again in the same words it mostly is answered, and not by all. */
function staysSilent({ state, timing, random }: Replying, { key }: Heard): boolean {
  const isAskedAgain = state.leftUnanswered === key;
  return random.chance(isAskedAgain ? SILENT_AGAIN_CHANCE : timing.saysNothingChance);
}

/** Heard words that want something of the patient. */
type Asking = Heard & { readonly kind: Exclude<Heard["kind"], "statement"> };

function asks(heard: Heard): heard is Asking {
  return heard.kind !== "statement";
}

interface Reaction {
  readonly pieces: readonly Piece[];
  readonly changes: Partial<PatientState>;
}

function react(replying: Replying, heard: Asking): Reaction {
  const { state } = replying;
  if (heard.kind === "disclosure") return { pieces: consents(replying), changes: {} };
  const isStart = !state.invited && heard.kind !== "question" && heard.kind !== "anything_else";
  if (isStart) return { pieces: firstStatement(replying), changes: { invited: true } };
  switch (heard.kind) {
    case "invitation":
      return { pieces: firstStatement(replying), changes: {} };
    case "encourager":
      return { pieces: goOn(replying), changes: {} };
    case "anything_else":
      return anythingElse(replying, heard);
    case "question": {
      const answered = state.answered.includes(heard.key)
        ? state.answered
        : [...state.answered, heard.key];
      const changes = { answered, invited: state.invited || heard.openForm, leftUnanswered: null };
      return { pieces: answerQuestion(replying, heard), changes };
    }
  }
}

/** To the disclosure: most say yes, some nothing, and a few no. */
function consents({ random }: Replying): Piece[] {
  if (random.chance(REFUSES_CHANCE)) return [plainPiece("No, I do not want that.")];
  return random.chance(AGREES_ALOUD_CHANCE) ? [plainPiece("Yes, that's fine.")] : [];
}

/** To "Go on."; empty when all is told and the patient waits. */
function goOn(replying: Replying): Piece[] {
  const { card, state, timing, random } = replying;
  const words = drawFrom(random, TURN_WORDS) * timing.lengthScale * ENCOURAGED_TURNS;
  const saysFinished = random.chance(SAYS_FINISHED_CHANCE);
  const handsBack = random.chance(timing.handBackChance);
  if (!hasMoreToTell(card, state)) {
    return saysFinished ? [plainPiece(random.pick(smallTalkOf(card.manner).finished))] : [];
  }
  const [first, ...rest] = moreToTell(replying);
  const told = first === undefined ? [] : [first];
  while (rest[0] !== undefined && wordsOf([...told, rest[0]]) <= words) {
    told.push(...rest.splice(0, 1));
  }
  if (rest.length === 0 && handsBack) told.push(plainPiece(card.handBack));
  return told;
}

function anythingElse(replying: Replying, { something }: Heard): Reaction {
  const { card, state, random } = replying;
  const chance = something ? LATE_CONCERN_BY_SOMETHING : LATE_CONCERN_BY_ANYTHING;
  const comesOut = random.chance(chance) && !state.lateConcernAsked;
  const changes = { lateConcernAsked: true };
  if (hasMoreToTell(card, state)) return { pieces: goOn(replying), changes: {} };
  const { anythingElse: late } = card;
  if (late.brings === "nothing") return { pieces: [plainPiece(late.says)], changes };
  const fact = card.facts.find(({ id }) => id === late.fact && !state.told.includes(id));
  if (fact === undefined || !comesOut) {
    return { pieces: [plainPiece("No, that's all.")], changes };
  }
  const concern = { text: random.pick(fact.says), facts: [fact.id], opening: 0 };
  return { pieces: [plainPiece(late.leadIn), concern], changes };
}

function onSilence(card: CaseCard, state: PatientState, ms: number): PatientStep {
  if (state.nextAloneMs === null || ms < state.nextAloneMs) return { state, says: [] };
  const random = seeded(state.chance);
  const replying = { card, state, timing: timingOf(card.manner, card.timing), random };
  if (hasMoreToTell(card, state)) {
    return utter(replying, tellOn(replying, drawFrom(random, TURN_WORDS)), 0, {});
  }
  const callOut = speakTurn(random, replying.timing, [plainPiece(random.pick(CALLS_OUT))], 0);
  return { state: withChance(replying, { nextAloneMs: null }), says: [callOut] };
}

/** Says the pieces, books what they tell, and draws what the patient will do if it stays quiet. */
function utter(
  replying: Replying,
  pieces: readonly Piece[],
  startDelayMs: number,
  changes: Partial<PatientState>,
): PatientStep {
  const { card, state, timing, random } = replying;
  const says: Utterance[] = pieces.length === 0
    ? []
    : [speakTurn(random, timing, pieces, startDelayMs)];
  says.push(...drawRoomSounds(random, timing, card.companion !== undefined));
  const told = pieces.flatMap((piece) => piece.facts).filter((id) => !state.told.includes(id));
  const said = pieces.reduce((sum, { opening }) => sum + opening, 0);
  const after = { ...state, told: [...state.told, ...told], openingSaid: state.openingSaid + said };
  const nextAloneMs = drawNextAloneMs(replying, after);
  return { state: withChance({ ...replying, state: after }, { ...changes, nextAloneMs }), says };
}

function drawNextAloneMs({ card, timing, random }: Replying, after: PatientState): number | null {
  const goesOn = random.chance(timing.goesOnAloneChance);
  const pauseMs = GOES_ON_AFTER_MS + drawFrom(random, PAUSE_S) * 1_000 * timing.pauseScale;
  const callsOutMs = random.between(CALLS_OUT_AFTER_MS.from, CALLS_OUT_AFTER_MS.to);
  if (!hasMoreToTell(card, after)) return Math.round(callsOutMs);
  return goesOn ? Math.round(Math.min(pauseMs, GOES_ON_LATEST_MS)) : null;
}

function withChance({ state, random }: Replying, changes: Partial<PatientState>): PatientState {
  return { ...state, ...changes, chance: random.state() };
}
