import type { EngineState } from "@/lib/engines/ports.ts";

/** Whether a model may be asked now: one that is there, and is not switched off for the rules. */
export function isUsableModel(engine: EngineState, cds: string): boolean {
  return cds !== "rules" && (engine.state === "ready" || engine.state === "catching_up");
}
