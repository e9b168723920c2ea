import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { manualClock } from "@/lib/clock.ts";
import { openDatabase } from "@/lib/record/database.ts";
import { type Migration, readMigrations } from "@/lib/record/migrate.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import {
  dataFolder,
  fillConsultation,
  openedRecord,
  TEST_START_MS,
  tryOpen,
} from "@/tests/record/record_for_test.ts";

const MIGRATIONS = readMigrations(new URL("../../migrations/", import.meta.url));

Deno.test("[SE5] every file of the record is 0600 and every folder 0700, also when they were wider", () => {
  using folder = dataFolder();
  const dataDir = `${folder.path}/data`;
  Deno.mkdirSync(dataDir, { mode: 0o755 });
  Deno.chmodSync(dataDir, 0o755);
  Deno.writeFileSync(`${dataDir}/record.sqlite`, new Uint8Array(), { mode: 0o644 });
  using opened = openedRecord(dataDir);
  fillConsultation(opened);
  const seen = modes(dataDir);
  assert.ok(seen.has("record.sqlite-wal") && seen.has("keys/audit.ed25519"), [...seen].join());
  for (const [name, mode] of seen) {
    assert.equal(mode, name.endsWith("/") ? 0o700 : 0o600, `${name} is ${mode.toString(8)}`);
  }
});

Deno.test("[OP5] a second service on the same folder is refused in words, until the first has closed", () => {
  using folder = dataFolder();
  const first = openedRecord(folder.path);
  const second = tryOpen(folder.path);
  assert.ok(!second.ok && second.code === "locked");
  assert.match(second.words, /another Alba is running on this folder; stop it, or set DATA_DIR/);
  first.record.close();
  openedRecord(folder.path).record.close();
});

Deno.test("[OP5] a folder that cannot be made is a value with words", () => {
  using folder = dataFolder();
  Deno.writeTextFileSync(`${folder.path}/file`, "");
  const outcome = tryOpen(`${folder.path}/file/data`);
  assert.ok(!outcome.ok && outcome.code === "io", JSON.stringify(outcome));
  assert.match(outcome.words, /^Cannot write the record: the disk reports an error/);
});

Deno.test("[OP5] a folder where a file belongs, and a file where a folder does, are values with words", () => {
  for (const wrong of ["record.lock/", "record.sqlite/", "audit_head.json/", "audio", "keys"]) {
    using folder = dataFolder();
    const path = `${folder.path}/${wrong}`;
    // The head is only looked for where a key is.
    if (wrong.startsWith("audit_head")) openedRecord(folder.path).record.close();
    if (wrong.startsWith("audit_head")) Deno.removeSync(recordPaths(folder.path).auditHead);
    if (wrong.endsWith("/")) Deno.mkdirSync(path);
    else Deno.writeTextFileSync(path, "");
    const outcome = tryOpen(folder.path);
    assert.ok(!outcome.ok && outcome.code === "io", `${wrong}: ${JSON.stringify(outcome)}`);
  }
});

Deno.test("[FI6, CO1] a damaged signing key does not keep the box from starting; it is told and kept aside", () => {
  for (const damage of ["", "not a key at all"]) {
    using folder = dataFolder();
    const { auditKey, keys } = recordPaths(folder.path);
    const first = openedRecord(folder.path);
    fillConsultation(first);
    first.record.close();
    Deno.writeTextFileSync(auditKey, damage);
    assert.equal(badCode(folder.path), "key_missing");
    const again = openedRecord(folder.path);
    assert.match(again.record.tampered ?? "", /key_missing/);
    again.record.close();
    const aside = [...Deno.readDirSync(keys)].map(({ name }) => name)
      .find((name) => name.endsWith(".evidence"));
    assert.equal(Deno.readTextFileSync(`${keys}/${aside}`), damage);
    // The new key signs from here on, and the finding stays in the audit.
    assert.equal(badCode(folder.path), "altered_while_stopped");
  }
});

