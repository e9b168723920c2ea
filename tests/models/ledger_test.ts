import assert from "node:assert/strict";
import type { ModelCall } from "@/lib/record/model_call_store.ts";
import {
  dataFolder,
  fillConsultation,
  type OpenedRecord,
  openedRecord,
  ROOM,
} from "@/tests/record/record_for_test.ts";

function callOf({ record }: OpenedRecord): ModelCall {
  return {
    id: record.newId(),
    kind: "urgency",
    model: "medgemma:4b",
    promptHash: "ab".repeat(32),
    queuedMs: 12.4,
    runMs: 900.6,
    elapsedMs: 913,
    promptTokens: null,
    replyTokens: 31,
    outcome: "ok",
    passInFlight: true,
    prompt: '[{"role":"user","content":"MARKERPROMPT"}]',
    reply: '{"urgent_actions":["MARKERREPLY"]}',
    startedWallMs: 1_000.5,
  };
}

function isOnDisk(folder: string, words: string): boolean {
  const wanted = new TextEncoder().encode(words);
  for (const { isFile, name } of Deno.readDirSync(folder)) {
    if (isFile && indexOf(Deno.readFileSync(`${folder}/${name}`), wanted) >= 0) return true;
  }
  return false;
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (
    let at = bytes.indexOf(wanted[0] ?? 0);
    at >= 0;
    at = bytes.indexOf(wanted[0] ?? 0, at + 1)
  ) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

Deno.test("[RE3, CO4] a model call is audited without its words, and its words go with the consultation", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { id } = fillConsultation(opened);
  const call = callOf(opened);
  opened.record.modelCalls.add({ consultation: id, room: ROOM }, call);
  const rows = opened.record.audit.list(id).filter(({ kind }) => kind === "model.call");
  assert.deepEqual(
    rows.map(({ detail, text }) => [detail.call, detail.queued_ms, detail.run_ms, text]),
    [
      [call.id, 12, 901, null],
    ],
  );
  assert.equal(JSON.stringify(rows).includes("MARKER"), false);
  for (const words of ["MARKERPROMPT", "MARKERREPLY"]) {
    assert.ok(isOnDisk(folder.path, words), words);
  }
  assert.ok(opened.record.purge(id).ok);
  for (const words of ["MARKERPROMPT", "MARKERREPLY"]) {
    assert.ok(!isOnDisk(folder.path, words), words);
  }
});
