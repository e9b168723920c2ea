import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { openDatabase } from "@/lib/record/database.ts";
import { asRecordError, RecordError } from "@/lib/record/record_error.ts";
import { dataFolder, liveConsultation, openedRecord } from "@/tests/record/record_for_test.ts";

Deno.test("[SE4] on a file system that is really full, recording and record stop in words, lose nothing, and go on", async (t) => {
  using folder = dataFolder();
  const child = new URL("./full_disk_child.ts", import.meta.url).pathname;
  const script = `mount -t tmpfs -o size=2m tmpfs "${folder.path}" && exec "$0" run -A "$1" "$2"`;
  const mountable = await new Deno.Command("unshare", {
    args: ["-rm", "sh", "-c", `mount -t tmpfs -o size=1m tmpfs "${folder.path}"`],
    stderr: "null",
  }).output().then(({ success }) => success, () => false);
  await t.step({
    name: mountable ? "in a 2 MB tmpfs" : "skipped: this machine does not let a test mount a tmpfs",
    ignore: !mountable,
    fn: async () => {
      const { success, stdout, stderr } = await new Deno.Command("unshare", {
        args: ["-rm", "sh", "-c", script, Deno.execPath(), child, folder.path],
      }).output();
      const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      assert.ok(success, text);
      assert.match(text, /filled: \d+ samples, \d+ rows/);
    },
  });
});

Deno.test("[SE4] a database that cannot grow gives a value, keeps what it has, and takes rows again later", () => {
  using folder = dataFolder();
  const database = openDatabase(`${folder.path}/small.sqlite`, { readOnly: false });
  database.exec("CREATE TABLE line (text TEXT) STRICT; PRAGMA max_page_count = 8");
  const insert = database.command("INSERT INTO line VALUES (:text)");
  const counted = database.query(
    "SELECT count(*) AS lines FROM line",
    z.object({ lines: z.int() }),
  );
  const later: string[] = [];
  const write = () =>
    database.transaction(() => {
      database.afterCommit(() => later.push("committed"));
      insert.run({ text: "x".repeat(3000) });
      insert.run({ text: "y".repeat(3000) });
    });
  let outcome = write();
  let pairs = 0;
  while (outcome.ok) {
    pairs += 1;
    outcome = write();
  }
  assert.equal(outcome.code, "disk_full");
  assert.equal(outcome.words, "Cannot write the record: the disk is full");
  assert.equal(counted.get({})?.lines, 2 * pairs);
  database.exec("PRAGMA max_page_count = 100");
  assert.ok(write().ok);
  assert.equal(later.length, pairs + 1, "what was rolled back is never announced");
  database.close();
});

Deno.test("[SE4] a mistake of ours is thrown, not shown as a disk fault, and leaves nothing behind", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { id } = liveConsultation(opened);
  const nested = () =>
    opened.record.transaction(() => {
      opened.record.consultations.setSpeakers(id, 3);
      opened.record.consultations.setSpeakers(id, -1);
    });
  assert.throws(nested, /CHECK constraint failed/);
  assert.equal(opened.record.consultations.get(id)?.speakers, null);
});

Deno.test("[SE4] a record held by another program is busy in words", () => {
  using folder = dataFolder();
  const path = `${folder.path}/busy.sqlite`;
  const database = openDatabase(path, { readOnly: false });
  database.exec("CREATE TABLE line (text TEXT) STRICT; PRAGMA busy_timeout = 0");
  const other = new DatabaseSync(path);
  other.exec("BEGIN EXCLUSIVE");
  const outcome = database.transaction(() => database.exec("INSERT INTO line VALUES ('a')"));
  assert.ok(!outcome.ok && outcome.code === "busy");
  other.exec("COMMIT");
  other.close();
  database.close();
});

Deno.test("[SE4] errors with and without a result code are told apart by what they say", () => {
  const sqlite = (message: string, more: object) =>
    Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", ...more });
  const codeOf = (error: unknown) => {
    const translated = asRecordError(error);
    return translated instanceof RecordError ? translated.code : undefined;
  };
  assert.equal(codeOf(sqlite("x", { errcode: 13 })), "disk_full");
  assert.equal(codeOf(sqlite("x", { errcode: 10 | (19 << 8) })), "io");
  assert.equal(codeOf(sqlite("database or disk is full", {})), "disk_full");
  assert.equal(codeOf(sqlite("file is not a database", {})), "corrupt");
  assert.equal(codeOf(sqlite("UNIQUE constraint failed: t.a", { errcode: 1555 })), undefined);
  assert.equal(codeOf(Object.assign(new Error("x"), { code: "ENOSPC" })), "disk_full");
  assert.equal(codeOf(new TypeError("ours")), undefined);
});
