import { DatabaseSync } from "node:sqlite";
import { commitment, GENESIS_HASH, rowHash } from "@/lib/record/audit_chain.ts";
import { jsonObject } from "@/lib/record/columns.ts";
import { consultationId } from "@/lib/record/ids.ts";
import { recordingPath, recordPaths } from "@/lib/record/paths.ts";
import { dataFolder, openedRecord } from "@/tests/record/record_for_test.ts";

/** Audit kinds that speak of rows of other tables. */
const SEGMENT = "consultation.segment_committed";
const SPOKEN = "speech.ended";
const STEP = "consultation.transition";

export interface Forgery {
  readonly name: string;
  /** Tampers with `folder`; returns the audit row that verify must name, or null for none. */
  readonly commit: (forger: Forger) => number | null;
}

/** A forger has the disk, but not the box's key. */
interface Forger {
  readonly folder: string;
  readonly consultation: string;
  readonly rows: number;
  /** Some row, 1 to `rows`, the same again in one run. */
  readonly some: number;
  sql(sql: string, ...bindings: (string | number)[]): void;
  /** Makes the chain consistent again from `seq` on, as anybody with the source code can. */
  rehashFrom(seq: number): void;
}

export const FORGERIES: readonly Forgery[] = [
  edit("edits a time", "UPDATE audit SET wall_ms = wall_ms + 1 WHERE seq = ?"),
  edit("edits a detail", "UPDATE audit SET detail = json_set(detail, '$.x', 1) WHERE seq = ?"),
  edit("adds a space to a detail", "UPDATE audit SET detail = detail || ' ' WHERE seq = ?"),
  edit("edits a kind", "UPDATE audit SET kind = 'consultation.typed' WHERE seq = ?"),
  edit("moves a row to another room", "UPDATE audit SET room = 'room-2' WHERE seq = ?"),
  edit("moves a row to no consultation", "UPDATE audit SET consultation = 'X' WHERE seq = ?"),
  edit(
    "drops or invents a commitment",
    `UPDATE audit SET commitment = iif(commitment IS NULL,
    'x', NULL) WHERE seq = ?`,
  ),
  edit("breaks the link", "UPDATE audit SET prev_hash = hash WHERE seq = ?"),
  {
    name: "edits a row and hashes it anew, but not its followers",
    commit: ({ sql, rehashFrom, some, rows }) => {
      const seq = Math.min(some, rows - 1);
      sql("UPDATE audit SET wall_ms = wall_ms + 1 WHERE seq = ?", seq);
      sql("CREATE TABLE kept AS SELECT * FROM audit WHERE seq > ?", seq);
      rehashFrom(seq);
      sql("DELETE FROM audit WHERE seq > ?", seq);
      sql("INSERT INTO audit SELECT * FROM kept");
      return seq;
    },
  },
  {
    name: "deletes a row from the middle",
    commit: ({ sql, some, rows }) => {
      const seq = Math.min(some, rows - 1);
      sql("DELETE FROM audit WHERE seq = ?", seq);
      return seq;
    },
  },
  {
    name: "deletes a row from the middle, renumbers and hashes anew",
    commit: ({ sql, rehashFrom, some, rows }) => {
      const seq = Math.min(some, rows - 1);
      sql("DELETE FROM audit_text WHERE audit >= ?", seq);
      sql("DELETE FROM audit WHERE seq = ?", seq);
      sql("UPDATE audit SET seq = -seq WHERE seq > ?", seq);
      sql("UPDATE audit SET seq = -seq - 1 WHERE seq < 0");
      rehashFrom(seq);
      return rows;
    },
  },
  {
    name: "cuts the tail",
    commit: ({ sql, some }) => {
      sql("DELETE FROM audit_text WHERE audit >= ?", some);
      sql("DELETE FROM audit WHERE seq >= ?", some);
      return some;
    },
  },
  {
    name: "edits a row and recomputes the whole tail without the key",
    commit: ({ sql, rehashFrom, some, rows }) => {
      sql("UPDATE audit SET wall_ms = wall_ms + 1 WHERE seq = ?", some);
      rehashFrom(some);
      return rows;
    },
  },
  {
    name: "cuts the tail and signs a head with a key of its own",
    commit: ({ sql, folder, some }) => {
      using own = dataFolder();
      openedRecord(own.path).record.close();
      sql("DELETE FROM audit_text WHERE audit >= ?", some);
      sql("DELETE FROM audit WHERE seq >= ?", some);
      Deno.copyFileSync(`${own.path}/audit_head.json`, `${folder}/audit_head.json`);
      return null;
    },
  },
  {
    name: "lowers the row count in the head",
    commit: ({ folder }) => {
      const head = `${folder}/audit_head.json`;
      const text = Deno.readTextFileSync(head).replace(/"rows":\d+/, '"rows":1');
      Deno.writeTextFileSync(head, text);
      return null;
    },
  },
  {
    name: "deletes the head",
    commit: ({ folder }) => (Deno.removeSync(`${folder}/audit_head.json`), null),
  },
  {
    name: "deletes the key",
    commit: ({ folder }) => (Deno.removeSync(`${folder}/keys/audit.ed25519`), null),
  },
  words("edits words", "UPDATE audit_text SET text = text || '.' WHERE audit = ?"),
  words("swaps a salt", "UPDATE audit_text SET salt = zeroblob(32) WHERE audit = ?"),
  words(
    "moves words to another consultation",
    `UPDATE audit_text SET consultation = 'X'
    WHERE audit = ?`,
  ),
  {
    name: "swaps words and salt, and commits to them anew without hashing",
    commit: ({ folder, sql }) => {
      const seq = rowWithWords(folder);
      const salt = "salt";
      sql(
        "UPDATE audit_text SET text = 'no pain', salt = CAST(? AS BLOB) WHERE audit = ?",
        salt,
        seq,
      );
      const forged = commitment(new TextEncoder().encode(salt), "no pain");
      sql("UPDATE audit SET commitment = ? WHERE seq = ?", forged, seq);
      return seq;
    },
  },
  {
    name: "adds words to a row that had none",
    commit: ({ sql }) => {
      sql("INSERT INTO audit_text VALUES (1, 'box', NULL, x'00', 'invented')");
      return 1;
    },
  },
  row("edits the transcript", "UPDATE transcript_segment SET text = 'no pain'", first(SEGMENT)),
  row("moves a line", "UPDATE transcript_segment SET start_sample = 1", first(SEGMENT)),
  row("deletes the first line", "DELETE FROM transcript_segment WHERE seq = 1", first(SEGMENT)),
  row("edits what Alba said", "UPDATE system_utterance SET text = 'Hello.'", last(SPOKEN)),
  row("shortens a span", "UPDATE system_utterance SET end_sample = end_sample - 1", last(SPOKEN)),
  row("sets a state back", "UPDATE consultation SET state = 'finalising'", last(STEP)),
  row(
    "adds a line",
    // Its id must be another one, whatever the random end of the copied line's id is.
    `INSERT INTO transcript_segment SELECT 99, substr(id, 1, 25) || iif(id LIKE '%Z', 'Y', 'Z'),
       consultation, room,
       start_sample, end_sample, text, words, role, origin, low_confidence, committed_wall_ms, engine
     FROM transcript_segment LIMIT 1`,
    null,
  ),
  audio("changes one sample", (bytes, at) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  }),
  audio("cuts the recording", (bytes) => bytes.slice(0, -2)),
  audio("adds to the recording", (bytes) => new Uint8Array([...bytes, 0, 0])),
  audio("deletes the recording", () => undefined),
];

