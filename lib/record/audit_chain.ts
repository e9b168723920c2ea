import { createHash } from "node:crypto";
import type { Json, JsonObject } from "@/lib/record/columns.ts";

/** What one audit row's hash covers; `detail` is the parsed object, so spacing cannot hide an edit. */
export interface ChainedRow {
  readonly seq: number;
  readonly room: string;
  readonly consultation: string | null;
  readonly wallMs: number;
  readonly kind: string;
  readonly detail: JsonObject;
  readonly commitment: string | null;
}

/** The hash before the first row. */
export const GENESIS_HASH = "0".repeat(64);

/** JSON with sorted keys and no spaces: the same value always gives the same bytes. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${
    keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(",")
  }}`;
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

/** sha256 over the previous row's hash and this row, in lower-case hex. */
export function rowHash(previousHash: string, row: ChainedRow): string {
  const covered = canonicalJson({
    seq: row.seq,
    room: row.room,
    consultation: row.consultation,
    wall_ms: row.wallMs,
    kind: row.kind,
    detail: row.detail,
    commitment: row.commitment,
  });
  return createHash("sha256").update(previousHash).update(covered).digest("hex");
}

/**
 * Commits to words without holding them: without the salt, which is deleted together with the
 * words, a guess at the text cannot be confirmed from the hash that stays.
 */
export function commitment(salt: Uint8Array, text: string): string {
  return createHash("sha256").update(salt).update(text).digest("hex");
}
