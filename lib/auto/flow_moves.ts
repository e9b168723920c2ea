import type { Flow } from "@/lib/auto/auto_state.ts";
import type { Work } from "@/lib/auto/work.ts";

export function setFlow(work: Work, flow: Flow): void {
  const before = work.state.flow.at;
  work.set({ flow });
  if (isShortCall(before) && !isShortCall(flow.at)) releasePass(work);
}

/** The run is over: what was on its way comes to nothing, and nobody holds a pass for it. */
export function dropFlow(work: Work): void {
  work.set({ flow: { at: "idle" } });
  work.setPasses({ isHeld: false });
}

function isShortCall(at: Flow["at"]): boolean {
  return at === "choosing" || at === "wording";
}

/** The short calls of a turn's end are back: its pass need wait no longer (QF2). */
function releasePass(work: Work): void {
  if (!work.state.passes.isHeld) return;
  work.setPasses({ isHeld: false });
  work.emit({ type: "release_pass" });
}

/** Held for the short calls that have begun, at most as long as QF2 says from the first of them. */
export function requestPass(work: Work, reason: "golden_exit" | "turn_end" | "asked"): void {
  const beganMs = shortCallsBeganMs(work);
  const since = Math.max(beganMs ?? 0, work.state.turn.ended?.atMs ?? work.nowMs);
  const left = since + work.settings.shortCallsHoldMs - work.nowMs;
  const holdMs = beganMs === null ? 0 : Math.max(0, left);
  const askedAtLines = work.state.linesHeard;
  work.setPasses({ isRequested: true, isHeld: holdMs > 0, askedAtLines });
  work.emit({ type: "request_pass", reason, holdMs });
}

function shortCallsBeganMs(work: Work): number | null {
  const { flow, rerank } = work.state;
  if (flow.at === "choosing") return rerank.call?.sinceMs ?? null;
  if (flow.at !== "wording") return null;
  const { wording } = work.item(flow.item);
  return wording.state === "asked" ? wording.sinceMs : null;
}

/** Nothing is pending: whatever pass comes next may bring something (QF6). */
export function wait(work: Work, by: "agenda" | "doctor"): void {
  const { passes, turn } = work.state;
  setFlow(work, {
    at: "waiting",
    by,
    startsAtTurnEnd: turn.ended?.passStarts ?? passes.starts,
    askedForMore: false,
    sinceMs: turn.ended?.atMs ?? work.nowMs,
  });
  if (!passes.isRequested && passes.inFlight === null) requestPass(work, "asked");
}

/** A question is being chosen, worded or voiced, or waits for its moment. */
export function isPlan({ at }: Flow): boolean {
  return isShortCall(at) || at === "voicing" || at === "ready";
}

export function isQuestionPhase({ state: { phase } }: Work): boolean {
  return phase === "OPEN" || phase === "CLOSED";
}
