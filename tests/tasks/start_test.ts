import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { readEnvironment } from "@/tasks/environment.ts";
import { removeFolder } from "@/tests/remove_folder.ts";

const PROJECT = resolve(import.meta.dirname ?? ".", "../..");

/** A build and a first start on a busy machine; in a good state it is seconds. */
const READY_TIMEOUT_MS = 90_000;

function start(env: Record<string, string>): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tasks/start.ts", "--no-engines"],
    cwd: PROJECT,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs a start that is expected to refuse. */
async function refusal(env: Record<string, string>): Promise<{ code: number; words: string }> {
  const { code, stderr } = await start(env).output();
  return { code, words: new TextDecoder().decode(stderr) };
}

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await removeFolder(folder);
  }
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return listener.addr.port;
}

Deno.test("[OP1, OP6] all bad settings are named at once, each in one line, and nothing starts", () =>
  withFolder(async (DATA_DIR) => {
    const { code, words } = await refusal({ DATA_DIR, PORT: "99999", TTS_SPEED: "fast" });
    assert.equal(code, 1);
    assert.deepEqual(words.trimEnd().split("\n"), [
      'Cannot start with PORT="99999": it takes a whole number (port) from 0 to 65535.',
      'Cannot start with TTS_SPEED="fast": it takes a number (times normal) from 0.5 to 2.',
    ]);
  }));

Deno.test("[OP1] a taken port is one sentence with a way on", () =>
  withFolder(async (DATA_DIR) => {
    const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = taken.addr;
    const { code, words } = await refusal({ DATA_DIR, PORT: String(port) });
    taken.close();
    assert.equal(code, 1);
    assert.equal(
      words.trimEnd(),
      `Cannot listen on 127.0.0.1:${port}: another program uses this port. Stop it, or set PORT ` +
        `to another number, such as ${port + 1}.`,
    );
  }));

Deno.test("[OP1] an address of another machine is one sentence with a way on", () =>
  withFolder(async (DATA_DIR) => {
    const { code, words } = await refusal({ DATA_DIR, HOST: "192.0.2.1" });
    assert.equal(code, 1);
    assert.match(words, /^Cannot listen on 192\.0\.2\.1:8000: .* Set HOST to an address of this/);
    assert.equal(words.trimEnd().split("\n").length, 1);
  }));

Deno.test("[OP1] a folder that cannot be made is one sentence with a way on", async () => {
  const { code, words } = await refusal({ DATA_DIR: "/proc/alba", PORT: String(freePort()) });
  assert.equal(code, 1);
  assert.match(words, /^Cannot write into the data folder "\/proc\/alba": .* set DATA_DIR/);
  assert.equal(words.trimEnd().split("\n").length, 1);
});

Deno.test("[OP6] .env gives settings below the environment's own, and misspelt names are noticed", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, ".env"), "PORT=8100\nHOME=/nowhere\nPROT=1\n");
    const { values, unknownNames } = readEnvironment(folder);
    assert.equal(values.PORT, "8100");
    assert.equal(values.HOME, Deno.env.get("HOME"));
    assert.deepEqual(unknownNames, ["HOME", "PROT"]);
    await Deno.remove(join(folder, ".env"));
    assert.deepEqual(readEnvironment(folder).unknownNames, []);
  }));

Deno.test("[OP1, SE3, OP5] the service starts with its narrow permissions, serves, and stops in order", () =>
  withFolder(async (folder) => {
    const port = freePort();
    const child = start({ DATA_DIR: join(folder, "data"), PORT: String(port) });
    const said = new OutputWatch(child);
    await said.until(/Alba is ready/);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(page.status, 200, said.text());
    assert.match(await page.text(), /<!DOCTYPE html>/i);
    const health = await fetch(`http://127.0.0.1:${port}/healthz`);
    assert.equal(health.status, 200, said.text());
    assert.equal((await health.json()).record, "writable");
    const script = /"(\/_fresh\/js\/[^"]+\.js)"/.exec(
      await (await fetch(`http://127.0.0.1:${port}/sound-check`)).text(),
    );
    assert.ok(script?.[1], "the sound check names no script");
    const island = await fetch(`http://127.0.0.1:${port}${script[1]}`);
    assert.equal(island.status, 200);
    await island.body?.cancel();
    child.kill("SIGTERM");
    const { code } = await child.status;
    await said.end();
    assert.equal(code, 0, said.text());
    assert.doesNotMatch(said.text(), /NotCapable/);
    // Nothing is left running that holds the address.
    Deno.listen({ hostname: "127.0.0.1", port }).close();
  }));

/** Collects what a child prints; `until` waits for a pattern, with a deadline. */
class OutputWatch {
  #text = "";
  #waiting: (() => void)[] = [];
  readonly #reading: Promise<unknown>;

  constructor(child: Deno.ChildProcess) {
    this.#reading = Promise.all([this.#read(child.stdout), this.#read(child.stderr)]);
  }

  text(): string {
    return this.#text;
  }

  async until(pattern: RegExp): Promise<void> {
    const deadline = AbortSignal.timeout(READY_TIMEOUT_MS);
    let ended = false;
    void this.#reading.then(() => {
      ended = true;
      this.#wake();
    });
    deadline.addEventListener("abort", () => this.#wake());
    while (!pattern.test(this.#text)) {
      assert.ok(!ended && !deadline.aborted, `never saw ${pattern} in:\n${this.#text}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async end(): Promise<void> {
    await this.#reading;
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      this.#text += decoder.decode(bytes, { stream: true });
      this.#wake();
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
