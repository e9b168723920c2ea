import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { AUDIT_EVENTS, parseAuditDetail } from "@/lib/record/audit_events.ts";
import { readAuditHead } from "@/lib/record/audit_head.ts";
import { readAuditKey } from "@/lib/record/audit_key.ts";
import type { Json } from "@/lib/record/columns.ts";
import { openDatabase } from "@/lib/record/database.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import {
  dataFolder,
  fillConsultation,
  liveConsultation,
  openedRecord,
  ROOM,
} from "@/tests/record/record_for_test.ts";

const anyRow = z.record(z.string(), z.unknown());

function signedRows(dataDir: string): number {
  const paths = recordPaths(dataDir);
  const key = readAuditKey(paths);
  assert.ok(key !== undefined);
  const read = readAuditHead(paths.auditHead, key);
  assert.ok(read.state === "signed", read.state);
  return read.head.rows;
}

Deno.test("[FI6] canonical JSON is the same bytes for the same value, and is JSON", () => {
  const value = fc.jsonValue().map((one) => JSON.parse(JSON.stringify(one)) as Json);
  fc.assert(fc.property(value, (one) => {
    const text = canonicalJson(one);
    assert.deepEqual(JSON.parse(text), one);
    assert.equal(canonicalJson(JSON.parse(text)), text);
  }));
  assert.equal(
    canonicalJson({ b: [1, { d: null, c: "é" }], a: 0.1 }),
    '{"a":0.1,"b":[1,{"c":"é","d":null}]}',
  );
});

Deno.test("[FI6] an unknown event or a detail of the wrong shape throws and writes nothing", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { id } = liveConsultation(opened);
  const before = opened.record.audit.list(id).length;
  const append = (detail: { sample: number }) =>
    opened.record.audit.append({ room: ROOM, consultation: id, kind: "capture.disk_full", detail });
  assert.throws(() => append({ sample: -1 }), /Cannot audit "capture\.disk_full": its detail/);
  const extra = { sample: 1, words: "the patient said" };
  assert.throws(() => append(extra), TypeError);
  assert.throws(() => parseAuditDetail("capture.flown", {}), /"capture\.flown": no such event/);
  assert.throws(() => parseAuditDetail("toString", {}), /no such event/);
  assert.equal(opened.record.audit.list(id).length, before);
});

Deno.test("[FI6] no detail of any event takes a sentence: every field is an id, a number or a code", () => {
  for (const [kind, schema] of Object.entries(AUDIT_EVENTS)) {
    for (const [field, inner] of Object.entries<z.ZodType>(schema.shape)) {
      for (
        const sentence of ["My chest hurts.", "no pain", "Ünwell", "a".repeat(200), ["x"], {
          a: "b",
        }]
      ) {
        assert.ok(!inner.safeParse(sentence).success, `${kind}.${field} takes "${sentence}"`);
      }
    }
  }
});

Deno.test("[FI6] the chained row holds no words, only a commitment with a salt of its own", () => {
  using folder = dataFolder();
  const opened = openedRecord(folder.path);
  const { id } = fillConsultation(opened);
  opened.record.close();
  const database = openDatabase(recordPaths(folder.path).database, { readOnly: true });
  const rows = database.query(
    `SELECT hex(salt) AS salt, commitment, detail, text FROM audit
     JOIN audit_text ON audit_text.audit = audit.seq WHERE audit.consultation = :id`,
    anyRow,
  ).all({ id });
  database.close();
  assert.ok(rows.length >= 5);
  assert.ok(rows.every(({ detail }) => !/MARKER/.test(String(detail))));
  assert.equal(new Set(rows.map(({ salt }) => salt)).size, rows.length);
  assert.ok(rows.every(({ commitment }) => /^[0-9a-f]{64}$/.test(String(commitment))));
});

