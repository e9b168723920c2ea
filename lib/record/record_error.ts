import { diskFault } from "@/lib/audio/disk_fault.ts";

/** Why the record could not be written or read; each has words for the page. */
export type RecordErrorCode = "disk_full" | "io" | "busy" | "corrupt";

const WORDS: { readonly [code in RecordErrorCode]: string } = {
  disk_full: "Cannot write the record: the disk is full",
  io: "Cannot write the record: the disk reports an error",
  busy: "Cannot write the record: another program holds the database",
  corrupt: "Cannot read the record: the database file is damaged",
};

/** A failure of the disk or the database file, as against a mistake in our own code. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  constructor(readonly code: RecordErrorCode, cause: unknown) {
    super(WORDS[code], { cause });
  }
}

/** The low byte of SQLite's result code tells the family; see sqlite.org/rescode.html. */
const FAMILIES: ReadonlyMap<number, RecordErrorCode> = new Map([
  [3, "io"],
  [5, "busy"],
  [6, "busy"],
  // Too little memory at this moment: the row fits, and is tried again.
  [7, "io"],
  [8, "io"],
  [10, "io"],
  [11, "corrupt"],
  [13, "disk_full"],
  [14, "io"],
  [15, "busy"],
  [26, "corrupt"],
]);

/** The same families by SQLite's own words, because errors of `exec` carry no result code. */
const MESSAGES: ReadonlyMap<string, RecordErrorCode> = new Map([
  ["database is locked", "busy"],
  ["database table is locked", "busy"],
  ["attempt to write a readonly database", "io"],
  ["disk I/O error", "io"],
  ["database disk image is malformed", "corrupt"],
  ["database or disk is full", "disk_full"],
  ["unable to open database file", "io"],
  ["file is not a database", "corrupt"],
]);

/** Translates what SQLite or the file system threw; a mistake in our own code comes back as it was. */
export function asRecordError(error: unknown): unknown {
  if (error instanceof RecordError) return error;
  const code = sqliteFault(error) ?? diskFault(error);
  return code === undefined ? error : new RecordError(code, error);
}

function sqliteFault(error: unknown): RecordErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("errcode" in error && typeof error.errcode === "number") {
    return FAMILIES.get(error.errcode & 0xff);
  }
  return "code" in error && error.code === "ERR_SQLITE_ERROR"
    ? MESSAGES.get(error.message)
    : undefined;
}
