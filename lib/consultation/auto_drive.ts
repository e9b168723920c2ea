import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { type AutoState, initialAuto } from "@/lib/auto/auto_state.ts";
import { type AutoStep, stepAuto } from "@/lib/auto/step.ts";
import { afterMistake } from "@/lib/consultation/auto_mistake.ts";

/** How often a run looks at its waits (MA8), ms. */
export const AUTO_TICK_MS = 250;

/** The controller with its own time, so that its ticks follow from its other events (RE5). */
export interface AutoDrive {
  readonly core: AutoState;
  /** Of the next tick; null while no run is on. */
  readonly nextTickMs: number | null;
  /** The number of the last event. */
  readonly seq: number;
  /** What ticks have led to since that event; they are not kept, so its outcome includes theirs. */
  readonly sinceLast: readonly AutoEffect[];
}

export interface Driven {
  readonly drive: AutoDrive;
  readonly effects: readonly AutoEffect[];
  /** The name of a mistake of ours that has ended the run; null where there was none. */
  readonly mistake: string | null;
}

export const STILL: AutoDrive = {
  core: initialAuto(),
  nextTickMs: null,
  seq: 0,
  sinceLast: [],
};

/**
 * Every tick that is due by `nowMs`. A run ticks at its start plus multiples of 250 ms, however late
 * the service's own timer is: that is what lets a replay put them where they were.
 */
export function driveTicks(drive: AutoDrive, nowMs: number, settings: AutoSettings): Driven {
  let { core, nextTickMs } = drive;
  const effects: AutoEffect[] = [];
  let mistake: string | null = null;
  while (nextTickMs !== null && nextTickMs <= nowMs) {
    const stepped = safeStep(core, { type: "tick" }, nextTickMs, settings);
    core = stepped.state;
    mistake ??= stepped.mistake;
    effects.push(...stepped.effects);
    nextTickMs = core.run === null ? null : nextTickMs + AUTO_TICK_MS;
  }
  if (core === drive.core && nextTickMs === drive.nextTickMs) return { drive, effects, mistake };
  const sinceLast = effects.length === 0 ? drive.sinceLast : [...drive.sinceLast, ...effects];
  return { drive: { ...drive, core, nextTickMs, sinceLast }, effects, mistake };
}

/** What an event has led to, for its row (MA7). */
export interface Outcome {
  readonly state: AutoState;
  readonly effects: readonly AutoEffect[];
}

/** One event. `driveTicks` has run up to `nowMs` before it. Never throws. */
export function driveEvent(
  drive: AutoDrive,
  event: AutoEvent,
  nowMs: number,
  settings: AutoSettings,
): Driven & { readonly outcome: Outcome } {
  const { effects, mistake, state } = safeStep(drive.core, event, nowMs, settings);
  const nextTickMs = state.run === null ? null : drive.nextTickMs ?? nowMs + AUTO_TICK_MS;
  return {
    drive: { core: state, nextTickMs, seq: drive.seq + 1, sinceLast: [] },
    effects,
    mistake,
    outcome: { state, effects: [...drive.sinceLast, ...effects] },
  };
}

/** A mistake of ours in the controller must cost its run, not the step of the whole consultation. */
function safeStep(
  state: AutoState,
  event: AutoEvent,
  nowMs: number,
  settings: AutoSettings,
): AutoStep & { readonly mistake: string | null } {
  try {
    return { ...stepAuto(state, event, nowMs, settings), mistake: null };
  } catch (error) {
    return { ...afterMistake(state), mistake: error instanceof Error ? error.name : "unknown" };
  }
}
