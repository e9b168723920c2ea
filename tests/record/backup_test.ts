import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import { manualClock } from "@/lib/clock.ts";
import { backupRecord } from "@/lib/record/backup_record.ts";
import type { Database } from "@/lib/record/database.ts";
import { openDatabase } from "@/lib/record/database.ts";
import { headFit } from "@/lib/record/head_fit.ts";
import { readAuditKey } from "@/lib/record/audit_key.ts";
import { recordingPath, recordPaths } from "@/lib/record/paths.ts";
import { restoreRecord } from "@/lib/record/restore_record.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import {
  dataFolder,
  fillConsultation,
  liveConsultation,
  openedRecord,
  ROOM,
} from "@/tests/record/record_for_test.ts";

Deno.test("[OP5] a backup made while a consultation is live restores to a record that is whole and goes on", () => {
  using folder = dataFolder();
  using away = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const { id: done } = fillConsultation(opened);
  const { id: live } = liveConsultation(opened);
  const recorder = openWavRecorder(recordingPath(record.paths, live));
  assert.ok(recorder.ok);
  record.captures.start({ consultation: live, room: ROOM, at: samples(0) });
  recorder.recorder.append(new Int16Array(20_000).fill(7));

  const backup = backupRecord(folder.path, `${away.path}/backup`, manualClock(5));
  assert.deepEqual(backup, { ok: true, recordings: 2 });
  recorder.recorder.finish();
  const restored = restoreRecord(`${away.path}/backup`, `${away.path}/data`);
  assert.ok(restored.ok, JSON.stringify(restored));
  const { verification } = restored;
  assert.ok(verification.verdict === "untampered", JSON.stringify(verification));
  assert.equal(verification.recordings, 1);

  using again = openedRecord(`${away.path}/data`);
  assert.equal(again.record.tampered, undefined);
  assert.deepEqual(again.record.segments.list(done), record.segments.list(done));
  assert.deepEqual(again.record.utterances.list(done), record.utterances.list(done));
  assert.deepEqual(
    again.record.consultations.list({ search: "markerpain", limit: 5 }).map(({ id }) => id),
    [done],
  );
  assert.deepEqual(again.record.consultations.unfinished().map(({ id }) => id), [live]);
  const resumed = openWavRecorder(recordingPath(again.record.paths, live));
  assert.ok(resumed.ok && resumed.recorder.position === 20_000);
  resumed.recorder.finish();
  const { path } = away;
  assert.equal((Deno.statSync(`${path}/data/record.sqlite`).mode ?? 0) & 0o777, 0o600);
  assert.equal((Deno.statSync(`${path}/backup/keys`).mode ?? 0) & 0o777, 0o700);
});

Deno.test("[OP5] restore refuses a folder that holds a record, a damaged backup, and what is no backup", () => {
  using folder = dataFolder();
  using away = dataFolder();
  const opened = openedRecord(folder.path);
  fillConsultation(opened);
  opened.record.close();
  const backup = `${away.path}/backup`;
  assert.ok(backupRecord(folder.path, backup, manualClock()).ok);

  const over = restoreRecord(backup, folder.path);
  assert.ok(!over.ok && over.code === "not_empty");
  assert.match(over.words, /it already holds a record/);

  const nothing = restoreRecord(folder.path, `${away.path}/data`);
  assert.ok(!nothing.ok && nothing.code === "no_backup");

  const [recording] = [...Deno.readDirSync(`${backup}/audio`)];
  const path = `${backup}/audio/${recording?.name}`;
  const bytes = Deno.readFileSync(path);
  bytes[500] = (bytes[500] ?? 0) ^ 1;
  Deno.writeFileSync(path, bytes);
  const damaged = restoreRecord(backup, `${away.path}/data`);
  assert.ok(!damaged.ok && damaged.code === "damaged");
  assert.match(damaged.words, /its file "audio\/.*\.wav" is damaged or missing/);

  const outside = `${away.path}/outside`;
  Deno.mkdirSync(outside);
  const sha256 = "0".repeat(64);
  const manifest = { alba_backup: 1, made_wall_ms: 0, files: { "../escaped": sha256 } };
  Deno.writeTextFileSync(`${outside}/backup.json`, JSON.stringify(manifest));
  const escaping = restoreRecord(outside, `${away.path}/data`);
  assert.ok(!escaping.ok && escaping.code === "no_backup");
});

