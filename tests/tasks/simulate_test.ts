import assert from "node:assert/strict";
import { simulateOptions } from "@/tasks/simulate_options.ts";
import { PROJECT } from "@/tests/style/project_files.ts";

type Settings = Readonly<Record<string, string>>;

function simulate(args: readonly string[], settings: Settings = {}): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tasks/simulate.ts", ...args],
    cwd: PROJECT,
    env: { NO_COLOR: "1", ...settings },
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
  const seeds = ["--seeds", "2", "--from", "3", "--json"];
  const [alone, shared] = await Promise.all([
    ended(simulate(seeds)),
    ended(simulate([...seeds, "--workers", "2"])),
  ]);
  assert.deepEqual([alone.code, alone.err, shared.code, shared.err], [0, "", 0, ""]);
  const report = lasting(alone.out);
  assert.deepEqual(lasting(shared.out), report);
  assert.equal(report.runs, 2);
  assert.ok(typeof report.questions === "number" && report.questions > 0, alone.out);
  assert.ok(
    report.baseline_ms !== null,
    "the same seeds in the source's order are in every report",
  );
});

Deno.test("[MP2] a round that is broken off reports what was played, and that it is not all", async () => {
  const round = simulate(["--seeds", "100000", "--workers", "2", "--json"]);
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

Deno.test("[MP4, MP7] a round is played under the box's own thresholds, --set over them, and says so", async () => {
  const seeds = ["--seeds", "2", "--from", "3", "--json"];
  const box = { AUTO_EOT_FALLBACK_S: "2.5" };
  const back = ["--set", "AUTO_EOT_FALLBACK_S=3.5", "--workers", "2"];
  const [shipped, ofTheBox, set, setBack] = await Promise.all([
    ended(simulate(seeds)),
    ended(simulate([...seeds, "--workers", "2"], box)),
    ended(simulate([...seeds, "--set", "AUTO_EOT_FALLBACK_S=2.5"])),
    ended(simulate([...seeds, ...back], box)),
  ]);
  assert.equal(ofTheBox.err, "Other than as shipped: AUTO_EOT_FALLBACK_S=2.5");
  const report = lasting(ofTheBox.out);
  assert.deepEqual(report.settings, { AUTO_EOT_FALLBACK_S: "2.5" });
  assert.equal((report.thresholds as Record<string, unknown>).eot_fallback_ms, 2500);
  const asShipped = lasting(shipped.out);
  assert.deepEqual([shipped.err, asShipped.settings], ["", {}]);
  assert.notDeepEqual(report.events, asShipped.events, "the wait makes no difference");
  assert.deepEqual([lasting(set.out), set.err], [report, ofTheBox.err]);
  const asSetBack = { ...asShipped, settings: { AUTO_EOT_FALLBACK_S: "3.5" } };
  assert.deepEqual(lasting(setBack.out), asSetBack);
});

Deno.test("[MP7] a sweep plays the same seeds at each value and prints cut-offs against dead air", async () => {
  const seeds = ["--seeds", "2", "--from", "9"];
  const sweep = ["--sweep", "AUTO_EOT_FALLBACK_S=2.5,5", "--set", "AUTO_THINK_THRESHOLD_S=4"];
  const [swept, table, single] = await Promise.all([
    ended(simulate([...seeds, ...sweep, "--json"], { AUTO_EOT_FALLBACK_S: "4" })),
    ended(simulate([...seeds, ...sweep, "--workers", "2"])),
    ended(simulate([...seeds, "--set", "AUTO_EOT_FALLBACK_S=5", ...sweep.slice(2), "--json"])),
  ]);
  assert.deepEqual([swept.code, table.code], [0, 0]);
  assert.equal(swept.err, "Other than as shipped: AUTO_THINK_THRESHOLD_S=4");
  const { setting, settings, values } = JSON.parse(swept.out);
  assert.deepEqual([setting, settings], ["AUTO_EOT_FALLBACK_S", { AUTO_THINK_THRESHOLD_S: "4" }]);
  assert.deepEqual(values.map(({ value }: { value: string }) => value), ["2.5", "5"]);
  const [short, long] = values;
  assert.notDeepEqual(short.last_word_to_voice_ms, long.last_word_to_voice_ms);
  const alone = lasting(single.out);
  assert.ok(long.cut_offs > 0, "nobody is cut off in these seeds");
  const share = Math.round(long.cut_offs / long.questions * 1000) / 10;
  const { cut_offs, invariants_broken, last_word_to_voice_ms, questions, runs, seeds_failed } =
    alone;
  const figures = { runs, questions, cut_offs, last_word_to_voice_ms };
  const row = { value: "5", ...figures, cut_offs_percent: share, invariants_broken, seeds_failed };
  assert.deepEqual(long, row);
  const [, , first, second, ...rest] = table.out.split("\n");
  assert.match(first ?? "", /^\| 2\.5 \| 2 \| \d+ \| \d+\.\d \| \d+\.\d \| \d+\.\d \| 0 \|$/);
  assert.ok(second?.startsWith(`| 5 | 2 | ${questions} | ${share.toFixed(1)} |`), table.out);
  assert.deepEqual(rest, []);
});

Deno.test("[MP3, MP7] what a round cannot read or play is refused in words", () => {
  const refusals: readonly (readonly [args: readonly string[], words: RegExp, box?: Settings])[] = [
    [["--seeds", "0"], /^Use: /],
    [["--workers", "x"], /^Use: /],
    [["--sedes", "4"], /^Use: /],
    [["--sweep", "AUTO_EOT_FALLBACK_S=4", "--baseline", "3"], /^Use: /],
    [["--faults", "thunder"], /^Cannot use the faults "thunder": /],
    [["--set", "AUTO_EOT_FALLBACK_S"], /^Cannot set "AUTO_EOT_FALLBACK_S": write NAME=VALUE\.$/],
    [["--set", "AUTO_EOT_FALLBACK_S= "], /^Cannot set .*: write NAME=VALUE\.$/],
    [["--set", "AUTO_EOT_FALBACK_S=3"], /^Cannot set AUTO_EOT_FALBACK_S for a round: it takes /],
    [["--set", "DATA_DIR=x"], /^Cannot set DATA_DIR for a round: it takes /],
    [["--set", "AUTO_MODE_ENABLED=false"], /: a round always has the gate open\.$/],
    [
      ["--set", "AUTO_EOT_FALLBACK_S=ten"],
      /S="ten": it takes a number \(seconds\) from 1 to 20\.$/,
    ],
    [["--set", "AUTO_EOT_FALLBACK_S=1.5"], /it takes more than AUTO_EOT_QUIET_S, which is 2\.$/],
    [["--sweep", "AUTO_EOT_FALLBACK_S"], /^Cannot sweep .*: write NAME=VALUE,VALUE,…$/],
    [["--sweep", "AUTO_EOT_FALLBACK_S=3,,4"], /^Cannot set .*: write NAME=VALUE\.$/],
    [
      ["--sweep", "AUTO_EOT_FALLBACK_S=3,21"],
      /S="21": it takes a number \(seconds\) from 1 to 20\.$/,
    ],
    [[], /S="never": it takes a number/, { AUTO_EOT_FALLBACK_S: "never" }],
  ];
  for (const [args, words, box = {}] of refusals) {
    const read = simulateOptions(args, box);
    assert.ok(!read.ok, args.join(" "));
    assert.match(read.words, words);
  }
});

Deno.test("[MP3] a refusal is all that a round prints then, and it ends with 2", async () => {
  const { code, err, out } = await ended(simulate(["--set", "AUTO_EOT_FALLBACK_S=1.5"]));
  assert.deepEqual([code, out], [2, ""]);
  assert.match(err, /^Cannot start with AUTO_EOT_FALLBACK_S="1\.5"/);
});

Deno.test("[MP2] the first 50 seeds are played in the source's own order as well, unless told otherwise", () => {
  const baselineOf = (...args: string[]) => {
    const read = simulateOptions(args, {});
    assert.ok(read.ok);
    return read.options.baselineSeeds;
  };
  assert.equal(baselineOf("--seeds", "9"), 9);
  assert.equal(baselineOf("--seeds", "2000"), 50);
  assert.equal(baselineOf("--seeds", "2000", "--baseline", "300"), 300);
  assert.equal(baselineOf("--seeds", "2000", "--baseline", "0"), 0);
  assert.equal(baselineOf("--seeds", "9", "--sweep", "AUTO_EOT_FALLBACK_S=3,4"), 0);
});
