import { createHash } from "node:crypto";
import type { Outcome } from "@/lib/consultation/auto_drive.ts";

/**
 * SHA-256, hexadecimal, of the state and the effects that an event has led to (MA7), as JSON in the
 * order in which the controller built them: it is taken at each of a run's reports, and sorting keys
 * costs six times as much.
 */
export function outcomeHash({ effects, state }: Outcome): string {
  return createHash("sha256").update(JSON.stringify([state, effects])).digest("hex");
}
