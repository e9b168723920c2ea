import type { AutoState } from "@/lib/auto/auto_state.ts";
import { isListening } from "@/lib/auto_phase.ts";
import { type Alarm, isOpen, isStanding } from "@/lib/alarms/alarm.ts";

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
  /** Ears, disk or record are gone at times. */
  readonly mayLack: boolean;
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
export class StepInvariants {
  #alarms: readonly Alarm[] | null = null;
  #auto: AutoState | null = null;
  #found: readonly Finding[] = [];

  /** After every step; what depends on no clock is looked at again only when it has changed. */
  look(alarms: readonly Alarm[], auto: AutoState, witness: Witness): Broken[] {
    if (alarms !== this.#alarms || auto !== this.#auto) this.#found = findings(alarms, auto);
    this.#alarms = alarms;
    this.#auto = auto;
    const found = [...this.#found];
    if (auto.turn.isHushed && !witness.hasDoctorStopped) {
      const words = `in ${auto.phase}, and no doctor has stopped her`;
      found.push({ rule: "hushed_by_doctor_only", words });
    }
    if (auto.lack !== null && !witness.mayLack) {
      found.push({ rule: "lacks_what_is_gone", words: `no ${auto.lack.cause}, she says` });
    }
    found.push(...deadAir(auto, witness));
    return found.map((one) => ({ ...one, atMs: witness.nowMs }));
  }
}

type Finding = Omit<Broken, "atMs">;

function findings(alarms: readonly Alarm[], auto: AutoState): Finding[] {
  const found: Finding[] = [];
  const open = alarms.filter(isOpen);
  if (isUnpaused(auto, open.length)) {
    found.push({ rule: "every_alarm_paused", words: `${open.length} open in ${auto.phase}` });
  }
  const kept = new Set(auto.urgency.standing.map(({ id }) => id));
  if (alarms.some((alarm) => isStanding(alarm) && !kept.has(alarm.id))) {
    found.push({ rule: "strip_keeps_acknowledged", words: "one is missing" });
  }
  return [...found, ...inconsistencies(auto)];
}

/** An alarm that nobody has seen yet, and Alba goes on. */
export function isUnpaused({ phase, run }: AutoState, openAlarms: number): boolean {
  return run !== null && isListening(phase) && openAlarms > 0;
}

/** Plan, queue and awaited answer speak of the same items. */
export function inconsistencies({ flow, queue, turn }: AutoState): readonly Finding[] {
  const found: Finding[] = [];
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
): Finding[] {
  if (auto.run === null || auto.phase === "PAUSED_URGENT" || !isPageThere) return [];
  const slackMs = DEAD_AIR_SLACK_MS + (isVoiceFaulty ? FAULTY_VOICE_SLACK_MS : 0);
  if (silentMs <= emptyWaitMs + slackMs) return [];
  const words = `${Math.round(silentMs / 1000)} s in ${auto.phase}, flow ${auto.flow.at}`;
  return [{ rule: "no_dead_air", words }];
}
