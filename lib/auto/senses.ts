import type { AutoEvent, Lack } from "@/lib/auto/auto_event.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import { LACK_AFTER_MS } from "@/lib/auto/auto_settings.ts";
import type { AutoState } from "@/lib/auto/auto_state.ts";
import type { Work } from "@/lib/auto/work.ts";

const WORDS: Readonly<Record<Lack, string>> = {
  ears: "Alba waits: she cannot hear.",
  recording: "Alba waits: the recording stands still.",
  record: "Alba waits: nothing can be written down.",
};

/**
 * TT12: Alba interviews nobody whom she cannot hear, and asks nothing whose answer is not kept. She
 * says nothing new then, and goes on by herself when what she lacked is back.
 */
export function sensesMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "senses":
      return event.lack === null ? back(work) : lacks(work, event.lack);
    case "restarted":
      // The clock began anew with the service; what it lacks it says anew.
      return work.set({ lack: null, hearsSinceMs: null });
    case "toggle_on":
      return forget(work);
    case "quiet":
    case "tick":
      return show(work);
    default:
      return;
  }
}

/** It lasts: an engine that stumbles for a moment catches up on what it has missed. */
export function isLacking({ lack }: AutoState, nowMs: number): boolean {
  return lack !== null && nowMs - lack.sinceMs >= LACK_AFTER_MS;
}

/** What the pill says in place of the phase; null while nothing lacks. */
export function lackWords({ lack }: AutoState): string | null {
  return lack === null || !lack.isShown ? null : WORDS[lack.cause];
}

/** Of a room's silence only what she could have heard broken counts, ms. */
export function heardQuietMs({ nowMs, state }: Work, quietMs: number): number {
  if (isLacking(state, nowMs)) return 0;
  const { hearsSinceMs } = state;
  return hearsSinceMs === null ? quietMs : Math.min(quietMs, Math.round(nowMs - hearsSinceMs));
}

function lacks(work: Work, cause: Lack): void {
  const { lack } = work.state;
  work.set({
    lack: lack === null ? { cause, sinceMs: work.nowMs, isShown: false } : { ...lack, cause },
  });
  if (lack?.isShown === true) say(work);
}

/** A run that begins says again what it lacks. */
function forget(work: Work): void {
  const { lack } = work.state;
  if (work.state.run === null && lack !== null) work.set({ lack: { ...lack, isShown: false } });
}

function show(work: Work): void {
  const { lack, phase, run } = work.state;
  if (run === null || lack === null || lack.isShown || !isLacking(work.state, work.nowMs)) return;
  work.set({ lack: { ...lack, isShown: true } });
  // The silence that stands was measured without her.
  work.setTurn({ report: null });
  work.audit("auto.waits", { lack: lack.cause, phase });
  say(work);
}

function back(work: Work): void {
  const { lack, phase, run } = work.state;
  const waited = isLacking(work.state, work.nowMs);
  work.set({ lack: null });
  if (lack === null || !waited) return;
  work.set({ hearsSinceMs: work.nowMs });
  work.setTurn({ report: null });
  if (run === null || !lack.isShown) return;
  const lacked_ms = Math.round(work.nowMs - lack.sinceMs);
  work.audit("auto.goes_on", { lack: lack.cause, phase, lacked_ms });
  say(work);
  work.raise({ type: "hears_again" });
}

function say(work: Work): void {
  const starting = work.state.phase === "DISCLOSURE";
  work.push({ type: "auto_toggled", on: true, starting, words: lackWords(work.state) });
}
