import assert from "node:assert/strict";
import { reset } from "@logtape/logtape";
import { configureLogs } from "@/lib/web/configure_logs.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { openTestBox } from "@/tests/ws/test_box.ts";

const WORDS = "MARKERWORDS of a patient";

function unreadableLines(record: ClinicRecord): ClinicRecord {
  const lines = () => {
    throw new Error(WORDS);
  };
  return { ...record, turns: { ...record.turns, lines } };
}

Deno.test("[SE5] a page that fails leaves a line in the log, and no word of what it was to show", async () => {
  const logged: string[] = [];
  await configureLogs({ write: (line) => logged.push(line) });
  try {
    await using box = await openTestBox({ record: unreadableLines });
    const { cookie, origin } = box;
    const id = await box.start();
    const stop = { method: "POST", redirect: "manual", headers: { origin, cookie } } as const;
    await (await fetch(`${origin}/consultations/${id}/stop`, stop)).body?.cancel();
    const page = await fetch(`${origin}/consultations/${id}`, { headers: { cookie } });
    assert.equal(page.status, 500);
    assert.doesNotMatch(await page.text(), /MARKERWORDS/);
    const failed = logged.filter((line) => line.includes("Request failed"));
    assert.equal(failed.length, 1);
    assert.doesNotMatch(logged.join(""), /MARKERWORDS/);
  } finally {
    await reset();
  }
});
