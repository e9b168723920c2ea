import type { AutoState } from "@/lib/auto/auto_state.ts";
import { isListening } from "@/lib/auto_phase.ts";
import { isOpen, isStanding } from "@/lib/alarms/alarm.ts";
import type { SessionState } from "@/lib/consultation/session_state.ts";

/** A rule of MP6 that does not hold, in words, with the moment at which it was seen. */
export interface Broken {
  readonly rule: string;
  readonly words: string;
  readonly atMs: number;
}

/** What the invariants see besides the session: the room, as nobody in the house can see it. */
export interface Witness {
  readonly nowMs: number;
  /** Nobody has made a sound for so long, ms. */
  readonly silentMs: number;
  readonly isPageThere: boolean;
  readonly emptyWaitMs: number;
  /** The profile has sound that comes late or not at all. */
  readonly isVoiceFaulty: boolean;
  /** The doctor has pressed Stop or Esc while Alba spoke, ever. */
  readonly hasDoctorStopped: boolean;
}

/** A silence may be this much longer than the longest wait that a rule allows (MP6). */
const DEAD_AIR_SLACK_MS = 5_000;

/**
 * A voice that is late costs its own waits besides: AUTO_PRESYNTH_WAIT_S, and 8 s until the browser's
 * voice takes over (`SpeechJobs`).
 */
const FAULTY_VOICE_SLACK_MS = 10_000;

/** What must hold of a session between any two of its events (MP6, SP4). */
export function brokenNow(session: SessionState, auto: AutoState, witness: Witness): Broken[] {
  const broken: Broken[] = [];
  const say = (rule: string, words: string) => broken.push({ rule, words, atMs: witness.nowMs });
  const open = session.alarms.alarms.filter(isOpen);
  const standing = session.alarms.alarms.filter(isStanding);
  if (isUnpaused(auto, open.length)) {
    say("every_alarm_paused", `${open.length} open in ${auto.phase}`);
  }
  const shown = new Set(auto.urgency.standing.map(({ id }) => id));
  if (standing.some(({ id }) => !shown.has(id))) say("strip_keeps_acknowledged", "one is missing");
  for (const { rule, words } of inconsistencies(auto)) say(rule, words);
  if (auto.turn.isHushed && !witness.hasDoctorStopped) {
    say("hushed_by_doctor_only", `in ${auto.phase}, and no doctor has stopped her`);
  }
  deadAir(auto, witness, say);
  return broken;
}

/** An alarm that nobody has seen yet, and Alba goes on. */
export function isUnpaused({ phase, run }: AutoState, openAlarms: number): boolean {
  return run !== null && isListening(phase) && openAlarms > 0;
}

/** Plan, queue and awaited answer speak of the same items. */
export function inconsistencies(
  { flow, queue, turn }: AutoState,
): readonly { readonly rule: string; readonly words: string }[] {
  const found: { rule: string; words: string }[] = [];
  const statusOf = (id: string) => queue.items.find((item) => item.id === id)?.status ?? "missing";
  if ("item" in flow && statusOf(flow.item) !== "pending") {
    const words = `${flow.at} ${flow.item} is ${statusOf(flow.item)}`;
    found.push({ rule: "plan_is_pending", words });
  }
  const awaited = turn.awaiting?.item ?? null;
  if (awaited !== null && statusOf(awaited) !== "asked" && statusOf(awaited) !== "answered") {
    found.push({ rule: "awaited_is_asked", words: `${awaited} is ${statusOf(awaited)}` });
  }
  const tokens = queue.items.map((item) => item.tokens.join(" ")).filter((key) => key !== "");
  if (new Set(tokens).size !== tokens.length) {
    found.push({ rule: "queue_holds_each_once", words: "two items match" });
  }
  return found;
}

/** No silence that was Alba's to break outlasts the longest wait. */
function deadAir(
  auto: AutoState,
  { emptyWaitMs, isPageThere, isVoiceFaulty, silentMs }: Witness,
  say: (rule: string, words: string) => void,
): void {
  if (auto.run === null || auto.phase === "PAUSED_URGENT" || !isPageThere) return;
  const slackMs = DEAD_AIR_SLACK_MS + (isVoiceFaulty ? FAULTY_VOICE_SLACK_MS : 0);
  if (silentMs <= emptyWaitMs + slackMs) return;
  say("no_dead_air", `${Math.round(silentMs / 1000)} s in ${auto.phase}, flow ${auto.flow.at}`);
}
