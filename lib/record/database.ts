import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { z } from "zod";
import { storableText } from "@/lib/record/columns.ts";
import { asRecordError, RecordError, type RecordErrorCode } from "@/lib/record/record_error.ts";

/** What SQLite stores; a Date or a boolean is converted by the store that knows its meaning. */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type Bindings = { readonly [name: string]: SqlValue };

export interface Command {
  /** Rows changed. */
  run(bindings: Bindings): number;
}

export interface Query<Row> {
  get(bindings: Bindings): Row | undefined;
  all(bindings: Bindings): Row[];
}

/** What became of a transaction; on failure nothing of it was written. */
export type WriteOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
    readonly ok: false;
    readonly code: RecordErrorCode;
    readonly words: string;
    readonly cause: unknown;
  };

/**
 * The one door to SQLite. Statements always take named bindings in a fresh object, because
 * `node:sqlite` reads a Date or an object given first as such an object and binds NULL silently;
 * rows are parsed on the way out, because they come untyped and with a null prototype.
 */
export interface Database {
  exec(sql: string): void;
  command(sql: string): Command;
  query<Schema extends z.ZodType>(sql: string, row: Schema): Query<z.output<Schema>>;
  /** Runs `work` in a transaction, or inside the one that is open; throws what `work` throws. */
  atomically<T>(work: () => T): T;
  /** As `atomically`, but a failing disk comes back as a value; other errors are thrown. */
  transaction<T>(work: () => T): WriteOutcome<T>;
  /** Runs `task` once when the open transaction has been committed; at once when none is open. */
  afterCommit(task: () => void): void;
  close(): void;
}

/** How long a statement waits for another process (backup, verify) to let go of its lock. */
const BUSY_TIMEOUT_MS = 5000;

/** Opens the file; pragmas are the caller's. Throws `RecordError` when it cannot be opened. */
export function openDatabase(path: string, options: { readOnly: boolean }): Database {
  const sqlite = translated(() =>
    new DatabaseSync(path, { readOnly: options.readOnly, timeout: BUSY_TIMEOUT_MS })
  );
  const begin = sqlite.prepare("BEGIN IMMEDIATE");
  const commit = sqlite.prepare("COMMIT");
  const rollback = sqlite.prepare("ROLLBACK");
  const committed: (() => void)[] = [];

  function atomically<T>(work: () => T): T {
    if (sqlite.isTransaction) return work();
    const value = translated(() => {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        committed.length = 0;
        // A full disk has already rolled back, and a second rollback would hide the first error.
        if (sqlite.isTransaction) rollback.run();
        throw error;
      }
    });
    for (const task of committed.splice(0)) task();
    return value;
  }

  return {
    exec: (sql) => translated(() => sqlite.exec(sql)),
    command: (sql) => {
      const statement = translated(() => sqlite.prepare(sql));
      return {
        run: (bindings) => translated(() => Number(statement.run(storable(bindings)).changes)),
      };
    },
    query: (sql, row) => parsedQuery(translated(() => sqlite.prepare(sql)), row),
    atomically,
    transaction(work) {
      try {
        return { ok: true, value: atomically(work) };
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        return { ok: false, code: error.code, words: error.message, cause: error.cause };
      }
    },
    afterCommit(task) {
      if (sqlite.isTransaction) committed.push(task);
      else task();
    },
    close: () => sqlite.close(),
  };
}

function parsedQuery<Schema extends z.ZodType>(
  statement: StatementSync,
  row: Schema,
): Query<z.output<Schema>> {
  return {
    get(bindings) {
      const found = translated(() => statement.get(bindings));
      return found === undefined ? undefined : row.parse(found);
    },
    all: (bindings) => translated(() => statement.all(bindings)).map((found) => row.parse(found)),
  };
}

/** The driver reads a text back only as far as its first NUL, so none may be stored. */
function storable(bindings: Bindings): Record<string, SqlValue> {
  const stored = Object.entries(bindings).map(([name, value]) =>
    [name, typeof value === "string" ? storableText(value) : value] as const
  );
  return Object.fromEntries(stored);
}

function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asRecordError(error);
  }
}