function edit(name: string, sql: string): Forgery {
  return { name, commit: (forger) => (forger.sql(sql, forger.some), forger.some) };
}

function words(name: string, sql: string): Forgery {
  return {
    name,
    commit: ({ folder, sql: run }) => {
      const seq = rowWithWords(folder);
      run(sql, seq);
      return seq;
    },
  };
}

/** `speaking` finds the audit row that speaks of what is changed; null where none does. */
function row(name: string, sql: string, speaking: string | null): Forgery {
  return {
    name,
    commit: ({ folder, sql: run }) => {
      const seq = speaking === null ? null : one(folder, speaking);
      run(sql);
      return seq;
    },
  };
}

function audio(
  name: string,
  change: (bytes: Uint8Array, at: number) => Uint8Array | undefined,
): Forgery {
  return {
    name,
    commit: ({ folder, consultation, some }) => {
      const path = recordingPath(recordPaths(folder), consultationId.parse(consultation));
      const changed = change(Deno.readFileSync(path), 44 + some * 100);
      if (changed === undefined) Deno.removeSync(path);
      else Deno.writeFileSync(path, changed);
      return one(folder, first("capture.ended"));
    },
  };
}

function first(kind: string): string {
  return `SELECT min(seq) AS n FROM audit WHERE kind = '${kind}'`;
}

function last(kind: string): string {
  return `SELECT max(seq) AS n FROM audit WHERE kind = '${kind}'`;
}

function rowWithWords(folder: string): number {
  return one(folder, "SELECT min(audit) AS n FROM audit_text");
}

export function rowCount(folder: string): number {
  return one(folder, "SELECT count(*) AS n FROM audit");
}

function one(folder: string, sql: string): number {
  const database = new DatabaseSync(recordPaths(folder).database);
  const found = database.prepare(sql).get()?.["n"];
  database.close();
  return Number(found);
}

export function forger(folder: string, consultation: string, rows: number, some: number): Forger {
  const withDatabase = (task: (database: DatabaseSync) => void) => {
    const database = new DatabaseSync(recordPaths(folder).database);
    database.exec(
      `PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; DROP TRIGGER IF EXISTS audit_is_not_edited;
      DROP TRIGGER IF EXISTS audit_is_not_deleted`,
    );
    task(database);
    database.close();
  };
  return {
    folder,
    consultation,
    rows,
    some,
    sql: (sql, ...bindings) => withDatabase((database) => database.prepare(sql).run(...bindings)),
    rehashFrom: (seq) => withDatabase((database) => rehash(database, seq)),
  };
}

function rehash(database: DatabaseSync, from: number): void {
  const before = database.prepare("SELECT hash FROM audit WHERE seq = ?").get(from - 1);
  let previous = String(before?.["hash"] ?? GENESIS_HASH);
  for (
    const stored of database.prepare("SELECT * FROM audit WHERE seq >= ? ORDER BY seq").all(from)
  ) {
    const seq = Number(stored["seq"]);
    const hash = rowHash(previous, {
      seq,
      room: String(stored["room"]),
      consultation: stored["consultation"] === null ? null : String(stored["consultation"]),
      wallMs: Number(stored["wall_ms"]),
      kind: String(stored["kind"]),
      detail: jsonObject.parse(JSON.parse(String(stored["detail"]))),
      commitment: stored["commitment"] === null ? null : String(stored["commitment"]),
    });
    database.prepare("UPDATE audit SET prev_hash = ?, hash = ? WHERE seq = ?").run(
      previous,
      hash,
      seq,
    );
    previous = hash;
  }
}
