import { createHash } from "node:crypto";
import type { Outcome } from "@/lib/consultation/auto_drive.ts";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import type { Json } from "@/lib/record/columns.ts";

/**
 * SHA-256, hexadecimal, of the state and the effects that an event has led to (MA7). Both are plain
 * data; the order of keys says nothing, because thresholds come back from the record in another one.
 */
export function outcomeHash({ effects, state }: Outcome): string {
  const outcome = [state, effects] as unknown as Json;
  return createHash("sha256").update(canonicalJson(outcome)).digest("hex");
}
