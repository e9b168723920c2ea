import fc from "fast-check";
import type {
  AgendaItem,
  AlarmNews,
  AutoEvent,
  CancelledBy,
  Tapped,
} from "@/lib/auto/auto_event.ts";
import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { type AutoState, initialAuto } from "@/lib/auto/auto_state.ts";
import { stepAuto } from "@/lib/auto/step.ts";
import { endReason } from "@/lib/protocol/shared.ts";
import { DEFAULTS, madeId, question } from "./auto_talk.ts";

/** One thing that happens; numbers pick among what the run has named so far, or miss it. */
export interface Happening {
  readonly kind: number;
  readonly pick: number;
  readonly other: number;
  readonly flag: boolean;
  readonly afterMs: number;
}

const WORDS = [
  "Does the pain spread?",
  "Do you smoke?",
  "Any fever?",
  "Is it worse at night?",
  "What tablets do you take?",
].map((text, index) => question(text, index === 4));

const TAPPED_PHRASES = [
  "mm_hm",
  "go_on",
  "disclosure",
  "invitation",
  "anything_else",
  "examination_handover",
] as const;

const OFF_REASONS = ["toggle", "stop", "paused", "restart"] as const;
const CODES = ["busy", "too_long", "cannot_synthesise"] as const;

/** What a session would know: ids in use, and time. Its page and its engines may lie. */
interface World {
  readonly state: AutoState;
  readonly utterances: readonly string[];
  readonly tokens: readonly number[];
  readonly versions: readonly number[];
  readonly span: number;
  /** Events so far, from which the shell's own ids are made. */
  readonly count: number;
}

function one<Value>(list: readonly Value[], index: number): Value | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}

function alarms(bits: number): AlarmNews[] {
  return [0, 1, 2].filter((bit) => (bits >> bit) & 1)
    .map((bit) => ({ id: `${madeId("X", bit)}-v5-${bit}`, action: `Action ${bit}` }));
}

function agenda(bits: number): AgendaItem[] {
  return WORDS.filter((_, index) => (bits >> index) & 1);
}

function tappedWhat({ pick, flag }: Happening): Tapped {
  if (flag) {
    const item = one(WORDS, pick) ?? question("Any allergies?");
    return { kind: "question", version: 1, index: 0, item };
  }
  return { kind: "phrase", phrase: one(TAPPED_PHRASES, pick) ?? "mm_hm" };
}

type Maker = (happening: Happening, world: World) => AutoEvent;

/** A page that reports truly, and one that does not; both of them often, as pages do. */
const quiet: Maker = ({ pick, other, flag }, { span }) => ({
  type: "quiet",
  report: {
    quietMs: one([0, 500, 2_000, 2_500, 3_500, 4_000, 12_000, 60_000], pick) ?? 0,
    span: one([span, span, span + 1, Math.max(0, span - 1), null], other) ?? null,
    since: flag ? "speech" : "playback",
    rms: 0.01,
    floor: 0.02,
    trace: [0.03, 0.01],
    traceStepMs: 100,
    atSample: pick * 1_000,
  },
});

const SILENCERS: readonly CancelledBy[] = ["stop", "tap", "control", "auto"];

const speechEnded: Maker = ({ pick, other, flag }, { state, utterances }) => {
  const reason = other % 2 === 0 ? "completed" : one(endReason.options, pick) ?? "lost";
  const by = one(SILENCERS, pick);
  return {
    type: "speech_ended",
    utterance:
      (other % 3 === 0 ? one(utterances, pick) : state.saying?.utterance ?? state.tapped) ??
        madeId("Z", pick),
    reason,
    audible: flag || other % 2 === 0,
    rms: flag ? 0.05 : null,
    atSample: pick * 1_000,
    ...(reason === "cancelled" && by !== undefined ? { by } : {}),
  };
};

/** What brings a run forward, so that the lists come further than its first seconds. */
const forward: Maker = (happening, world) => {
  const { saying, tapped, flow, turn, run } = world.state;
  const { pick, flag } = happening;
  if (run === null) return toggleOn(happening, world);
  if (saying?.utterance != null && saying.startedMs === null) {
    return { type: "speech_started", utterance: saying.utterance, atSample: pick * 1_000 };
  }
  const utterance = saying?.utterance ?? tapped;
  if (utterance !== null) {
    const ending = { reason: "completed", audible: true, rms: null } as const;
    return { type: "speech_ended", utterance, atSample: pick * 1_000, ...ending };
  }
  if (flow.at === "voicing") return { type: "speech_prepared", token: flow.token, ok: true };
  const officer = turn.officers.at(-1);
  if (officer === undefined) {
    return quiet({ ...happening, pick: flag ? 5 : 4, other: pick % 3 }, world);
  }
  const { call } = officer;
  const said = { finishedThought: true, handedBack: flag, failure: null, elapsedMs: 700 };
  return { type: "officer_verdict", call, by: "model", ...said };
};

