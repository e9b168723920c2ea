import { Buffer } from "node:buffer";
import { sign, verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import type { AuditKey } from "@/lib/record/audit_key.ts";
import { parseJson } from "@/lib/record/columns.ts";
import { replaceFile } from "@/lib/record/private_files.ts";

/** The audit's length and last hash at one moment, signed, so that a cut tail shows. */
export interface AuditHead {
  readonly rows: number;
  readonly hash: string;
  readonly sealedWallMs: number;
}

const headFile = z.strictObject({
  rows: z.int().min(0),
  hash: z.string(),
  sealed_wall_ms: z.int(),
  key: z.string(),
  signature: z.base64(),
});

export type ReadHead =
  | { readonly state: "missing" }
  /** Not JSON of the right shape, signed by another key, or altered after it was signed. */
  | { readonly state: "forged" }
  | { readonly state: "signed"; readonly head: AuditHead };

/** Replaces the head file as a whole; throws what the file system throws. */
export function writeAuditHead(path: string, head: AuditHead, key: AuditKey): void {
  const signature = sign(null, signedBytes(head, key.id), key.privateKey).toString("base64");
  replaceFile(
    path,
    JSON.stringify({
      rows: head.rows,
      hash: head.hash,
      sealed_wall_ms: head.sealedWallMs,
      key: key.id,
      signature,
    }) + "\n",
  );
}

export function readAuditHead(path: string, key: AuditKey): ReadHead {
  if (!existsSync(path)) return { state: "missing" };
  const parsed = headFile.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!parsed.success) return { state: "forged" };
  const { rows, hash, sealed_wall_ms: sealedWallMs, signature } = parsed.data;
  const head: AuditHead = { rows, hash, sealedWallMs };
  const genuine = parsed.data.key === key.id &&
    verify(null, signedBytes(head, key.id), key.publicKey, Buffer.from(signature, "base64"));
  return genuine ? { state: "signed", head } : { state: "forged" };
}

function signedBytes(head: AuditHead, keyId: string): Uint8Array {
  return new TextEncoder().encode(canonicalJson({
    rows: head.rows,
    hash: head.hash,
    sealed_wall_ms: head.sealedWallMs,
    key: keyId,
  }));
}
