import assert from "node:assert/strict";
import type { WriteOutcome } from "@/lib/record/database.ts";
import type { DurableEffect } from "@/lib/consultation/session_effect.ts";
import { UnsavedRows } from "@/lib/consultation/unsaved_rows.ts";

/** A record whose disk can be filled; a transaction that fails leaves nothing behind. */
function disk() {
  const rows: DurableEffect[] = [];
  const state = { full: false };
  let open: DurableEffect[] = [];
  const record = {
    transaction<T>(work: () => T): WriteOutcome<T> {
      open = [];
      const value = work();
      if (state.full) {
        return { ok: false, code: "disk_full", words: "The disk is full", cause: null };
      }
      rows.push(...open);
      return { ok: true, value };
    },
  };
  const unsaved = new UnsavedRows(record, { write: (effect) => void open.push(effect) });
  return { rows, state, unsaved };
}

const row = (position: number): DurableEffect => ({ type: "save_checkpoint", position });

Deno.test("[SE4] rows that a full disk refused are kept in order and written when it allows", () => {
  const { rows, state, unsaved } = disk();
  assert.equal(unsaved.write([row(1)]), null);
  state.full = true;
  assert.match(unsaved.write([row(2)]) ?? "", /disk is full.*kept in memory/);
  assert.equal(unsaved.write([row(3)]), null, "one banner for one fault");
  assert.equal(unsaved.retry(), "still_waiting");
  state.full = false;
  assert.equal(unsaved.retry(), "recovered");
  assert.deepEqual(rows, [row(1), row(2), row(3)]);
  assert.equal(unsaved.retry(), "nothing_waiting");
});

Deno.test("[SE4, FI6] a row that the record never takes costs itself, not the rows around it", () => {
  const rows: DurableEffect[] = [];
  const record = {
    transaction<T>(work: () => T): WriteOutcome<T> {
      const before = rows.length;
      try {
        return { ok: true, value: work() };
      } catch (error) {
        rows.length = before;
        throw error;
      }
    },
  };
  const unsaved = new UnsavedRows(record, {
    write(effect) {
      if (effect.type === "save_checkpoint" && effect.position === 2) throw new TypeError("misfit");
      rows.push(effect);
    },
  });
  assert.match(unsaved.write([row(1), row(2), row(3)]) ?? "", /could not be written/);
  assert.equal(unsaved.write([row(4)]), null);
  assert.equal(unsaved.retry(), "nothing_waiting");
  assert.deepEqual(rows, [row(1), row(3), row(4)]);
});
