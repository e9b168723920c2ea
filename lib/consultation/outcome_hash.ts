import { createHash } from "node:crypto";
import type { Outcome } from "@/lib/consultation/auto_drive.ts";

/** SHA-256, hexadecimal, of the state and the effects that an event has led to (MA7). */
export function outcomeHash({ effects, state }: Outcome): string {
  return createHash("sha256").update(JSON.stringify([state, effects])).digest("hex");
}
