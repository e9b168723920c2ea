import { drawLogNormal, forkSeed, type Seeded, seeded } from "@/lib/rehearsal/seeded.ts";

/** What can go wrong around a patient (MP3); each kind can be switched off for a whole run. */
export const FAULTS = [
  /** A model call takes five times as long. */
  "slow",
  /** The model's server refuses the connection, for a stretch of calls. */
  "dead",
  /** The model answers, but not in the shape asked for. */
  "garbage",
  /** The model goes on until its cap or the timeout. */
  "runaway",
  /** The page's socket drops and comes back. */
  "dropped_socket",
  /** The page never says that an utterance ended. */
  "lost_speak_ended",
  /** The page reports quiet while the patient speaks. */
  "quiet_while_speaking",
  /** The page says twice that an utterance ended. */
  "doubled_speak_ended",
  /** The page names utterances, alarms or agenda versions that never were. */
  "unknown_ids",
  "late_synthesis",
  "failed_synthesis",
  /** The service stops in the middle and is started again. */
  "restart",
  /** The ears take something that was said for no speech. */
  "lost_words",
  /** The ears are seconds behind. */
  "late_words",
  /** The transcriber dies, and comes back. */
  "deaf_ears",
  /** The disk takes no sound for a while. */
  "full_disk",
  /** The record takes no rows for a while. */
  "stuck_record",
  /** The page's browser has no voice of its own: where Piper fails, the doctor reads. */
  "no_local_voice",
  /** The page cannot play what the service has made. */
  "unplayable_sound",
  /** Another page takes control, and gives it back. */
  "second_page",
  /** The network takes its time, each way. */
  "slow_line",
  /** Reports of quiet come twice, or after the one that follows them. */
  "disordered_reports",
  /** The box stands still for seconds: what was due meanwhile is done late, all at once. */
  "busy_box",
  /** The patient goes on although Alba begins to speak. */
  "talks_over",
] as const;
export type Fault = typeof FAULTS[number];

/** The faults that a run allows: what a seed draws is cut to these. */
export type FaultChoice = "all" | "none" | readonly Fault[];

export type FaultChoiceResult =
  | { readonly ok: true; readonly faults: FaultChoice }
  | { readonly ok: false; readonly words: string };

/** Reads `all`, `none` or names with commas between, as the command line gives them. */
export function parseFaults(text: string): FaultChoiceResult {
  if (text === "all" || text === "none") return { ok: true, faults: text };
  const faults: Fault[] = [];
  for (const name of text.split(",")) {
    const fault = FAULTS.find((known) => known === name.trim());
    if (fault === undefined) {
      return {
        ok: false,
        words: `Cannot use the faults "${text}": "${name.trim()}" is none of all, none, ${
          FAULTS.join(", ")
        }`,
      };
    }
    if (!faults.includes(fault)) faults.push(fault);
  }
  return { ok: true, faults };
}

/** The calls that a model is asked for; a pass is urgency, assessment and affect (LA4). */
export const MODEL_CALLS = [
  "officer",
  "topic",
  "rerank",
  "urgency",
  "assessment",
  "affect",
] as const;
export type ModelCall = typeof MODEL_CALLS[number];

/** Median times in ms, as issue 6 gives them: the three jobs of a pass are 17 s together. */
const CALL_MEDIAN_MS: Readonly<Record<ModelCall, number>> = {
  officer: 700,
  topic: 1_000,
  rerank: 1_000,
  urgency: 4_000,
  assessment: 10_000,
  affect: 3_000,
};

/** Standard deviation of the logarithm of a call's time: one call in ten takes 1.4 times as long. */
const CALL_SPREAD = 0.25;

/** "Slow" is a server that somebody else is using too. */
const SLOW_FACTOR = 5;

/** Speech synthesis of a short sentence, warm; and what "late" adds to it. */
const SYNTHESIS_MEDIAN_MS = 250;
const SYNTHESIS_SPREAD = 0.35;
const LATE_SYNTHESIS_MS = { from: 2_000, to: 15_000 } as const;

/** Being refused takes no time worth naming; a garbled answer takes what an answer takes. */
const REFUSED_MS = 5;

/** A server that dies stays away for this many calls of a kind. */
const DEAD_CALLS = 6;

/** The chance that a profile has a given fault: of all kinds about five a run, and most of them absent. */
const FAULT_CHANCE = 0.2;

/** How often a present fault strikes: now and then, often, nearly always. */
const FAULT_RATES = [0.05, 0.3, 0.9] as const;

/** The chances of one case's surroundings; plain JSON, part of a case's seed. */
export interface Profile {
  readonly seed: number;
  /** The rate at which each present fault strikes; absent ones never do. */
  readonly rates: Readonly<Partial<Record<Fault, number>>>;
}

/**
 * Draws a profile. What a seed draws for one fault does not depend on the others being allowed, so
 * that a failing run can be narrowed down kind by kind.
 */
export function drawProfile(seed: number, allowed: FaultChoice): Profile {
  const rates: Partial<Record<Fault, number>> = {};
  for (const fault of FAULTS) {
    const random = seeded(forkSeed(seed, `profile ${fault}`));
    const present = random.chance(FAULT_CHANCE);
    const rate = random.pick(FAULT_RATES);
    const isAllowed = allowed === "all" || (allowed !== "none" && allowed.includes(fault));
    if (present && isAllowed) rates[fault] = rate;
  }
  return { seed, rates };
}

/** How one model call ends, and when, in ms from its start at the server. */
export type CallFate =
  | { readonly kind: "answers"; readonly ms: number; readonly isSlow: boolean }
  | { readonly kind: "refused"; readonly ms: number }
  | { readonly kind: "garbage"; readonly ms: number }
  /** It ends at the caller's own cap of tokens or at its timeout, whichever the caller plays. */
  | { readonly kind: "runs_away"; readonly until: "cap" | "timeout" };

