import { existsSync, renameSync } from "node:fs";
import type { Clock } from "@/lib/clock.ts";
import { type Audit, BOX, openAudit } from "@/lib/record/audit.ts";
import { GENESIS_HASH } from "@/lib/record/audit_chain.ts";
import { writeAuditHead } from "@/lib/record/audit_head.ts";
import { type AuditKey, createAuditKey, readAuditKey } from "@/lib/record/audit_key.ts";
import { type AgendaStore, agendaStore } from "@/lib/record/agenda_store.ts";
import { type AlarmStore, alarmStore } from "@/lib/record/alarm_store.ts";
import { type AutoEventStore, autoEventStore } from "@/lib/record/auto_event_store.ts";
import { type CaptureStore, captureStore } from "@/lib/record/capture_store.ts";
import { type ClinicianStore, clinicianStore } from "@/lib/record/clinician_store.ts";
import { type ConsultationStore, consultationStore } from "@/lib/record/consultation_store.ts";
import { wholeMs } from "@/lib/record/columns.ts";
import { type Database, openDatabase, type WriteOutcome } from "@/lib/record/database.ts";
import { type FinaliseStore, finaliseStore } from "@/lib/record/finalise_store.ts";
import { type HeadFit, headFit } from "@/lib/record/head_fit.ts";
import { type ConsultationId, type IdSource, idSource } from "@/lib/record/ids.ts";
import { migrate, type Migration, readMigrations } from "@/lib/record/migrate.ts";
import { type ListeningStore, listeningStore } from "@/lib/record/listening_store.ts";
import { type ModelCallStore, modelCallStore } from "@/lib/record/model_call_store.ts";
import { type RecordPaths, recordPaths } from "@/lib/record/paths.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";
import {
  purgeConsultation,
  type PurgeOrder,
  type PurgeOutcome,
} from "@/lib/record/purge_consultation.ts";
import { asRecordError, RecordError } from "@/lib/record/record_error.ts";
import { takeRecordLock } from "@/lib/record/record_lock.ts";
import { type RetentionStore, retentionStore } from "@/lib/record/retention_store.ts";
import { type RoomStore, roomStore } from "@/lib/record/room_store.ts";
import { type RunStore, runStore } from "@/lib/record/run_store.ts";
import { type SegmentStore, segmentStore } from "@/lib/record/segment_store.ts";
import { type SoundCheckStore, soundCheckStore } from "@/lib/record/sound_check_store.ts";
import { type TurnStore, turnStore } from "@/lib/record/turn_store.ts";
import { type UtteranceStore, utteranceStore } from "@/lib/record/utterance_store.ts";
import { type WholeSegmentStore, wholeSegmentStore } from "@/lib/record/whole_segment_store.ts";

/** Everything one DATA_DIR remembers. All calls are synchronous; see docs/decisions/stores.md. */
export interface ClinicRecord {
  readonly paths: RecordPaths;
  readonly newId: IdSource;
  readonly audit: Audit;
  readonly rooms: RoomStore;
  readonly clinicians: ClinicianStore;
  readonly consultations: ConsultationStore;
  readonly listening: ListeningStore;
  readonly captures: CaptureStore;
  readonly segments: SegmentStore;
  /** The transcript made from the whole recording after Stop. */
  readonly wholeSegments: WholeSegmentStore;
  /** The lines of the review. */
  readonly turns: TurnStore;
  readonly finalising: FinaliseStore;
  readonly utterances: UtteranceStore;
  readonly soundChecks: SoundCheckStore;
  readonly agendas: AgendaStore;
  readonly alarms: AlarmStore;
  readonly modelCalls: ModelCallStore;
  /** What auto mode was told, for its replay (RE5). */
  readonly autoEvents: AutoEventStore;
  /** The runs of auto mode (EN4). */
  readonly runs: RunStore;
  /** Which consultations' time has come (CO4). */
  readonly retention: RetentionStore;
  /** Deletes the words and the audio of a finished consultation; counts and audit stay (CO4). */
  purge(consultation: ConsultationId, order?: PurgeOrder): PurgeOutcome;
  /** Deletes the audio alone; the words stay. */
  purgeRecording(consultation: ConsultationId, order?: PurgeOrder): PurgeOutcome;
  /** Set when the record did not fit its signed head on opening; a standing banner's words. */
  readonly tampered: string | undefined;
  /**
   * All of `work` is written or none of it. A failing disk comes back as a value that a banner can
   * show; a mistake in our own code is thrown. `work` must be synchronous.
   */
  transaction<T>(work: () => T): WriteOutcome<T>;
  /** Audits, signs the head and lets go of the folder; also when the disk is full. */
  close(): void;
}

export type OpenRecordOutcome =
  | { readonly ok: true; readonly record: ClinicRecord }
  | {
    readonly ok: false;
    readonly code: "locked" | "migration_edited" | "newer_database" | RecordError["code"];
    readonly words: string;
    readonly cause?: unknown;
  };

export interface OpenRecordOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Hears each failed write of the signed head; it is retried every second. */
  readonly onSealError: (error: unknown) => void;
  /** Random bytes for ids; the system's own unless a test seeds them. */
  readonly entropy?: (bytes: number) => Uint8Array;
  /** The numbered SQL files; the repository's own unless a test brings others. */
  readonly migrations?: readonly Migration[];
}

