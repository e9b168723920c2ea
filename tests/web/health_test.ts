import assert from "node:assert/strict";
import type { EngineState } from "@/lib/engines/ports.ts";
import { freeBytes } from "@/lib/web/free_bytes.ts";
import { type HealthFacts, healthReport, LOW_DISK_BYTES } from "@/lib/web/health.ts";

const READY: EngineState = { state: "ready", words: "I heard chest pain" };
const FINE: HealthFacts = {
  version: "0.1.0",
  uptimeS: 12.9,
  recordWritable: true,
  freeBytes: 5_000_000_000,
  ears: READY,
  voice: READY,
  liveRooms: 1,
};

Deno.test("[OP4] a sound box answers 200 with its facts and no words", () => {
  const report = healthReport(FINE);
  assert.equal(report.status, 200);
  assert.deepEqual(report.body, {
    status: "ok",
    version: "0.1.0",
    uptime_s: 12,
    record: "writable",
    disk: { free_bytes: 5_000_000_000, state: "ok" },
    ears: "ready",
    voice: "ready",
    live_rooms: 1,
  });
  assert.doesNotMatch(JSON.stringify(report.body), /chest/);
});

Deno.test("[OP4] a record that cannot be written, or a full disk, is 503", () => {
  assert.equal(healthReport({ ...FINE, recordWritable: false }).status, 503);
  const low = healthReport({ ...FINE, freeBytes: LOW_DISK_BYTES - 1 });
  assert.deepEqual([low.status, low.body.status, low.body.disk.state], [503, "failing", "low"]);
  assert.equal(healthReport({ ...FINE, freeBytes: LOW_DISK_BYTES }).status, 200);
  const unknown = healthReport({ ...FINE, freeBytes: null });
  assert.deepEqual([unknown.status, unknown.body.disk.state], [200, "unknown"]);
});

Deno.test("[OP4] without an engine the box still works, and says that it is degraded", () => {
  const states: [EngineState, string][] = [
    [{ state: "absent", words: "" }, "degraded"],
    [{ state: "restarting", words: "" }, "degraded"],
    [{ state: "starting", words: "" }, "degraded"],
    [{ state: "catching_up", words: "", behindMs: 12_000 }, "ok"],
  ];
  for (const [engine, status] of states) {
    for (const facts of [{ ...FINE, ears: engine }, { ...FINE, voice: engine }]) {
      const report = healthReport(facts);
      assert.deepEqual([report.status, report.body.status], [200, status], engine.state);
    }
  }
});

Deno.test("[OP4] free space is what this user may still write, and unknown for a lost folder", () => {
  const bytes = freeBytes(".");
  assert.ok(bytes !== null && bytes > 0);
  assert.equal(freeBytes("./no-such-folder-here"), null);
});
