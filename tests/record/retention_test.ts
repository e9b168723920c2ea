import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { eraseConsultation } from "@/lib/record/erase_consultation.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { RecordError } from "@/lib/record/record_error.ts";
import { keepRetention } from "@/lib/record/retention.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import {
  dataFolder,
  fillConsultation,
  liveConsultation,
  type OpenedRecord,
  openedRecord,
} from "@/tests/record/record_for_test.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

interface Kept extends Disposable {
  readonly opened: OpenedRecord;
  readonly path: string;
  /** How often what Alba said was forgotten. */
  readonly forgotten: () => number;
}

/** A record with its sweep running; a finished consultation takes about two seconds of its time. */
function kept(options: { audioDays?: number; days?: number }): Kept {
  const folder = dataFolder();
  const opened = openedRecord(folder.path);
  let forgotten = 0;
  const stop = keepRetention({
    record: opened.record,
    clock: opened.clock,
    audioDays: options.audioDays ?? 30,
    days: options.days ?? 0,
    forgetSpeech: () => {
      forgotten += 1;
      return Promise.resolve();
    },
  });
  return {
    opened,
    path: folder.path,
    forgotten: () => forgotten,
    [Symbol.dispose]() {
      stop();
      opened[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

function approve({ record, doctor }: OpenedRecord, { id }: Consultation): void {
  const step = { to: "approved", reason: "approved", clinician: doctor.id } as const;
  assert.ok(record.consultations.transition(id, step).ok);
}

/** What is left of a consultation. */
function left({ record }: OpenedRecord, { id }: Consultation): string {
  const sound = existsSync(recordingPath(record.paths, id)) ? "sound" : "";
  const words = record.segments.list(id).length > 0 ? "words" : "";
  return [sound, words].filter(Boolean).join(" and ");
}

/** Days one by one, as they come: each with its sweep. */
function days({ clock }: OpenedRecord, count: number): void {
  for (let day = 0; day < count; day++) clock.advance(DAY_MS);
}

Deno.test("[CO4] a recording goes 30 days after its approval and not before; the words stay", () => {
  using box = kept({});
  const { opened } = box;
  const consultation = fillConsultation(opened);
  days(opened, 40);
  assert.equal(left(opened, consultation), "sound and words", "not approved, however old");
  approve(opened, consultation);
  days(opened, 29);
  assert.equal(left(opened, consultation), "sound and words");
  days(opened, 2);
  assert.equal(left(opened, consultation), "words");
  const stored = opened.record.consultations.get(consultation.id);
  assert.ok(stored?.audioPurgedWallMs !== null && stored?.purgedWallMs === null);
  assert.equal(stored.patientReference, "MARKERNAME 42");
  const verified = verifyRecord(box.path);
  assert.ok(verified.verdict === "untampered", JSON.stringify(verified));
  assert.equal(verified.purgedConsultations, 0);
});

Deno.test("[CO4] words and sound go RETENTION_DAYS after the stop, approved or not; counts stay", () => {
  using box = kept({ days: 10 });
  const { opened } = box;
  const first = fillConsultation(opened);
  days(opened, 5);
  const second = fillConsultation(opened);
  approve(opened, second);
  days(opened, 6);
  assert.equal(left(opened, first), "");
  assert.equal(left(opened, second), "sound and words");
  assert.equal(box.forgotten(), 1);
  days(opened, 5);
  assert.equal(left(opened, second), "");
  const row = opened.record.audit.list(first.id).at(-1);
  assert.deepEqual([row?.kind, row?.detail], ["record.purged", {
    consultation: first.id,
    audio: true,
    text: true,
    segments: 3,
    samples: 24_000,
    by: null,
    reason: "retention",
  }]);
  assert.equal(verifyRecord(box.path).verdict, "untampered");
});

Deno.test("[CO4] zero days keep everything, and nothing is deleted twice", () => {
  using forever = kept({ audioDays: 0, days: 0 });
  const old = fillConsultation(forever.opened);
  approve(forever.opened, old);
  days(forever.opened, 50);
  assert.equal(left(forever.opened, old), "sound and words");

  for (
    const [limits, wanted] of [
      [{ audioDays: 1, days: 3 }, [false, true]],
      [{ audioDays: 2, days: 2 }, [true]],
    ] as const
  ) {
    using box = kept(limits);
    const { opened } = box;
    const consultation = fillConsultation(opened);
    approve(opened, consultation);
    days(opened, 50);
    const purges = opened.record.audit.list(consultation.id)
      .filter(({ kind }) => kind === "record.purged").map(({ detail }) => detail.text);
    assert.deepEqual(purges, wanted);
  }
});

Deno.test("[CO4] a consultation that is still going on is never deleted by its age", () => {
  using box = kept({ audioDays: 1, days: 1 });
  const { opened } = box;
  const { id } = liveConsultation(opened);
  days(opened, 20);
  assert.equal(opened.record.consultations.get(id)?.purgedWallMs, null);
});

Deno.test("[CO4] a file that the disk would not let go is deleted by the next sweep", () => {
  using box = kept({ audioDays: 1 });
  const { opened } = box;
  const consultation = fillConsultation(opened);
  const path = recordingPath(opened.record.paths, consultation.id);
  const bytes = Deno.readFileSync(path);
  assert.ok(opened.record.purge(consultation.id).ok);
  Deno.writeFileSync(path, bytes);
  days(opened, 1);
  assert.ok(!existsSync(path));
  assert.equal(verifyRecord(box.path).verdict, "untampered");
});

Deno.test("[CO4] one failing deletion does not keep the others from theirs", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { clock, record } = opened;
  const [bad, good] = [fillConsultation(opened), fillConsultation(opened)];
  const stop = keepRetention({
    record: {
      ...record,
      purge(id, order) {
        if (id === bad.id) throw new RecordError("io", null);
        return record.purge(id, order);
      },
    },
    clock,
    audioDays: 30,
    days: 1,
    forgetSpeech: () => Promise.reject(new Error("the disk")),
  });
  days(opened, 2);
  assert.deepEqual([left(opened, bad), left(opened, good)], ["sound and words", ""]);
  stop();
});

Deno.test("[CO4] after a pause of months the date is doubted for a day before anything is deleted by it", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { clock, record } = opened;
  const consultation = fillConsultation(opened);
  clock.advance(4000 * DAY_MS);
  const forgetSpeech = () => Promise.resolve();
  const stop = keepRetention({ record, clock, audioDays: 30, days: 100, forgetSpeech });
  clock.advance(23 * 60 * MINUTE_MS);
  assert.equal(left(opened, consultation), "sound and words");
  clock.advance(2 * 60 * MINUTE_MS);
  assert.equal(left(opened, consultation), "");
  stop();
});

Deno.test("[CO4] the sweep after a start is a minute later, and stopping the service stops it", () => {
  for (const stops of [false, true]) {
    using folder = dataFolder();
    using opened = openedRecord(folder.path);
    const { clock, record } = opened;
    const consultation = fillConsultation(opened);
    clock.advance(40 * DAY_MS);
    const forgetSpeech = () => Promise.resolve();
    const stop = keepRetention({ record, clock, audioDays: 30, days: 1, forgetSpeech });
    clock.advance(MINUTE_MS - 1);
    assert.equal(left(opened, consultation), "sound and words");
    if (stops) stop();
    clock.advance(1);
    assert.equal(left(opened, consultation), stops ? "sound and words" : "");
    stop();
  }
});

Deno.test("[CO4] deleting by hand names who did it, and says in words what could not be deleted", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { doctor, record } = opened;
  const { id: consultation } = fillConsultation(opened);
  const by = doctor.id;
  const forgetSpeech = () => Promise.resolve();
  const failing = () => Promise.reject(new Error("io"));
  const said = await eraseConsultation({ record, forgetSpeech: failing, consultation, by });
  assert.ok(!said.ok && said.code === "speech");
  assert.match(said.words, /^Cannot delete what Alba said.*Try again\.$/);
  const broken = {
    purge() {
      throw new RecordError("disk_full", null);
    },
  };
  const full = await eraseConsultation({ record: broken, forgetSpeech, consultation, by });
  assert.ok(!full.ok && full.code === "disk_full");
  const live = liveConsultation(opened).id;
  const unfinished = await eraseConsultation({ record, forgetSpeech, consultation: live, by });
  assert.ok(!unfinished.ok && unfinished.code === "unfinished");
  assert.deepEqual(await eraseConsultation({ record, forgetSpeech, consultation, by }), {
    ok: true,
  });
  const { detail } = record.audit.list(consultation).at(-1) ?? {};
  assert.deepEqual([detail?.by, detail?.reason], [by, "asked"]);
});

Deno.test("[CO4] a date that is set far ahead while the service runs deletes nothing for a day", () => {
  using folder = dataFolder();
  const opened = openedRecord(folder.path);
  const consultation = fillConsultation(opened);
  approve(opened, consultation);
  let setAheadMs = 0;
  const clock = { ...opened.clock, wallMs: () => opened.clock.wallMs() + setAheadMs };
  const forgetSpeech = () => Promise.resolve();
  const stop = keepRetention({
    record: opened.record,
    clock,
    audioDays: 30,
    days: 0,
    forgetSpeech,
  });
  days(opened, 2);
  setAheadMs = 31 * DAY_MS;
  days(opened, 1);
  assert.equal(left(opened, consultation), "sound and words");
  // Set right again within the day, it has cost nothing; left so, it is believed.
  setAheadMs = 0;
  days(opened, 2);
  assert.equal(left(opened, consultation), "sound and words");
  setAheadMs = 31 * DAY_MS;
  days(opened, 3);
  assert.equal(left(opened, consultation), "words");
  stop();
  opened[Symbol.dispose]();
});
