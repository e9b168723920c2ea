import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { type Database } from "@/lib/record/database.ts";

/** A numbered SQL file, `0001_house.sql`; numbers run from 1 without a hole. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export type MigrateOutcome =
  | { readonly ok: true; readonly applied: readonly string[] }
  | {
    readonly ok: false;
    readonly code: "migration_edited" | "newer_database";
    readonly words: string;
  };

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
const MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  applied_wall_ms INTEGER NOT NULL
) STRICT`;
const appliedRow = z.object({ number: z.int(), name: z.string(), sha256: z.string() });

/** Reads `folder` (its address ends in a slash); throws on a badly named file or a hole, which are mistakes of the build. */
export function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql")).sort();
  return names.map((name, index) => {
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (number !== index + 1) {
      throw new Error(`Cannot read migration "${name}": expected number ${index + 1}`);
    }
    const sql = readFileSync(new URL(name, folder), "utf8");
    return { number, name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
  });
}

/**
 * Brings the database up to `migrations`, one transaction each. Refused, with nothing changed, when
 * an applied migration reads differently now (the tables would not be what the code believes), and
 * when the database knows migrations that this code does not (it was opened by a newer version).
 */
export function migrate(
  database: Database,
  migrations: readonly Migration[],
  nowWallMs: number,
): MigrateOutcome {
  database.exec(MIGRATION_TABLE);
  const applied = database
    .query("SELECT number, name, sha256 FROM migration ORDER BY number", appliedRow)
    .all({});
  for (const row of applied) {
    const known = migrations[row.number - 1];
    if (known === undefined) {
      return {
        ok: false,
        code: "newer_database",
        words:
          `Cannot open the record: its migration "${row.name}" is newer than this version of ` +
          `Alba knows; start the version that wrote it, or restore an older backup`,
      };
    }
    if (known.sha256 !== row.sha256) {
      return {
        ok: false,
        code: "migration_edited",
        words:
          `Cannot open the record: migration "${known.name}" was edited after it was applied; ` +
          `put the file back as it was and write the change as a new migration`,
      };
    }
  }
  const note = database.command(
    "INSERT INTO migration VALUES (:number, :name, :sha256, :applied_wall_ms)",
  );
  const pending = migrations.slice(applied.length);
  for (const { number, name, sql, sha256 } of pending) {
    database.atomically(() => {
      database.exec(sql);
      note.run({ number, name, sha256, applied_wall_ms: nowWallMs });
    });
  }
  return { ok: true, applied: pending.map((migration) => migration.name) };
}