const ASKED: PurgeOrder = { by: null, reason: "asked" };

const MIGRATIONS_FOLDER = new URL("../../migrations/", import.meta.url);

/**
 * FULL, not NORMAL: in WAL mode NORMAL may lose the newest commits in a power cut, and the signed
 * head, which is written after them, would then accuse an honest record of a cut tail.
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
  PRAGMA trusted_schema = OFF;
`;

/** Opens (or makes) the record of one data folder; everything expected to fail is a value. */
export function openRecord(options: OpenRecordOptions): OpenRecordOutcome {
  const paths = recordPaths(options.dataDir);
  const held: (() => void)[] = [];
  const giveUp = () => held.reverse().forEach((release) => release());
  try {
    privateFolder(paths.folder);
    privateFolder(paths.audio);
    const lock = takeRecordLock(paths.lock);
    if (lock === undefined) return lockedOutcome(options.dataDir);
    held.push(() => lock.release());
    privateFile(paths.database);
    const database = openDatabase(paths.database, { readOnly: false });
    held.push(() => database.close());
    database.exec(PRAGMAS);
    const migrations = options.migrations ?? readMigrations(MIGRATIONS_FOLDER);
    const migrated = migrate(database, migrations, wholeMs(options.clock.wallMs()));
    if (!migrated.ok) {
      giveUp();
      return migrated;
    }
    const release = () => lock.release();
    return { ok: true, record: compose(database, paths, options, migrations.length, release) };
  } catch (caught) {
    giveUp();
    const error = asRecordError(caught);
    if (!(error instanceof RecordError)) throw error;
    return { ok: false, code: error.code, words: error.message, cause: error.cause };
  }
}

function lockedOutcome(dataDir: string): OpenRecordOutcome {
  return {
    ok: false,
    code: "locked",
    words: `Cannot open the record in "${dataDir}": another Alba is running on this folder; ` +
      `stop it, or set DATA_DIR to another folder`,
  };
}

function compose(
  database: Database,
  paths: RecordPaths,
  options: OpenRecordOptions,
  schema: number,
  release: () => void,
): ClinicRecord {
  const { clock, onSealError } = options;
  const found = readAuditKey(paths);
  const fit = headFit(database, paths.auditHead, found);
  // A damaged key is kept: what it signed may still be proved with a copy of it.
  if (found === undefined) setAside(paths.auditKey, clock);
  const key = found ?? createAuditKey(paths);
  keepEvidence(fit, paths, key, clock);
  const audit = openAudit({ database, clock, key, headPath: paths.auditHead, onSealError });
  if (!fit.fits) {
    audit.append({
      room: BOX,
      kind: "record.tamper_found",
      detail: { code: fit.code, sealed_rows: fit.sealedRows, found_rows: fit.rows },
    });
  }
  audit.append({ room: BOX, kind: "record.opened", detail: { key: key.id, schema } });
  audit.seal();
  const newId = idSource(clock, options.entropy);
  const parts = { database, audit, clock, newId };
  return {
    paths,
    newId,
    audit,
    rooms: roomStore(parts),
    clinicians: clinicianStore(parts),
    consultations: consultationStore(parts),
    listening: listeningStore(parts),
    captures: captureStore(parts),
    segments: segmentStore(parts),
    wholeSegments: wholeSegmentStore(parts),
    turns: turnStore(parts),
    finalising: finaliseStore(parts),
    utterances: utteranceStore(parts),
    soundChecks: soundCheckStore(parts),
    agendas: agendaStore(parts),
    alarms: alarmStore(parts),
    modelCalls: modelCallStore(parts),
    autoEvents: autoEventStore(parts),
    runs: runStore(parts),
    retention: retentionStore(parts, paths),
    purge: (consultation, order = ASKED) =>
      purgeConsultation(parts, paths, consultation, "everything", order),
    purgeRecording: (consultation, order = ASKED) =>
      purgeConsultation(parts, paths, consultation, "recording", order),
    tampered: fit.fits ? undefined : tamperWords(fit),
    transaction: (work) => database.transaction(work),
    close() {
      database.transaction(() => audit.append({ room: BOX, kind: "record.closed", detail: {} }));
      audit.close();
      database.close();
      release();
    },
  };
}

/**
 * A head that does not fit is moved aside, so that signing the next one destroys no evidence; a new
 * folder gets a head of no rows first, so that from the first row on a missing head is a finding.
 */
function keepEvidence(fit: HeadFit, paths: RecordPaths, key: AuditKey, clock: Clock): void {
  if (!fit.fits) setAside(paths.auditHead, clock);
  if (fit.fits && fit.rows === 0) {
    const wallMs = wholeMs(clock.wallMs());
    writeAuditHead(paths.auditHead, { rows: 0, hash: GENESIS_HASH, sealedWallMs: wallMs }, key);
  }
}

function setAside(path: string, clock: Clock): void {
  if (existsSync(path)) renameSync(path, `${path}.${wholeMs(clock.wallMs())}.evidence`);
}

function tamperWords(fit: Extract<HeadFit, { fits: false }>): string {
  return `The record was altered while Alba was stopped (${fit.code}: ${fit.rows} audit rows, ` +
    `${fit.sealedRows ?? "an unknown number"} signed); run "deno task verify"`;
}
