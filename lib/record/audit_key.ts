import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { privateFolder, replaceFile } from "@/lib/record/private_files.ts";
import type { RecordPaths } from "@/lib/record/paths.ts";

/** The key that signs the audit's head; `id` is the sha256 of its public half. */
export interface AuditKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * The key of this data folder, or undefined when it has none that could sign: a damaged one is as good
 * as gone, and must not keep the box from starting. Throws what the file system throws.
 */
export function readAuditKey(paths: RecordPaths): AuditKey | undefined {
  if (!existsSync(paths.auditKey)) return undefined;
  const privateKey = parsedKey(readFileSync(paths.auditKey, "utf8"));
  return privateKey?.asymmetricKeyType === "ed25519" ? auditKey(privateKey) : undefined;
}

function parsedKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** Makes and stores a new key beside the database, not in it. */
export function createAuditKey(paths: RecordPaths): AuditKey {
  privateFolder(paths.keys);
  const { privateKey } = generateKeyPairSync("ed25519");
  replaceFile(paths.auditKey, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  return auditKey(privateKey);
}

function auditKey(privateKey: KeyObject): AuditKey {
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: "spki", format: "der" });
  return { id: createHash("sha256").update(der).digest("hex"), privateKey, publicKey };
}
