import type { EndReason } from "@/lib/protocol/shared.ts";

/**
 * The utterance arbiter: one utterance at a time, the disclosure lock and the cap (SP4), and every
 * utterance that began gets exactly one end (SP8). Pure; the same module serves every room.
 */

export interface ArbiterLimits {
  /** Longest utterance, ms. */
  readonly maxUtteranceMs: number;
  /** How long the page may take from being told to play until sound begins, ms. */
  readonly startTimeoutMs: number;
  /** Grace after the known duration before a missing end counts as lost, ms. */
  readonly lostMarginMs: number;
  /** How long the page may take to confirm a cancel, ms. */
  readonly cancelTimeoutMs: number;
}

interface Current {
  readonly id: string;
  readonly isDisclosure: boolean;
}

export type ArbiterPhase =
  | { readonly phase: "idle" }
  | { readonly phase: "preparing"; readonly current: Current }
  | {
    readonly phase: "ready";
    readonly current: Current;
    readonly durationMs: number;
    readonly sinceMs: number;
  }
  | {
    readonly phase: "playing";
    readonly current: Current;
    readonly durationMs: number;
    readonly sinceMs: number;
  }
  /** The page was told to stop and has not confirmed; `startedMs` is null if nothing was heard. */
  | {
    readonly phase: "cancelling";
    readonly current: Current;
    readonly reason: EndReason;
    readonly startedMs: number | null;
    readonly sinceMs: number;
  };

export interface ArbiterState {
  readonly disclosureSpoken: boolean;
  readonly now: ArbiterPhase;
}

export type ArbiterEvent =
  | { readonly type: "request"; readonly id: string; readonly isDisclosure: boolean }
  | { readonly type: "prepared"; readonly id: string; readonly durationMs: number }
  | { readonly type: "started"; readonly id: string }
  | { readonly type: "ended"; readonly id: string; readonly reason: EndReason }
  | { readonly type: "cancel"; readonly reason: EndReason }
  | { readonly type: "tick" };

export type RefusalCode = "busy" | "disclosure_first" | "too_long";

export type ArbiterEffect =
  | { readonly type: "refused"; readonly id: string; readonly code: RefusalCode }
  | { readonly type: "prepare"; readonly id: string }
  | { readonly type: "play"; readonly id: string; readonly durationMs: number }
  /** Stop synthesis or playback now. */
  | { readonly type: "cancel"; readonly id: string; readonly reason: EndReason }
  | { readonly type: "started"; readonly id: string }
  | {
    readonly type: "closed";
    readonly id: string;
    readonly reason: EndReason;
    /** False when the patient heard nothing of it. */
    readonly audible: boolean;
  };

export interface Arbitration {
  readonly state: ArbiterState;
  readonly effects: readonly ArbiterEffect[];
}

export const IDLE: ArbiterPhase = { phase: "idle" };

export function initialArbiter(disclosureSpoken = false): ArbiterState {
  return { disclosureSpoken, now: IDLE };
}

/** One step; `nowMs` is monotonic. Events about an utterance that is not current change nothing. */
export function arbitrate(
  state: ArbiterState,
  event: ArbiterEvent,
  nowMs: number,
  limits: ArbiterLimits,
): Arbitration {
  switch (event.type) {
    case "request":
      return request(state, event);
    case "prepared":
      return prepared(state, event, nowMs, limits);
    case "started":
      return started(state, event.id, nowMs);
    case "ended":
      return ended(state, event.id, event.reason);
    case "cancel":
      return cancel(state, event.reason, nowMs);
    case "tick":
      return tick(state, nowMs, limits);
  }
}

function unchanged(state: ArbiterState): Arbitration {
  return { state, effects: [] };
}

function close(state: ArbiterState, id: string, reason: EndReason, audible: boolean): Arbitration {
  const current = state.now.phase === "idle" ? null : state.now.current;
  const spoken = current?.isDisclosure === true && reason === "completed" && audible;
  return {
    state: { disclosureSpoken: state.disclosureSpoken || spoken, now: IDLE },
    effects: [{ type: "closed", id, reason, audible }],
  };
}