const toggleOn: Maker = ({ pick, flag }, { count }) => ({
  type: "toggle_on",
  run: madeId("R", count),
  disclosureGiven: pick % 2 === 0,
  invitationGiven: pick % 4 === 0,
  floor: {
    floor: 0.02,
    noiseFloorRms: flag ? 0.004 : null,
    margin: 3,
    source: flag ? "sound_check" : "no_sound_check",
    clamped: flag,
    soundCheckAgeS: flag ? 60 : null,
  },
  client: { userAgent: "a", platform: "b", inputLabel: "c", outputLabel: "d" },
  agenda: { version: 1, questions: agenda(pick) },
});

const MAKERS: readonly Maker[] = [
  ...Array.from({ length: 12 }, () => forward),
  quiet,
  quiet,
  quiet,
  quiet,
  () => ({ type: "tick" }),
  () => ({ type: "tick" }),
  speechEnded,
  speechEnded,
  toggleOn,
  ({ pick, other }) =>
    other % 4 === 0
      ? { type: "toggle_off", reason: one(OFF_REASONS, pick) ?? "toggle" }
      : { type: "tick" },
  ({ pick, flag }) => ({ type: "committed", throughSample: pick * 5_000, isPatient: flag }),
  ({ pick, other, flag }, { state }) => ({
    type: "officer_verdict",
    call: one(state.turn.officers, pick)?.call ?? pick,
    finishedThought: flag,
    handedBack: other % 3 === 0,
    by: flag ? "rule" : "model",
    failure: other % 5 === 0 ? "timeout" : null,
    elapsedMs: pick,
  }),
  ({ pick, other, flag }, { state }) => ({
    type: "topic_answer",
    call:
      state.queue.items.flatMap(({ wording }) =>
        wording.state === "asked" ? [wording.call] : []
      )[0] ?? pick,
    topic: flag ? "the pain" : null,
    lay: other % 2 === 0 ? "Does it move?" : null,
    laySimilarity: other % 2 === 0 ? 0.4 : null,
    failure: other % 5 === 0 ? "timeout" : null,
    elapsedMs: pick,
  }),
  ({ pick, other, flag }, { state }) => ({
    type: "rerank_answer",
    call: state.rerank.call?.id ?? pick,
    order: flag ? ["q2", "q2", "q99"] : [],
    drop: other % 3 === 0 ? [{ id: `q${pick}`, reason: "answered" }] : [],
    failure: other % 5 === 0 ? "error" : null,
    elapsedMs: pick,
  }),
  ({ pick, flag }, { tokens }) => ({
    type: "speech_prepared",
    token: one(tokens, pick) ?? pick,
    ok: flag,
  }),
  ({ pick }, { state }) => ({
    type: "say_issued",
    token: state.saying?.token ?? pick,
    utterance: madeId("Y", pick),
  }),
  ({ pick, flag }, { state }) => ({
    type: "say_refused",
    token: flag ? state.saying?.token ?? pick : pick,
    code: one(CODES, pick) ?? "busy",
  }),
  ({ pick, flag }, { state, utterances }) => ({
    type: "speech_started",
    utterance: (flag ? state.saying?.utterance ?? state.tapped : one(utterances, pick)) ??
      madeId("Z", pick),
    atSample: pick * 1_000,
  }),
  (happening) => ({
    type: "tapped",
    utterance: madeId("T", happening.pick),
    what: tappedWhat(happening),
    confirmed: happening.other % 2 === 0,
  }),
  (happening) => ({ type: "tap_held", what: tappedWhat(happening) }),
  ({ other }) => other % 4 === 0 ? { type: "handover_control" } : { type: "tick" },
  ({ pick, flag }) => ({ type: "resume", seen: alarms(pick), open: flag ? [] : alarms(pick) }),
  ({ pick, other }) =>
    other % 4 === 0
      ? { type: "takeover", seen: alarms(pick), open: alarms(pick) }
      : { type: "tick" },
  ({ pick, other, flag }) => ({
    type: "alarms",
    version: pick,
    source: flag ? "rule" : "model",
    snapshot: `${madeId("S", pick)}-v${pick}`,
    raised: alarms(other),
    matched: flag
      ? [{
        alarm: `${madeId("X", 0)}-v5-0`,
        candidate: "Call 999 now",
        matched: "Call 999",
        score: 0.8,
        exact: false,
        acknowledged: other % 2 === 0,
      }]
      : [],
    open: alarms(other % 3 === 0 ? other : 0),
    standing: alarms(pick),
  }),
  ({ pick }) => ({ type: "alarms_settled", open: [], standing: alarms(pick) }),
  ({ pick }) => ({ type: "pass_started", version: pick }),
  ({ pick, other, flag }, { versions }) => ({
    type: "pass_landed",
    version: one(versions, pick) ?? pick,
    questions: flag ? agenda(other) : null,
  }),
  ({ pick, other }) => ({ type: "agenda_shown", version: pick, questions: agenda(other) }),
  ({ pick }, { versions }) => ({ type: "pass_dropped", version: one(versions, pick) ?? pick }),
  ({ flag }) => ({ type: "model", usable: flag }),
  ({ pick }) => ({
    type: "senses",
    lack: one(["ears", "recording", "record", null], pick) ?? null,
  }),
  ({ pick, flag }) => ({
    type: "asked_before",
    asked: agenda(pick).map(({ question }) => ({ question, topic: null, isAnswered: flag })),
    anythingElse: flag,
  }),
  ({ pick, other }, { span }) => ({
    type: "ear_scored",
    span: other % 2 === 0 ? span : pick,
    finished: (pick % 11) / 10,
  }),
  ({ other }) => {
    if (other % 4 === 0) return { type: "page_lost" };
    return { type: other % 4 === 1 ? "restarted" : "tick" };
  },
];

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.nat(MAKERS.length - 1),
  pick: fc.nat(40),
  other: fc.nat(40),
  flag: fc.boolean(),
  // The clock may stand still; it never goes back.
  afterMs: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(0, 0, 100, 250, 500) },
    { weight: 1, arbitrary: fc.nat(40_000) },
  ),
});
export const happenings = fc.array(happening, { minLength: 1, maxLength: 150, size: "max" });

