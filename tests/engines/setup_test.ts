import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setUpEngines, type SetupProgress } from "@/lib/engines/setup.ts";
import { readInstallation } from "@/lib/engines/setup_installation.ts";
import { pretendToolchain, type Toolchain, type ToolchainPlan } from "./setup_toolchain.ts";

const KILLED_AT = fileURLToPath(new URL("./fixtures/setup_killed_at.ts", import.meta.url));

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const parent = await Deno.makeTempDir();
  try {
    await body(join(parent, "engines"));
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
}

interface Wish {
  readonly whisperModel?: string | null;
  readonly piperVoice?: string | null;
  readonly speakers?: boolean;
  readonly ear?: boolean;
}

let nextId = 0;

async function setUp(folder: string, plan: ToolchainPlan = {}, wish: Wish = {}) {
  const toolchain: Toolchain = pretendToolchain(plan);
  const progress: SetupProgress[] = [];
  const installation = await setUpEngines({
    folder,
    whisperModel: wish.whisperModel === undefined ? "small" : wish.whisperModel,
    piperVoice: wish.piperVoice === undefined ? "" : wish.piperVoice,
    speakers: wish.speakers ?? false,
    ear: wish.ear ?? false,
    run: toolchain.run,
    newId: () => `environment ${nextId++}`,
    onProgress: (step) => progress.push(step),
  });
  return { installation, progress, ran: toolchain.ran };
}

const FIRST_SETUP = [
  ...["version", "venv", "version"],
  ...["count", "pip piper", "import piper", "locate voice"],
  ...["count", "pip whisper", "import faster_whisper", "fetch model"],
  "probe",
];

Deno.test("[OP1] a first setup installs everything, with progress from start to end", () =>
  withFolder(async (folder) => {
    const { installation, progress, ran } = await setUp(folder);
    assert.deepEqual(ran, FIRST_SETUP);
    assert.equal(installation.python, join(folder, "venv", "bin", "python"));
    assert.deepEqual(installation.whisper, {
      model: "small",
      modelDir: join(folder, "whisper", "small"),
    });
    assert.equal(installation.piper?.voicePath, join(folder, "venv", "voice.onnx"));
    assert.equal(installation.isolation.kind, "network_namespace");
    assert.deepEqual(installation.problems, []);
    const shares = progress.map(({ share }) => share);
    assert.deepEqual(shares, [...shares].sort((left, right) => left - right));
    assert.ok(Math.abs((shares.at(-1) ?? 0) - 1) < 1e-9);
    assert.ok(progress.some(({ words }) => words === "Installing the voice engine: numpy"));
  }));

Deno.test("[OP1] a second start installs nothing and says nothing", () =>
  withFolder(async (folder) => {
    const first = await setUp(folder);
    const second = await setUp(folder);
    assert.deepEqual(second.ran, ["version", "probe"]);
    assert.deepEqual(second.progress, []);
    assert.deepEqual(second.installation, first.installation);
    assert.deepEqual(readInstallation(folder), first.installation);
  }));

Deno.test("[OP1] a setup killed at any program is continued by the next", () =>
  withFolder(async (parent) => {
    for (const [index, killedAt] of FIRST_SETUP.entries()) {
      const folder = join(parent, String(index));
      const killed = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--allow-all", "--quiet", KILLED_AT, folder, String(index)],
        stdout: "null",
        stderr: "null",
      }).output();
      assert.equal(killed.signal, "SIGKILL", `killed at ${killedAt}`);
      const { installation, ran } = await setUp(folder);
      assert.ok(installation.python !== null && installation.whisper !== null, killedAt);
      assert.ok(installation.piper !== null, killedAt);
      // A killed pip leaves an environment that nobody can trust; all other work is kept.
      assert.equal(ran.includes("venv"), index < 3 || killedAt.startsWith("pip"), killedAt);
      if (killedAt === "fetch model") {
        assert.deepEqual(ran, ["version", "fetch model", "probe"]);
      }
    }
  }));

Deno.test("[OP1] each engine can be skipped; what is installed stays", () =>
  withFolder(async (folder) => {
    const none = await setUp(folder, {}, { whisperModel: null, piperVoice: null });
    assert.deepEqual(none.ran, ["version", "venv", "version", "probe"]);
    assert.deepEqual([none.installation.whisper, none.installation.piper], [null, null]);
    const voiceOnly = await setUp(folder, {}, { whisperModel: null });
    assert.ok(voiceOnly.installation.piper !== null && voiceOnly.installation.whisper === null);
    const skipped = await setUp(folder, {}, { whisperModel: null, piperVoice: null });
    assert.ok(skipped.installation.piper !== null);
  }));

