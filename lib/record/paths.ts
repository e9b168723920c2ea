import { join } from "node:path";
import type { ConsultationId } from "@/lib/record/ids.ts";

/** Where the record keeps its things inside DATA_DIR. */
export interface RecordPaths {
  readonly folder: string;
  readonly lock: string;
  readonly database: string;
  readonly audio: string;
  readonly keys: string;
  readonly auditKey: string;
  readonly auditHead: string;
}

export function recordPaths(dataDir: string): RecordPaths {
  return {
    folder: dataDir,
    lock: join(dataDir, "record.lock"),
    database: join(dataDir, "record.sqlite"),
    audio: join(dataDir, "audio"),
    keys: join(dataDir, "keys"),
    auditKey: join(dataDir, "keys", "audit.ed25519"),
    auditHead: join(dataDir, "audit_head.json"),
  };
}

/** The untouched recording of one consultation (TR2). */
export function recordingPath(paths: RecordPaths, consultation: ConsultationId): string {
  return join(paths.audio, `${consultation}.wav`);
}
