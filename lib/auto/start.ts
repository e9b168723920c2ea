import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { thresholdsOf } from "@/lib/auto/thresholds.ts";
import { NO_GOLDEN } from "@/lib/auto/auto_state.ts";
import { REPORT_ROUNDING_MS } from "@/lib/auto/auto_settings.ts";
import { isLacking, lackWords } from "@/lib/auto/senses.ts";
import { NO_TURN } from "@/lib/auto/turn_state.ts";
import type { Work } from "@/lib/auto/work.ts";

const CONSENT_UNCLEAR = "The patient may not agree. Ask, and note the answer under Consent.";
const NOT_PLAYED = "Could not start: the phrase could not be played.";
const TOO_LONG = "Could not start: the phrase is longer than Alba may speak in one go.";

/**
 * So many utterances in a row that no page began to play, and auto mode is off: one may be a sound that
 * failed, two a page that was being loaded, and the patient waits a dozen seconds for each.
 */
const MOST_UNSTARTED = 3;

/** EN: the toggle, the two phrases that come before the golden minutes, and the way off. */
export function startMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "toggle_on":
      return toggleOn(work, event);
    case "toggle_off":
      return toggleOff(work, event.reason);
    case "tapped":
      return tapped(work, event);
    case "speech_started":
    case "page_lost":
      // It does play, or another page may.
      return work.set({ unstarted: 0 });
    case "speech_ended":
      return ended(work, event);
    case "say_refused":
      return refused(work, event.code);
    case "committed":
      return answeredNo(work, event.refuses === true);
    case "quiet":
      return retry(work);
    case "tick":
      return giveUpInTime(work);
    case "hears_again":
      return againAfterLack(work);
    case "run_over":
      return work.set({ run: null, starting: null });
    default:
      return;
  }
}

type Ended = Extract<AutoEvent, { type: "speech_ended" }>;

function toggleOn(work: Work, event: Extract<AutoEvent, { type: "toggle_on" }>): void {
  if (work.state.run !== null) return;
  const { run: id, floor, disclosureGiven, invitationGiven } = event;
  const { committedThrough } = work.state.turn;
  work.set({
    run: { id, floor },
    turn: { ...NO_TURN, committedThrough },
    golden: NO_GOLDEN,
    flow: { at: "idle" },
    hasThought: false,
    unstarted: 0,
    gaveWay: null,
    rerank: { call: null, doneSpan: null, atLines: work.state.linesHeard },
  });
  work.setUrgency({ from: null, pausedMs: null, chance: null });
  auditEnabled(work, event);
  const starting = !disclosureGiven;
  work.push({ type: "auto_toggled", on: true, starting, words: null });
  if (!disclosureGiven) {
    work.move("DISCLOSURE", "toggle");
    return begin(work, "disclosure");
  }
  if (!invitationGiven) {
    work.move("INVITATION", "disclosure_already_given");
    return begin(work, "invitation");
  }
  work.move("GOLDEN", "both_phrases_already_given");
  work.raise({ type: "golden_begins" });
}

function auditEnabled(work: Work, event: Extract<AutoEvent, { type: "toggle_on" }>): void {
  const { floor, client, run, disclosureGiven, invitationGiven } = event;
  work.audit("auto.enabled", {
    run,
    floor: floor.floor,
    noise_floor_rms: floor.noiseFloorRms,
    margin: floor.margin,
    floor_source: floor.source,
    floor_clamped: floor.clamped,
    sound_check_age_s: floor.soundCheckAgeS,
    disclosure_given: disclosureGiven,
    invitation_given: invitationGiven,
    ...thresholdsOf(work.settings),
  }, client);
}

/** The first issue is not asked of the room: the page reads it right before it plays (SP10). */
function begin(work: Work, phrase: "disclosure" | "invitation"): void {
  work.set({
    starting: {
      phrase,
      attempts: 1,
      firstIssueMs: work.nowMs,
      isDue: false,
      rms: null,
      tapped: null,
      askedMs: null,
    },
  });
  if (work.isVoiceBusy() || isLacking(work.state, work.nowMs)) return postpone(work);
  work.say(phrase, { kind: "phrase", phrase });
}

