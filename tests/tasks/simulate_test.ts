import assert from "node:assert/strict";
import { PROJECT } from "@/tests/style/project_files.ts";

function simulate(...args: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tasks/simulate.ts", ...args],
    cwd: PROJECT,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function ended(round: Deno.ChildProcess) {
  const { code, stdout, stderr } = await round.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, out: text(stdout), err: text(stderr) };
}

/** What does not depend on how fast the machine is. */
function lasting(json: string): Record<string, unknown> {
  const { consultations_per_s: _rate, ...report } = JSON.parse(json);
  return report;
}

Deno.test("[MP2, MP3] a round that workers share gives the figures of one that one process plays", async () => {
  const seeds = ["--seeds", "3", "--from", "7", "--json"];
  const [alone, shared] = await Promise.all([
    ended(simulate(...seeds)),
    ended(simulate(...seeds, "--workers", "2")),
  ]);
  assert.deepEqual([alone.code, alone.err, shared.code, shared.err], [0, "", 0, ""]);
  const report = lasting(alone.out);
  assert.deepEqual(lasting(shared.out), report);
  assert.equal(report.runs, 3);
  assert.ok(typeof report.questions === "number" && report.questions > 0, alone.out);
});

Deno.test("[MP2] a round that is broken off reports what was played, and that it is not all", async () => {
  const round = simulate("--seeds", "100000", "--workers", "2", "--json");
  const errors = round.stderr.pipeThrough(new TextDecoderStream()).getReader();
  // It says that it goes on when so many are played; nothing else is written there.
  const { value } = await errors.read();
  assert.match(value ?? "", /^\d+ of 100000\n$/);
  round.kill("SIGINT");
  const [{ code }, out, rest] = await Promise.all([
    round.status,
    new Response(round.stdout).text(),
    errors.read(),
  ]);
  assert.equal(code, 2);
  assert.ok(JSON.parse(out).runs > 0, out);
  assert.match(rest.value ?? "", /^Played \d+ of 100000 seeds\.\n$/);
});

Deno.test("[MP3] options that a round does not know are refused with its usage", async () => {
  for (const args of [["--seeds", "0"], ["--faults", "thunder"], ["--workers", "x"]]) {
    const { code, err, out } = await ended(simulate(...args));
    assert.deepEqual([code, out], [2, ""], args.join(" "));
    assert.notEqual(err, "", args.join(" "));
  }
});