export const settings: fc.Arbitrary<AutoSettings> = fc.record({
  presynth: fc.boolean(),
  strictRevise: fc.boolean(),
  hasShortServer: fc.boolean(),
  officer: fc.constantFrom("model" as const, "rule" as const),
  ear: fc.constantFrom("off" as const, "shadow" as const, "on" as const),
  goldenMs: fc.constantFrom(5_000, 90_000),
}).map((change) => ({ ...DEFAULTS, ...change }));

export interface Entry {
  readonly event: AutoEvent;
  readonly nowMs: number;
}

export interface Seen {
  readonly before: AutoState;
  readonly after: AutoState;
  readonly event: AutoEvent;
  readonly effects: readonly AutoEffect[];
}

/** Freezes what a step must not touch. */
function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

/**
 * Plays the list; every utterance that is ordered is taken up, as the session does. It begins with a new
 * consultation, or where one has come to, by the clock of the process that goes on with it.
 */
export function play(
  list: readonly Happening[],
  thresholds: AutoSettings,
  check: (seen: Seen) => void,
  from: { readonly state: AutoState; readonly nowMs: number } = {
    state: initialAuto(),
    nowMs: 1_000,
  },
) {
  let state = frozen(from.state);
  let nowMs = from.nowMs;
  let span = 1;
  const log: Entry[] = [];
  const utterances: string[] = [];
  const tokens: number[] = [];
  const versions: number[] = [];
  const handle = (event: AutoEvent) => {
    log.push({ event, nowMs });
    const before = state;
    const stepped = stepAuto(before, frozen(event), nowMs, thresholds);
    state = frozen(stepped.state);
    check({ before, after: state, event, effects: stepped.effects });
    for (const effect of stepped.effects) {
      if (effect.type === "prepare_speech" && effect.token !== null) tokens.push(effect.token);
      if (effect.type !== "say") continue;
      const utterance = madeId("A", utterances.length);
      utterances.push(utterance);
      handle({ type: "say_issued", token: effect.token, utterance });
    }
  };
  for (const next of list) {
    nowMs += next.afterMs;
    const event = MAKERS[next.kind]?.(next, {
      state,
      utterances,
      tokens,
      versions,
      span,
      count: log.length,
    });
    if (event === undefined) continue;
    if (event.type === "quiet") span = event.report.span ?? span;
    if (event.type === "pass_started") versions.push(event.version);
    handle(event);
  }
  return { log, state, nowMs };
}