Deno.test("[FI6] the head is signed at each transition at once, within a second otherwise, and at close", () => {
  using folder = dataFolder();
  const opened = openedRecord(folder.path);
  const { record, clock } = opened;
  const start = signedRows(folder.path);
  const { id } = liveConsultation(opened);
  assert.equal(signedRows(folder.path), start, "not for every row");
  clock.advance(999);
  assert.equal(signedRows(folder.path), start);
  clock.advance(1);
  assert.equal(signedRows(folder.path), start + 1);
  record.consultations.transition(id, { to: "stopping", reason: "test" });
  assert.equal(signedRows(folder.path), start + 2);
  record.close();
  assert.equal(signedRows(folder.path), start + 3);
});

Deno.test("[FI6] while rows keep coming the head is never more than a second behind", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, clock } = opened;
  const before = signedRows(folder.path);
  const writtenAt: number[] = [];
  for (let n = 0; n < 30; n++) {
    clock.advance(170);
    record.audit.append({ room: ROOM, kind: "capture.disk_full", detail: { sample: n } });
    writtenAt.push(clock.monotonicMs());
    const unsigned = writtenAt.slice(signedRows(folder.path) - before);
    assert.ok(unsigned.every((at) => clock.monotonicMs() - at < 1000));
  }
});

Deno.test("[FI6] a head that cannot be written stops nothing and is tried again", () => {
  using folder = dataFolder();
  const errors: unknown[] = [];
  const onSealError = (error: unknown) => void errors.push(error);
  const opened = openedRecord(folder.path, undefined, { onSealError });
  const { record, clock } = opened;
  const { auditHead } = record.paths;
  const before = signedRows(folder.path);
  Deno.mkdirSync(`${auditHead}.new`);
  const { id } = liveConsultation(opened);
  assert.ok(record.consultations.transition(id, { to: "stopping", reason: "test" }).ok);
  clock.advance(1000);
  assert.equal(errors.length, 2);
  Deno.removeSync(`${auditHead}.new`);
  clock.advance(1000);
  assert.equal(errors.length, 2);
  assert.equal(signedRows(folder.path), before + record.audit.list(id).length);
  record.close();
});

Deno.test("[FI6] a rolled-back transaction leaves no row, no hole and no signature", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const { id } = liveConsultation(opened);
  record.audit.seal();
  const before = signedRows(folder.path);
  const broken = () =>
    record.transaction(() => {
      record.consultations.transition(id, { to: "stopping", reason: "test" });
      throw new Error("a mistake of ours");
    });
  assert.throws(broken, /a mistake of ours/);
  assert.equal(record.consultations.get(id)?.state, "live");
  opened.clock.advance(5000);
  assert.equal(signedRows(folder.path), before);
  record.consultations.transition(id, { to: "stopping", reason: "test" });
  assert.equal(signedRows(folder.path), before + 1);
});

Deno.test("[FI6] our own code cannot edit or delete an audit row", () => {
  using folder = dataFolder();
  openedRecord(folder.path).record.close();
  const database = openDatabase(recordPaths(folder.path).database, { readOnly: false });
  assert.throws(() => database.exec("UPDATE audit SET wall_ms = 0"), /append-only/);
  assert.throws(() => database.exec("DELETE FROM audit"), /append-only/);
  database.close();
});

Deno.test("[FI6] the key stands outside the database, and each box has its own", () => {
  using folder = dataFolder();
  using other = dataFolder();
  openedRecord(folder.path).record.close();
  openedRecord(other.path).record.close();
  const pem = Deno.readTextFileSync(`${folder.path}/keys/audit.ed25519`);
  assert.match(pem, /^-----BEGIN PRIVATE KEY-----/);
  assert.notEqual(pem, Deno.readTextFileSync(`${other.path}/keys/audit.ed25519`));
  const database = Deno.readFileSync(recordPaths(folder.path).database);
  const secret = pem.split("\n")[1] ?? "missing";
  assert.ok(!new TextDecoder("latin1").decode(database).includes(secret));
});
