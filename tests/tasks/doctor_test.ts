import assert from "node:assert/strict";
import { join } from "node:path";
import { manualClock } from "@/lib/clock.ts";
import { type Config, parseConfig } from "@/lib/config.ts";
import { openRecord } from "@/lib/record/open_record.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import { ensureBoxCertificate } from "@/lib/web/tls/box_certificate.ts";
import type { Finding } from "@/tasks/box_checks.ts";
import { examine } from "@/tasks/doctor.ts";

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function settings(given: Record<string, string>): Config {
  const parsed = parseConfig({ PORT: "0", ...given });
  assert.ok(parsed.ok);
  return parsed.config;
}

function about(findings: readonly Finding[], subject: string): Finding {
  const finding = findings.find((one) => one.subject === subject);
  assert.ok(finding, `nothing was said of ${subject}`);
  return finding;
}

function makeRecord(dataDir: string): void {
  const onSealError = () => assert.fail("the head could not be signed");
  const opened = openRecord({ dataDir, clock: manualClock(1_000_000), onSealError });
  assert.ok(opened.ok);
  opened.record.close();
}

Deno.test("[OP3] a new box can work: nothing to mend, and advice where an engine is missing", () =>
  withFolder(async (folder) => {
    const findings = await examine(settings({ DATA_DIR: join(folder, "data") }));
    assert.deepEqual(findings.filter(({ state }) => state === "fault"), []);
    for (const subject of ["Ears", "Voice"]) {
      assert.equal(about(findings, subject).state, "advice");
      assert.match(about(findings, subject).words, /Run "deno task setup"\./);
    }
  }));

Deno.test("[OP3] engines that are switched off on purpose are not complained about", () =>
  withFolder(async (folder) => {
    const findings = await examine(
      settings({ DATA_DIR: folder, STT_ENGINE: "typed", TTS_ENGINE: "none" }),
    );
    // Whether the disk of the machine that runs the tests is encrypted is its own affair.
    const others = findings.filter(({ subject }) => subject !== "Encryption");
    assert.deepEqual(others.filter(({ state }) => state !== "ok"), []);
  }));

Deno.test("[OP3] a transcription server that does not answer is named with its address", () =>
  withFolder(async (folder) => {
    const STT_URL = "http://127.0.0.1:9";
    const findings = await examine(settings({ DATA_DIR: folder, STT_ENGINE: "openai", STT_URL }));
    assert.equal(about(findings, "Ears").state, "advice");
    assert.match(about(findings, "Ears").words, /127\.0\.0\.1:9 does not answer\. Start it/);
  }));

Deno.test("[SE8] the doctor looks at the disk's encryption, and at a shared box's certificate", () =>
  withFolder(async (folder) => {
    const alone = await examine(settings({ DATA_DIR: folder }));
    assert.match(about(alone, "Encryption").words, /encrypt/);
    assert.equal(alone.some(({ subject }) => subject === "Sharing"), false);
    const shared = { DATA_DIR: folder, LAN_SHARE: "true", HOST: "0.0.0.0" };
    const before = about(await examine(settings(shared)), "Sharing");
    assert.match(before.words, /no certificate yet/);
    const own = { names: ["surgery"], addresses: [] };
    ensureBoxCertificate(join(folder, "keys"), own, Date.now());
    assert.match(about(await examine(settings(shared)), "Sharing").words, /good for 39\d days/);
    ensureBoxCertificate(
      join(folder, "keys"),
      { ...own, names: ["x"] },
      Date.now() - 390 * 86_400_000,
    );
    const ending = about(await examine(settings(shared)), "Sharing");
    assert.deepEqual([ending.state, /ends in \d days\. Start Alba again/.test(ending.words)], [
      "advice",
      true,
    ]);
  }));

Deno.test("[OP3] a folder that cannot be written must be mended, and says how", async () => {
  const findings = await examine(settings({ DATA_DIR: "/proc/alba" }));
  assert.equal(findings[0]?.state, "fault");
  assert.match(findings[0]?.words ?? "", /set DATA_DIR to another folder/);
});

Deno.test("[OP3, SE5] looking at a folder makes it private", () =>
  withFolder(async (folder) => {
    await Deno.chmod(folder, 0o755);
    await examine(settings({ DATA_DIR: folder }));
    assert.equal(((await Deno.stat(folder)).mode ?? 0) & 0o777, 0o700);
  }));

Deno.test("[OP3] a port that another program holds must be freed; Alba's own is told apart", () =>
  withFolder(async (folder) => {
    const answers = { other: "hello", alba: JSON.stringify({ status: "ok", live_rooms: 0 }) };
    for (const [who, body] of Object.entries(answers)) {
      const server = Deno.serve(
        { port: 0, hostname: "127.0.0.1", onListen: () => {} },
        () => new Response(body),
      );
      const PORT = String(server.addr.port);
      const finding = about(await examine(settings({ DATA_DIR: folder, PORT })), "Address");
      await server.shutdown();
      if (who === "other") {
        assert.equal(finding.state, "fault");
        assert.match(finding.words, new RegExp(`another program.*such as ${Number(PORT) + 1}`));
      } else {
        assert.equal(finding.state, "advice");
        assert.match(finding.words, new RegExp(`already running: open http://127.0.0.1:${PORT}`));
      }
    }
  }));

Deno.test("[OP3, FI6] the record's signed head is looked at, and a tampered one must be mended", () =>
  withFolder(async (folder) => {
    makeRecord(folder);
    const sound = about(await examine(settings({ DATA_DIR: folder })), "Record");
    assert.deepEqual([sound.state, /audit rows fit/.test(sound.words)], ["ok", true]);
    await Deno.remove(recordPaths(folder).auditHead);
    const tampered = about(await examine(settings({ DATA_DIR: folder })), "Record");
    assert.equal(tampered.state, "fault");
    assert.match(tampered.words, /head_missing.*deno task verify/);
  }));

Deno.test("[OP3] a database that is no database is said to be unreadable", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(
      recordPaths(folder).database,
      "not a database, but long enough to look",
    );
    const finding = about(await examine(settings({ DATA_DIR: folder })), "Record");
    assert.equal(finding.state, "fault");
    assert.match(finding.words, /Cannot read the record.*deno task restore/);
  }));

Deno.test("[OP3, TT14] the ear for turn ends is missed only where auto mode wants it", () =>
  withFolder(async (folder) => {
    const box = { DATA_DIR: join(folder, "data"), STT_ENGINE: "typed", TTS_ENGINE: "none" };
    const open = about(await examine(settings({ ...box, AUTO_MODE_ENABLED: "true" })), "Ear");
    assert.equal(open.state, "advice");
    assert.match(open.words, /^Not installed; turn ends are judged by words and silence\./);
    const others: Record<string, string>[] = [{}, { AUTO_MODE_ENABLED: "true", AUTO_EAR: "off" }];
    for (const other of others) {
      const findings = await examine(settings({ ...box, ...other }));
      assert.equal(findings.some(({ subject }) => subject === "Ear"), false);
    }
  }));
