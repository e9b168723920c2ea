/** Where a run of auto mode stands (MA1). Only code moves it; no model's answer names a phase. */
export const PHASES = [
  "OFF",
  "DISCLOSURE",
  "INVITATION",
  "GOLDEN",
  "OPEN",
  "CLOSED",
  "HANDOVER",
  "PAUSED_URGENT",
  "TAKEN_OVER",
] as const;
export type Phase = (typeof PHASES)[number];

/** The phases in which Alba listens to the patient and an alarm pauses her. */
export type ListeningPhase = "GOLDEN" | "OPEN" | "CLOSED";

export function isListening(phase: Phase): phase is ListeningPhase {
  return phase === "GOLDEN" || phase === "OPEN" || phase === "CLOSED";
}
