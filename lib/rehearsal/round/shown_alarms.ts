import type { Alarm } from "@/lib/alarms/alarm.ts";
import { isOpen, isStanding } from "@/lib/alarms/alarm.ts";
import type { Phase } from "@/lib/auto_phase.ts";
import type { AutoPageView } from "@/lib/page/auto_page_view.ts";
import type { Broken } from "@/lib/rehearsal/round/invariants.ts";

/** What a page shows of alarms is what the house has, within this and the time of the line. */
const SHOWN_WITHIN_MS = 250;

/**
 * A doctor reads a banner for at most 12 s and looks again 1.5 s after a tap; three alarms that come one
 * into the other's tap are over by then.
 */
const PAUSE_ENDS_WITHIN_MS = 60_000;

/** One moment of the pause, as house, page and doctor have it. */
export interface PauseMoment {
  readonly nowMs: number;
  readonly alarms: readonly Alarm[];
  readonly phase: Phase;
  /** Null while no page is connected, or before its first snapshot. */
  readonly view: Pick<AutoPageView, "phase" | "paused" | "standing"> | null;
  /** Alarms that a doctor's tap has named, each in the words that the page then showed. */
  readonly tapped: ReadonlyMap<string, readonly string[]>;
  /** How long a message takes to the page, at most. */
  readonly lineMs: number;
}

/** Holds what the page has of alarms against what the house has, and that a pause comes to its end (UR). */
export class ShownAlarms {
  /** By rule, since when page and house differ. */
  readonly #differsSinceMs = new Map<string, number>();
  #pausedMs = 0;
  #lastMs = 0;
  #seen: Omit<PauseMoment, "nowMs"> | null = null;
  #differences: readonly Difference[] = [];

  /** After every step; compares only what has changed since the last. */
  look(moment: PauseMoment): Broken[] {
    const { lineMs, nowMs, phase, view } = moment;
    const isPaused = phase === "PAUSED_URGENT";
    if (!isPaused) this.#pausedMs = 0;
    else if (view !== null) this.#pausedMs += nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (!isSame(this.#seen, moment)) this.#compare(moment);
    const broken = this.#differences
      .filter(({ atOnce, rule }) =>
        atOnce || nowMs - (this.#differsSinceMs.get(rule) ?? nowMs) > SHOWN_WITHIN_MS + lineMs
      )
      .map(({ rule, words }) => ({ rule, words, atMs: nowMs }));
    if (this.#pausedMs > PAUSE_ENDS_WITHIN_MS) {
      const words = `paused for ${Math.round(this.#pausedMs / 1000)} s with a doctor there`;
      broken.push({ rule: "pause_ends", words, atMs: nowMs });
    }
    return broken;
  }

  #compare(moment: PauseMoment): void {
    this.#seen = moment;
    this.#differences = differences(moment);
    const rules = new Set(this.#differences.map(({ rule }) => rule));
    for (const rule of this.#differsSinceMs.keys()) {
      if (!rules.has(rule)) this.#differsSinceMs.delete(rule);
    }
    for (const rule of rules) {
      if (!this.#differsSinceMs.has(rule)) this.#differsSinceMs.set(rule, moment.nowMs);
    }
  }
}

interface Difference {
  readonly rule: string;
  readonly words: string;
  /** No message can be on its way that would mend it. */
  readonly atOnce: boolean;
}

function differences({ alarms, phase, tapped, view }: PauseMoment): Difference[] {
  const found: Difference[] = [];
  const unseen = alarms.filter(({ acknowledged, action, id }) =>
    acknowledged !== null && !(tapped.get(id) ?? []).includes(action)
  );
  if (unseen.length > 0) {
    const words = `${unseen.length} acknowledged in words that no tap has covered`;
    found.push({ rule: "acknowledged_by_tap", words, atOnce: true });
  }
  if (view === null) return found;
  const differ = (rule: string, shown: readonly Named[], has: readonly Named[]) => {
    if (ids(shown) === ids(has)) return;
    const words = `the page shows ${shown.length}, the house has ${has.length}, in ${phase}`;
    found.push({ rule, words, atOnce: false });
  };
  differ("pause_is_shown", view.paused, phase === "PAUSED_URGENT" ? alarms.filter(isOpen) : []);
  differ("strip_is_shown", view.standing, alarms.filter(isStanding));
  if (view.phase !== phase) {
    const words = `the page shows ${view.phase}, the house is in ${phase}`;
    found.push({ rule: "phase_is_shown", words, atOnce: false });
  }
  return found;
}

interface Named {
  readonly id: string;
}

function ids(named: readonly Named[]): string {
  return named.map(({ id }) => id).sort().join(" ");
}

function isSame(seen: Omit<PauseMoment, "nowMs"> | null, now: PauseMoment): boolean {
  return seen !== null && seen.alarms === now.alarms && seen.phase === now.phase &&
    seen.view?.phase === now.view?.phase && seen.view?.paused === now.view?.paused &&
    seen.view?.standing === now.view?.standing;
}