const ADVICE: { plan: ToolchainPlan; words: RegExp }[] = [
  { plan: { python: null }, words: /Python 3\.9 or newer was not found.*apt install python3/ },
  { plan: { python: "3.8" }, words: /Python 3\.9 or newer was not found/ },
  {
    plan: { failures: { venv: "The virtual environment was not created: ensurepip is missing" } },
    words: /apt install python3-venv/,
  },
  {
    plan: {
      failures: {
        "pip piper": "WARNING: Retrying after NewConnectionError\nERROR: No matching distribution",
      },
    },
    words: /registry could not be reached. Connect this box to the internet/,
  },
  {
    plan: { failures: { "pip piper": "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM" } },
    words: /not the one Alba was made with, so nothing was installed/,
  },
  {
    plan: { failures: { "pip piper": "OSError: [Errno 28] No space left on device" } },
    words: /disk is full/,
  },
  {
    plan: { failures: { "pip piper": "ERROR: No matching distribution found for onnxruntime" } },
    words: /no build of these engines for this system/,
  },
  {
    plan: { failures: { "pip piper": "SSLError(CERTIFICATE_VERIFY_FAILED)" } },
    words: /PIP_CERT/,
  },
  { plan: { failures: { "pip piper": "something new" } }, words: /setup\.log/ },
  {
    plan: { failures: { "import piper": "ImportError: libgomp.so.1: cannot open shared object" } },
    words: /does not run on this system \(it misses libgomp\.so\.1\)/,
  },
  {
    plan: { failures: { "fetch model": "LocalEntryNotFoundError" } },
    words: /"small" could not be fetched.*STT_MODEL=base/,
  },
  {
    plan: { failures: { "fetch model": "ValueError: Invalid model size 'small'" } },
    words: /STT_MODEL names "small", which is no Whisper model/,
  },
];

Deno.test("[OP1] a setup that fails says what to do, is not fatal, and is tried again", () =>
  withFolder(async (parent) => {
    for (const [index, { plan, words }] of ADVICE.entries()) {
      const folder = join(parent, String(index));
      const failed = await setUp(folder, plan);
      assert.equal(failed.installation.problems.length, 1);
      assert.match(failed.installation.problems[0] ?? "", words);
      assert.deepEqual(readInstallation(folder).problems, failed.installation.problems);
      const mended = await setUp(folder);
      assert.deepEqual(mended.installation.problems, []);
      assert.ok(mended.installation.piper !== null && mended.installation.whisper !== null);
    }
  }));

Deno.test("[OP1] one engine's failure does not keep the other from being installed", () =>
  withFolder(async (folder) => {
    const { installation } = await setUp(folder, { failures: { "pip piper": "no" } });
    assert.ok(installation.piper === null && installation.whisper !== null);
  }));

