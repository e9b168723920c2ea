import assert from "node:assert/strict";
import { codeVersion } from "@/lib/consultation/code_version.ts";
import { durableWriter } from "@/lib/consultation/durable_writer.ts";
import { settingsHash } from "@/lib/consultation/read_auto_mode.ts";
import { AUTO, AutoSteps } from "@/tests/consultation/auto_steps.ts";
import { ofType } from "@/tests/consultation/step_harness.ts";
import { dataFolder, liveConsultation, openedRecord } from "@/tests/record/record_for_test.ts";
import { PROJECT } from "@/tests/style/project_files.ts";

/** A folder whose record has what auto mode was told in one consultation. */
function recorded(folder: string, version = codeVersion()): string {
  using opened = openedRecord(folder);
  const consultation = liveConsultation(opened);
  const steps = new AutoSteps({
    auto: { settingsHash: settingsHash(AUTO.thresholds), codeVersion: version },
  });
  steps.recording().toggle();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.quietFor(5);
  steps.toggle(false);
  const writer = durableWriter(opened.record, consultation, "whisper base");
  for (const row of ofType(steps.effects, "save_auto_event")) writer.write(row);
  return consultation.id;
}

async function replay(folder: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tasks/replay.ts", ...args],
    cwd: PROJECT,
    env: { DATA_DIR: folder, NO_COLOR: "1", CDS_ENGINE: "rules" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, out: text(stdout), err: text(stderr) };
}

Deno.test("[MA7] deno task replay says in words, and with its exit code, that it came to the same", async () => {
  using folder = dataFolder();
  const id = recorded(folder.path);
  const same = await replay(folder.path, id);
  assert.deepEqual([same.code, same.err], [0, ""]);
  assert.match(same.out, /^The same again: \d+ events, each to the byte\.$/);
  const json = await replay(folder.path, "--json", id);
  assert.equal(JSON.parse(json.out).verdict, "same");
});

Deno.test("[RE5] what another build of the same release has made is refused, not called different", async () => {
  using folder = dataFolder();
  const version = codeVersion().replace(/[0-9a-f]{12}$/, "000000000000");
  const refused = await replay(folder.path, recorded(folder.path, version));
  assert.equal(refused.code, 2);
  assert.ok(refused.out.includes(version) && refused.out.includes(codeVersion()));
});

Deno.test("[MA7, OP6] what cannot be replayed is said in words: no record, no such consultation, no id", async () => {
  using folder = dataFolder();
  const none = await replay(folder.path, "01J00000000000000000000000");
  assert.deepEqual([none.code, /there is no record in it/.test(none.err)], [2, true]);
  recorded(folder.path);
  const other = await replay(folder.path, "01J00000000000000000000000");
  assert.deepEqual([other.code, /no event of auto mode/.test(other.out)], [2, true]);
  const usage = await replay(folder.path);
  assert.deepEqual([usage.code, /^Usage: deno task replay/.test(usage.err)], [2, true]);
});