function request(
  state: ArbiterState,
  event: Extract<ArbiterEvent, { type: "request" }>,
): Arbitration {
  const refuse = (code: RefusalCode): Arbitration => ({
    state,
    effects: [{ type: "refused", id: event.id, code }],
  });
  if (state.now.phase !== "idle") return refuse("busy");
  if (!state.disclosureSpoken && !event.isDisclosure) return refuse("disclosure_first");
  const current = { id: event.id, isDisclosure: event.isDisclosure };
  return {
    state: { ...state, now: { phase: "preparing", current } },
    effects: [{ type: "prepare", id: event.id }],
  };
}

function prepared(
  state: ArbiterState,
  event: Extract<ArbiterEvent, { type: "prepared" }>,
  nowMs: number,
  limits: ArbiterLimits,
): Arbitration {
  const { now } = state;
  const fallsBack = now.phase === "ready"; // the page could not play; another way is tried
  if ((now.phase !== "preparing" && !fallsBack) || now.current.id !== event.id) {
    return unchanged(state);
  }
  if (event.durationMs > limits.maxUtteranceMs) {
    const closed = close(state, event.id, "capped", false);
    const refusal: ArbiterEffect = { type: "refused", id: event.id, code: "too_long" };
    return { state: closed.state, effects: [refusal, ...closed.effects] };
  }
  return {
    state: {
      ...state,
      now: {
        phase: "ready",
        current: now.current,
        durationMs: event.durationMs,
        sinceMs: nowMs,
      },
    },
    effects: [{ type: "play", id: event.id, durationMs: event.durationMs }],
  };
}

function started(state: ArbiterState, id: string, nowMs: number): Arbitration {
  const { now } = state;
  if (now.phase === "ready" && now.current.id === id) {
    return {
      state: { ...state, now: { ...now, phase: "playing", sinceMs: nowMs } },
      effects: [{ type: "started", id }],
    };
  }
  // The cancel and the first sound crossed on the wire: the span must still be opened.
  if (now.phase === "cancelling" && now.current.id === id && now.startedMs === null) {
    return {
      state: { ...state, now: { ...now, startedMs: nowMs } },
      effects: [{ type: "started", id }],
    };
  }
  return unchanged(state);
}

function ended(state: ArbiterState, id: string, reason: EndReason): Arbitration {
  const { now } = state;
  if (now.phase === "idle" || now.current.id !== id || now.phase === "preparing") {
    return unchanged(state);
  }
  if (now.phase === "ready") return close(state, id, reason, false);
  if (now.phase === "playing") return close(state, id, reason, true);
  return close(state, id, now.reason, now.startedMs !== null);
}

function cancel(state: ArbiterState, reason: EndReason, nowMs: number): Arbitration {
  const { now } = state;
  if (now.phase === "idle" || now.phase === "cancelling") return unchanged(state);
  const stop: ArbiterEffect = { type: "cancel", id: now.current.id, reason };
  if (now.phase === "preparing") {
    const closed = close(state, now.current.id, reason, false);
    return { state: closed.state, effects: [stop, ...closed.effects] };
  }
  return {
    state: {
      ...state,
      now: {
        phase: "cancelling",
        current: now.current,
        reason,
        startedMs: now.phase === "playing" ? now.sinceMs : null,
        sinceMs: nowMs,
      },
    },
    effects: [stop],
  };
}

function tick(state: ArbiterState, nowMs: number, limits: ArbiterLimits): Arbitration {
  const { now } = state;
  switch (now.phase) {
    case "idle":
    case "preparing":
      return unchanged(state);
    case "ready":
      return nowMs - now.sinceMs >= limits.startTimeoutMs
        ? cancelThenClose(state, now.current.id, "lost", false)
        : unchanged(state);
    case "playing": {
      const elapsed = nowMs - now.sinceMs;
      if (elapsed >= limits.maxUtteranceMs + limits.lostMarginMs) {
        return cancelThenClose(state, now.current.id, "capped", true);
      }
      return elapsed >= now.durationMs + limits.lostMarginMs
        ? cancelThenClose(state, now.current.id, "lost", true)
        : unchanged(state);
    }
    case "cancelling":
      return nowMs - now.sinceMs >= limits.cancelTimeoutMs
        ? close(state, now.current.id, now.reason, now.startedMs !== null)
        : unchanged(state);
  }
}

/** A page that may still be there is told to be silent before the span is closed without it. */
function cancelThenClose(
  state: ArbiterState,
  id: string,
  reason: EndReason,
  audible: boolean,
): Arbitration {
  const closed = close(state, id, reason, audible);
  return { state: closed.state, effects: [{ type: "cancel", id, reason }, ...closed.effects] };
}