/** The fate of the `nth` call (from 0) of a kind; the same however often it is asked. */
export function callFate(profile: Profile, call: ModelCall, nth: number): CallFate {
  const random = fateOf(profile, `call ${call}`, nth);
  const ms = Math.round(drawLogNormal(random, CALL_MEDIAN_MS[call], CALL_SPREAD));
  const until = random.chance(0.5) ? "cap" : "timeout";
  const strikes = (fault: Fault) => random.chance(profile.rates[fault] ?? 0);
  const [garbage, runaway, slow] = [strikes("garbage"), strikes("runaway"), strikes("slow")];
  if (isDead(profile, nth)) return { kind: "refused", ms: REFUSED_MS };
  if (runaway) return { kind: "runs_away", until };
  if (garbage) return { kind: "garbage", ms };
  return { kind: "answers", ms: slow ? ms * SLOW_FACTOR : ms, isSlow: slow };
}

/** Dying comes in stretches: a server that is gone for one call is gone for the next ones too. */
function isDead(profile: Profile, nth: number): boolean {
  const stretch = Math.floor(nth / DEAD_CALLS);
  return fateOf(profile, "dead", stretch).chance(profile.rates.dead ?? 0);
}

export type SynthesisFate =
  | { readonly kind: "spoken"; readonly ms: number; readonly isLate: boolean }
  | { readonly kind: "failed"; readonly ms: number };

/** The fate of the `nth` synthesis (from 0). */
export function synthesisFate(profile: Profile, nth: number): SynthesisFate {
  const random = fateOf(profile, "synthesis", nth);
  const ms = Math.round(drawLogNormal(random, SYNTHESIS_MEDIAN_MS, SYNTHESIS_SPREAD));
  const lateMs = Math.round(random.between(LATE_SYNTHESIS_MS.from, LATE_SYNTHESIS_MS.to));
  const late = random.chance(profile.rates.late_synthesis ?? 0);
  const failed = random.chance(profile.rates.failed_synthesis ?? 0);
  if (failed) return { kind: "failed", ms };
  return { kind: "spoken", ms: late ? ms + lateMs : ms, isLate: late };
}

/** How the end of the `nth` utterance (from 0) reaches the service. */
export type SpeakEndedFate = "once" | "lost" | "twice";

export function speakEndedFate(profile: Profile, nth: number): SpeakEndedFate {
  const random = fateOf(profile, "speak ended", nth);
  const lost = random.chance(profile.rates.lost_speak_ended ?? 0);
  const twice = random.chance(profile.rates.doubled_speak_ended ?? 0);
  if (lost) return "lost";
  return twice ? "twice" : "once";
}

/** Whether the page lies about quiet in the patient's `nth` utterance (from 0). */
export function liesAboutQuiet(profile: Profile, nth: number): boolean {
  return fateOf(profile, "quiet", nth).chance(profile.rates.quiet_while_speaking ?? 0);
}

/** Whether the page names something unknown in its `nth` message (from 0). */
export function namesUnknownIds(profile: Profile, nth: number): boolean {
  return fateOf(profile, "ids", nth).chance(profile.rates.unknown_ids ?? 0);
}

/** What becomes of something said; `late` ones are text this much after their time, ms. */
export type WordsFate =
  | { readonly kind: "text"; readonly lateMs: number }
  | { readonly kind: "lost" };

/** Ears that fall behind do so by about what a model beside them costs (docs/measurements/ears.md). */
const LATE_WORDS_MS = { from: 3_000, to: 10_000 } as const;

/** Lost or late at the highest rate is one piece in five: nobody could work with worse ears. */
const WORST_EARS = 0.2;

/** The fate of the `nth` piece (from 0) that was said. */
export function wordsFate(profile: Profile, nth: number): WordsFate {
  const random = fateOf(profile, "words", nth);
  const lost = random.chance((profile.rates.lost_words ?? 0) * WORST_EARS);
  const late = random.chance((profile.rates.late_words ?? 0) * WORST_EARS);
  const lateMs = Math.round(random.between(LATE_WORDS_MS.from, LATE_WORDS_MS.to));
  if (lost) return { kind: "lost" };
  return { kind: "text", lateMs: late ? lateMs : 0 };
}

/** How the `nth` report of quiet (from 0) reaches the service. */
export type ReportFate = "once" | "twice" | "after_next";

export function reportFate(profile: Profile, nth: number): ReportFate {
  const random = fateOf(profile, "report", nth);
  const strikes = random.chance(profile.rates.disordered_reports ?? 0);
  const isTwice = random.chance(0.5);
  if (!strikes) return "once";
  return isTwice ? "twice" : "after_next";
}

/** Whether the page can play its `nth` sound (from 0). */
export function isPlayable(profile: Profile, nth: number): boolean {
  return !fateOf(profile, "sound", nth).chance(profile.rates.unplayable_sound ?? 0);
}

/** How long somebody goes on who is spoken into. */
const TALKS_ON_MS = { from: 500, to: 6_000 } as const;

/** For how long the patient goes on as Alba begins her `nth` utterance (from 0), ms; 0: not at all. */
export function talksOnMs(profile: Profile, nth: number): number {
  const random = fateOf(profile, "talks on", nth);
  const strikes = random.chance(profile.rates.talks_over ?? 0);
  const ms = random.between(TALKS_ON_MS.from, TALKS_ON_MS.to);
  return strikes ? ms : 0;
}

/** Chance of its own for each thing and each time, so that nothing depends on the order of asking. */
export function fateOf({ seed }: Profile, label: string, nth: number): Seeded {
  return seeded(forkSeed(seed, `${label} ${nth}`));
}