/** The voice was not free, or Alba is deaf. It is said after that, and no attempt is spent. */
function postpone(work: Work): void {
  const { starting } = work.state;
  if (starting === null) return;
  work.set({ starting: { ...starting, attempts: starting.attempts - 1, isDue: true } });
}

function isItsPhrase(work: Work): boolean {
  return work.over.saying !== null && work.over.saying.what === work.state.starting?.phrase;
}

/** The doctor says the phrase that auto mode waits for: heard to its end it is given (EN2). */
function tapped(work: Work, { utterance, what }: Extract<AutoEvent, { type: "tapped" }>): void {
  const { starting } = work.state;
  if (starting === null || what.kind !== "phrase" || what.phrase !== starting.phrase) return;
  work.set({ starting: { ...starting, tapped: utterance } });
}

function ended(work: Work, event: Ended): void {
  const { phase, starting } = work.state;
  if (starting === null) return unstarted(work, event);
  if (starting.tapped === event.utterance) {
    // Alba's own issue that gave way was none; the next phrase's is an issue like any other.
    const attempts = Math.max(1, starting.attempts);
    const isGiven = event.reason === "completed";
    work.set({ starting: { ...starting, tapped: null, ...(isGiven ? { attempts } : {}) } });
    return isGiven ? completed(work, phase) : undefined;
  }
  if (!isItsPhrase(work)) return;
  switch (event.reason) {
    case "completed":
      return completed(work, phase);
    case "cancelled":
      // A tap or another page in control has silenced it, and wants no end of the start.
      if (event.by !== "stop") return postpone(work);
      // A doctor who silences the disclosure has stopped the start; nobody is spoken to uninformed.
      return turnOff(work, "start_cancelled", "Stopped before it began. Tap Auto to start again.");
    case "politeness_abort":
    case "barge_in":
    case "lost":
    case "capped":
    case "urgency_pause":
      work.set({ starting: { ...starting, isDue: true, rms: event.rms } });
      return giveUp(work);
  }
}

/** A page that plays nothing would have the same question issued for ever. */
function unstarted(work: Work, { audible, reason }: Ended): void {
  if (work.over.saying === null || reason !== "lost" || audible) return;
  work.set({ unstarted: work.state.unstarted + 1 });
  if (work.state.run === null || work.state.unstarted < MOST_UNSTARTED) return;
  turnOff(work, "not_played", "The page does not play Alba's voice.");
}

function completed(work: Work, phase: string): void {
  if (phase === "DISCLOSURE") {
    work.push({ type: "auto_toggled", on: true, starting: false, words: lackWords(work.state) });
    work.move("INVITATION", "disclosure_ended");
    return awaitAnswer(work);
  }
  work.set({ starting: null });
  work.move("GOLDEN", "invitation_ended");
  work.raise({ type: "golden_begins" });
}

/**
 * The disclosure ends in a question. What the patient answers would fall into Alba's next words and be
 * heard by nobody, so the invitation waits until the room has been quiet (EN2). That is no attempt.
 */
function awaitAnswer(work: Work): void {
  const { starting } = work.state;
  if (starting === null) return;
  work.set({
    starting: {
      ...starting,
      phrase: "invitation",
      attempts: starting.attempts - 1,
      isDue: true,
      rms: null,
      askedMs: work.nowMs,
    },
  });
}

/** An answer was asked for, and the patient may have refused: what follows is the doctor's (EN2). */
function answeredNo(work: Work, refuses: boolean): void {
  if (refuses && work.state.run !== null) turnOff(work, "consent_unclear", CONSENT_UNCLEAR);
}

