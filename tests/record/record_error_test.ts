import assert from "node:assert/strict";
import { asRecordError, RecordError } from "@/lib/record/record_error.ts";

/** An error as `node:sqlite` throws it. */
function sqliteError(errcode: number): Error {
  return Object.assign(new Error("of SQLite"), { code: "ERR_SQLITE_ERROR", errcode });
}

Deno.test("[SE4, RE3] what passes with time is a failure of the disk, so that no row is set aside for it", () => {
  const families = { io: [3, 7, 8, 10, 14], busy: [5, 6, 15], disk_full: [13], corrupt: [11, 26] };
  for (const [code, errcodes] of Object.entries(families)) {
    for (const errcode of errcodes) {
      // The upper bytes tell the kind within the family.
      const error = asRecordError(sqliteError(errcode | 256));
      assert.ok(error instanceof RecordError && error.code === code, `${errcode}`);
    }
  }
});

Deno.test("[SE4] a row that breaks a rule of its table is a mistake of ours", () => {
  const misfit = sqliteError(19);
  assert.equal(asRecordError(misfit), misfit);
});
