import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { Work } from "@/lib/auto/work.ts";

const CONSENT_UNCLEAR = "The patient may not agree. Ask, and note the answer under Consent.";

/** MA10, DW1, EN2: every way off that is no end of its own: the toggle, Stop, and what may be a no. */
export function switchOffMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "toggle_off":
      return toggleOff(work, event.reason);
    case "committed":
      return answeredNo(work, event.refuses === true);
    case "run_over":
      return work.set({ run: null });
    default:
      return;
  }
}

function toggleOff(work: Work, reason: "toggle" | "stop" | "paused" | "restart"): void {
  if (work.state.run === null) return;
  const words = reason === "paused" ? "Off: the consultation is off the record." : null;
  turnOff(work, reason, words);
}

/** An answer was asked for, and the patient may have refused: what follows is the doctor's (EN2). */
function answeredNo(work: Work, refuses: boolean): void {
  if (refuses && work.state.run !== null) turnOff(work, "consent_unclear", CONSENT_UNCLEAR);
}

/** Immediate from every state (DW1): whatever is being said or prepared ends now. */
export function turnOff(work: Work, reason: string, words: string | null): void {
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