function badCode(dataDir: string): string {
  const verification = verifyRecord(dataDir);
  return verification.verdict === "tampered" ? verification.bad.code : verification.verdict;
}

Deno.test("[OP5] a damaged database is a value with words, and the lock is let go", () => {
  using folder = dataFolder();
  Deno.writeTextFileSync(recordPaths(folder.path).database, "not a database at all".repeat(100));
  for (let attempt = 0; attempt < 2; attempt++) {
    const outcome = tryOpen(folder.path);
    assert.ok(!outcome.ok && outcome.code === "corrupt", JSON.stringify(outcome));
  }
});

Deno.test("[CO3] migrations are applied once each, in order, and noted with their checksum", () => {
  using folder = dataFolder();
  for (const known of [2, MIGRATIONS.length, MIGRATIONS.length]) {
    const outcome = tryOpen(folder.path, manualClock(TEST_START_MS), {
      migrations: known === 2 ? [...MIGRATIONS, extra("CREATE TABLE x (y)")] : MIGRATIONS,
    });
    // The first round knows one more than the later ones: those must refuse to open it.
    assert.equal(outcome.ok, known === 2);
    if (outcome.ok) outcome.record.close();
    else assert.equal(outcome.code, "newer_database");
  }
  const database = openDatabase(recordPaths(folder.path).database, { readOnly: true });
  const rows = database.query(
    "SELECT number, sha256, applied_wall_ms FROM migration ORDER BY number",
    z.object({ number: z.int(), sha256: z.string(), applied_wall_ms: z.int() }),
  ).all({});
  database.close();
  const known = [...MIGRATIONS, extra("CREATE TABLE x (y)")];
  assert.deepEqual(
    rows,
    known.map(({ number, sha256 }) => ({ number, sha256, applied_wall_ms: TEST_START_MS })),
  );
});

Deno.test("[CO3] an edited applied migration stops the start in words", () => {
  using folder = dataFolder();
  openedRecord(folder.path).record.close();
  const edited = MIGRATIONS.map((migration, index) =>
    index === 2 ? { ...migration, sha256: "0".repeat(64) } : migration
  );
  const outcome = tryOpen(folder.path, manualClock(), { migrations: edited });
  assert.ok(!outcome.ok && outcome.code === "migration_edited");
  assert.match(outcome.words, /"0003_audit\.sql" was edited after it was applied/);
});

Deno.test("[CO3] a migration that fails half-way leaves nothing of itself", () => {
  using folder = dataFolder();
  const broken = extra("CREATE TABLE half (a); CREATE TABLE half (a);");
  assert.throws(
    () => tryOpen(folder.path, manualClock(), { migrations: [...MIGRATIONS, broken] }),
    /already exists/,
  );
  openedRecord(folder.path).record.close();
  const database = new DatabaseSync(recordPaths(folder.path).database);
  const half = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'half'")
    .get();
  database.close();
  assert.equal(half?.["n"], 0);
});

Deno.test("[CO3] a hole in the numbers of the migrations is a mistake of the build", () => {
  using folder = dataFolder();
  Deno.writeTextFileSync(`${folder.path}/0001_a.sql`, "SELECT 1");
  Deno.writeTextFileSync(`${folder.path}/0003_c.sql`, "SELECT 1");
  const read = () => readMigrations(new URL(`file://${folder.path}/`));
  assert.throws(read, /"0003_c\.sql": expected number 2/);
});

function extra(sql: string): Migration {
  const number = MIGRATIONS.length + 1;
  return { number, name: `${number}_test.sql`, sql, sha256: "1".repeat(64) };
}

function modes(folder: string, prefix = ""): Map<string, number> {
  const found = new Map<string, number>([
    [`${prefix}./`, (Deno.statSync(folder).mode ?? 0) & 0o777],
  ]);
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) modes(path, `${prefix}${name}/`).forEach((mode, at) => found.set(at, mode));
    else found.set(prefix + name, (Deno.statSync(path).mode ?? 0) & 0o777);
  }
  return found;
}