Deno.test("[OP5] backup refuses a full folder and a missing record in words", () => {
  using folder = dataFolder();
  using away = dataFolder();
  const nothing = backupRecord(folder.path, `${away.path}/backup`, manualClock());
  assert.ok(!nothing.ok && nothing.code === "no_record");
  openedRecord(folder.path).record.close();
  Deno.writeTextFileSync(`${away.path}/mine.txt`, "kept");
  const full = backupRecord(folder.path, away.path, manualClock());
  assert.ok(!full.ok && full.code === "not_empty");
  assert.match(full.words, /the folder is not empty/);
});

Deno.test("[OP5] a tampered record is restored as it is, and said to be tampered", () => {
  using folder = dataFolder();
  using away = dataFolder();
  const opened = openedRecord(folder.path);
  fillConsultation(opened);
  opened.record.close();
  const database = openDatabase(recordPaths(folder.path).database, { readOnly: false });
  database.exec("UPDATE transcript_segment SET text = 'no pain'");
  database.close();
  assert.ok(backupRecord(folder.path, `${away.path}/backup`, manualClock()).ok);
  const restored = restoreRecord(`${away.path}/backup`, `${away.path}/data`);
  assert.ok(restored.ok && restored.verification.verdict === "tampered");
});

Deno.test("[FI6, OP5] verifying beside a running service never accuses it of a cut tail", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  fillConsultation(opened);
  const database = openDatabase(recordPaths(folder.path).database, { readOnly: true });
  // The service writes and signs at the worst moment: right after the rows have been counted.
  const raced: Database = {
    ...database,
    query(sql, row) {
      const query = database.query(sql, row);
      return {
        ...query,
        get(bindings) {
          const found = query.get(bindings);
          if (sql.includes("max(seq)")) {
            opened.record.audit.append({
              room: ROOM,
              kind: "capture.disk_full",
              detail: { sample: 0 },
            });
            opened.record.audit.seal();
          }
          return found;
        },
      };
    },
  };
  const { paths } = opened.record;
  const fit = headFit(raced, paths.auditHead, readAuditKey(paths));
  database.close();
  assert.ok(fit.fits, JSON.stringify(fit));
  assert.equal(verifyRecord(folder.path).verdict, "untampered");
});

Deno.test("[OP5, FI6] the tasks back up, restore and verify from the command line, with exit codes", async () => {
  using folder = dataFolder();
  using away = dataFolder();
  const opened = openedRecord(folder.path);
  fillConsultation(opened);
  opened.record.close();
  const task = async (name: string, dataDir: string, ...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", new URL(`../../tasks/${name}.ts`, import.meta.url).pathname, ...args],
      env: { DATA_DIR: dataDir },
    }).output();
    return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
  };
  const [backup, data] = [`${away.path}/backup`, `${away.path}/data`];
  const made = await task("backup", folder.path, backup);
  assert.deepEqual(
    [made.code, /Backed up the record and 1 recordings/.test(made.text)],
    [0, true],
    made.text,
  );
  const restored = await task("restore", data, backup);
  assert.deepEqual([restored.code, /Untampered: \d+ audit rows, 1 signed/.test(restored.text)], [
    0,
    true,
  ]);
  const refused = await task("restore", data, backup);
  assert.deepEqual([refused.code, /already holds a record/.test(refused.text)], [1, true]);
  assert.equal((await task("verify", data)).code, 0);
  const database = openDatabase(recordPaths(data).database, { readOnly: false });
  database.exec("DROP TRIGGER audit_is_not_edited; UPDATE audit SET wall_ms = 1 WHERE seq = 3");
  database.close();
  const tampered = await task("verify", data);
  assert.deepEqual([tampered.code, /First bad audit row: 3\./.test(tampered.text)], [1, true]);
  const json = await task("verify", data, "--json");
  assert.equal(JSON.parse(json.text).bad.row, 3);
  assert.equal((await task("verify", `${away.path}/none`)).code, 2);
});
