import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { thresholdsOf } from "@/lib/auto/thresholds.ts";
import { REPORT_ROUNDING_MS } from "@/lib/auto/auto_settings.ts";
import type { Starting } from "@/lib/auto/auto_state.ts";
import { beginRun } from "@/lib/auto/begin_run.ts";
import { isLacking, lackWords } from "@/lib/auto/senses.ts";
import { turnOff } from "@/lib/auto/switch_off.ts";
import type { Work } from "@/lib/auto/work.ts";

const NOT_PLAYED = "Could not start: the phrase could not be played.";
const TOO_LONG = "Could not start: the phrase is longer than Alba may speak in one go.";

/** EN: the toggle, and the two phrases that come before the golden minutes. */
export function startMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "toggle_on":
      return toggleOn(work, event);
    case "tapped":
      return tapped(work, event);
    case "speech_ended":
      return ended(work, event);
    case "say_refused":
      return refused(work, event.code);
    case "quiet":
      return retry(work);
    case "tick":
      return giveUpInTime(work);
    case "hears_again":
      return againAfterLack(work);
    default:
      return;
  }
}

type Ended = Extract<AutoEvent, { type: "speech_ended" }>;

function toggleOn(work: Work, event: Extract<AutoEvent, { type: "toggle_on" }>): void {
  if (work.state.run !== null) return;
  const { run: id, floor, disclosureGiven, invitationGiven } = event;
  beginRun(work, { id, floor });
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
function begin(work: Work, phrase: Starting["phrase"]): void {
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
  const { starting } = work.state;
  if (starting === null) return;
  if (starting.tapped === event.utterance) {
    // Alba's own issue that gave way was none; the next phrase's is an issue like any other.
    const attempts = Math.max(1, starting.attempts);
    const isGiven = event.reason === "completed";
    work.set({ starting: { ...starting, tapped: null, ...(isGiven ? { attempts } : {}) } });
    return isGiven ? completed(work, starting.phrase) : undefined;
  }
  if (!isItsPhrase(work)) return;
  switch (event.reason) {
    case "completed":
      return completed(work, starting.phrase);
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

function completed(work: Work, phrase: Starting["phrase"]): void {
  if (phrase === "disclosure") {
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