/** A doctor's tap was quicker than the phrase; for any other reason it can never be said. */
function refused(work: Work, code: string): void {
  if (!isItsPhrase(work)) return;
  if (code === "busy") return postpone(work);
  turnOff(work, "not_played", code === "too_long" ? TOO_LONG : NOT_PLAYED);
}

/** EN3: the next quiet report, as long as attempts and window last. */
function retry(work: Work): void {
  giveUpInTime(work);
  const { starting, run, turn } = work.state;
  if (starting === null || run === null || !starting.isDue || !work.maySpeak()) return;
  const { askedMs } = starting;
  if (askedMs !== null && !isAnswerOver(work, askedMs)) return;
  const attempts = starting.attempts + 1;
  // The first issue of a phrase is none that is tried again.
  if (attempts > 1 && askedMs === null) {
    work.audit("auto.enable_retry", {
      phrase: starting.phrase,
      attempt: attempts,
      rms: starting.rms,
      floor: run.floor.floor,
      quiet_s: (turn.report?.quietMs ?? 0) / 1000,
    });
  }
  // The window is the invitation's own from its first issue: a long answer must not use it up.
  const firstIssueMs = askedMs === null ? starting.firstIssueMs : work.nowMs;
  work.set({ starting: { ...starting, attempts, firstIssueMs, isDue: false, askedMs: null } });
  work.say(starting.phrase, { kind: "phrase", phrase: starting.phrase });
}

/** Nobody has spoken for as long as ends a turn, all of it after the question. */
function isAnswerOver({ nowMs, settings, state }: Work, askedMs: number): boolean {
  const quietMs = Math.min(state.turn.report?.quietMs ?? 0, nowMs - askedMs);
  return quietMs >= settings.eotQuietMs - REPORT_ROUNDING_MS;
}

/** The window was for a loud room; the time in which Alba could not hear it is none of it. */
function againAfterLack(work: Work): void {
  const { starting } = work.state;
  if (starting === null) return;
  work.set({ starting: { ...starting, firstIssueMs: work.nowMs } });
}

/** All attempts are spent. */
function giveUp(work: Work): void {
  const { starting } = work.state;
  if (starting === null || starting.attempts < work.settings.enableRetries) return;
  tooLoud(work);
}

/** The window is over while a phrase still waits for quiet. */
function giveUpInTime(work: Work): void {
  const { starting } = work.state;
  if (starting === null || !starting.isDue || work.state.lack !== null) return;
  if (starting.askedMs !== null) return;
  // What the doctor is saying is said to its end; it may be this very phrase.
  if (work.isVoiceBusy()) return;
  if (work.nowMs - starting.firstIssueMs < work.settings.enableRetryWindowMs) return;
  tooLoud(work);
}

function tooLoud(work: Work): void {
  const { starting, run } = work.state;
  const floor = run?.floor.floor ?? 0;
  const rms = starting?.rms ?? null;
  const words = rms === null
    ? NOT_PLAYED
    : `Too loud to start: ${rms.toFixed(3)} against ${floor.toFixed(3)}`;
  turnOff(work, rms === null ? "not_played" : "too_loud_to_start", words);
}

function toggleOff(work: Work, reason: "toggle" | "stop" | "paused" | "restart"): void {
  if (work.state.run === null) return;
  const words = reason === "paused" ? "Off: the consultation is off the record." : null;
  turnOff(work, reason, words);
}

/** Immediate from every state (DW1): whatever is being said or prepared ends now. */
function turnOff(work: Work, reason: string, words: string | null): void {
  const { starting, run, saying } = work.state;
  work.audit("auto.disabled", {
    reason,
    phase: work.state.phase,
    rms: starting?.rms ?? null,
    floor: run?.floor.floor ?? null,
    attempts: starting?.attempts ?? null,
  });
  work.set({ starting: null });
  if (saying !== null) work.emit({ type: "cancel_say", reason: "cancelled" });
  if (work.state.phase !== "OFF") work.move("OFF", "auto_off");
  work.raise({ type: "run_over" });
  work.push({ type: "auto_toggled", on: false, starting: false, words });
}