Deno.test("[OP1] a folder that cannot be made is a problem in words, not an exception", () =>
  withFolder(async (folder) => {
    Deno.writeTextFileSync(folder, "a file in its place");
    const { installation } = await setUp(folder);
    assert.equal(installation.python, null);
    assert.match(installation.problems[0] ?? "", /engines' folder cannot be written/);
  }));

Deno.test("[SE8] weights of Whisper base with another checksum are refused and removed", () =>
  withFolder(async (folder) => {
    const { installation } = await setUp(folder, {}, { whisperModel: "base" });
    assert.equal(installation.whisper, null);
    assert.match(installation.problems[0] ?? "", /damaged and were removed/);
    assert.throws(() => Deno.statSync(join(folder, "whisper", "base")));
  }));

Deno.test("[SE8] weights of the speaker encoder with another checksum are refused and removed", () =>
  withFolder(async (folder) => {
    const { installation, ran } = await setUp(folder, {}, { speakers: true });
    assert.deepEqual(
      ran.filter((what) => what.includes("speakers") || what === "import numpy"),
      ["pip speakers", "import numpy", "pip speakers-model"],
    );
    assert.equal(installation.speakers, null);
    assert.match(installation.problems[0] ?? "", /speaker encoder are damaged and were removed/);
    assert.deepEqual([...Deno.readDirSync(join(folder, "speakers"))], []);
    assert.ok(installation.piper !== null && installation.whisper !== null, "the others work");
  }));

Deno.test("[SE8, TT14] an ear's model with another checksum is refused and removed", () =>
  withFolder(async (folder) => {
    const { installation, ran } = await setUp(folder, {}, { ear: true });
    assert.deepEqual(
      ran.filter((what) => what.includes("ear") || what === "import onnxruntime"),
      ["pip ear", "import onnxruntime", "pip ear-model"],
    );
    assert.equal(installation.ear, null);
    assert.match(installation.problems[0] ?? "", /ear for turn ends is damaged and was removed/);
    assert.deepEqual([...Deno.readDirSync(join(folder, "ear"))], []);
    assert.ok(installation.piper !== null && installation.whisper !== null, "the others work");
  }));

Deno.test("[OP1] a registry that lacks the speaker encoder is said in words and stops nothing", () =>
  withFolder(async (folder) => {
    const failures = { "pip speakers-model": "ERROR: No matching distribution found" };
    const { installation } = await setUp(folder, { failures }, { speakers: true });
    assert.match(installation.problems[0] ?? "", /no build of these engines for this system/);
    assert.ok(installation.piper !== null && installation.whisper !== null);
  }));

Deno.test("[SE8] a model from the hub is trusted on first use, and must be the same ever after", () =>
  withFolder(async (folder) => {
    await setUp(folder, { hubWeights: "first" });
    const refetch = async (hubWeights: string) => {
      Deno.removeSync(join(folder, "whisper", "small"), { recursive: true });
      return (await setUp(folder, { hubWeights })).installation;
    };
    assert.ok((await refetch("first")).whisper !== null);
    const changed = await refetch("another");
    assert.equal(changed.whisper, null);
    assert.match(changed.problems[0] ?? "", /not the one that was first installed here/);
    assert.ok((await refetch("first")).whisper !== null);
  }));

Deno.test("[OP1] a model's name can be no path and no option", () =>
  withFolder(async (folder) => {
    for (const whisperModel of ["../../etc", "/tmp/model", "--help", "a/b/c", ""]) {
      const { installation, ran } = await setUp(folder, {}, { whisperModel });
      assert.ok(!ran.includes("fetch model"));
      assert.match(installation.problems[0] ?? "", /is no Whisper model/);
    }
  }));

Deno.test("[OP1] another model, another voice or an upgraded Python is set up anew", () =>
  withFolder(async (folder) => {
    await setUp(folder);
    const model = await setUp(folder, {}, { whisperModel: "medium" });
    assert.deepEqual(model.ran, ["version", "fetch model", "probe"]);
    assert.equal(model.installation.whisper?.model, "medium");

    const own = join(folder, "own.onnx");
    const missing = await setUp(folder, {}, { whisperModel: "medium", piperVoice: own });
    assert.equal(missing.installation.piper, null);
    assert.match(missing.installation.problems[0] ?? "", /TTS_VOICE names ".*own\.onnx"/);
    Deno.writeTextFileSync(own, "own voice");
    Deno.writeTextFileSync(`${own}.json`, "{}");
    const found = await setUp(folder, {}, { whisperModel: "medium", piperVoice: own });
    assert.equal(found.installation.piper?.voicePath, own);

    const upgraded = await setUp(folder, { python: "3.12" }, { whisperModel: "medium" });
    assert.ok(upgraded.ran.includes("venv") && upgraded.ran.includes("pip whisper"));
    assert.ok(!upgraded.ran.includes("fetch model"), "the weights do not depend on Python");
  }));

Deno.test("[OP1] a damaged stamp is a step not done; a missing folder is a box without engines", () =>
  withFolder(async (folder) => {
    assert.deepEqual(readInstallation(folder).python, null);
    await setUp(folder);
    Deno.writeTextFileSync(join(folder, "stamps", "voice.json"), '{"inputs": 7');
    assert.equal(readInstallation(folder).piper, null);
    const { ran, installation } = await setUp(folder);
    assert.deepEqual(ran, ["version", "locate voice", "probe"]);
    assert.ok(installation.piper !== null);
  }));

Deno.test("[SE5] the engines' own folders and files are private", () =>
  withFolder(async (folder) => {
    await setUp(folder);
    const modeOf = (...path: string[]) => (Deno.statSync(join(folder, ...path)).mode ?? 0) & 0o777;
    assert.deepEqual([modeOf(), modeOf("stamps"), modeOf("whisper")], [0o700, 0o700, 0o700]);
    for (const { name } of Deno.readDirSync(join(folder, "stamps"))) {
      assert.equal(modeOf("stamps", name), 0o600, name);
    }
  }));
