import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { manualClock } from "@/lib/clock.ts";
import { openPeople } from "@/lib/people/people.ts";
import { openRecord } from "@/lib/record/open_record.ts";
import { removeFolder } from "@/tests/remove_folder.ts";

/**
 * The box as another host of its network sees it: a network namespace with a cable (veth) to this
 * machine, and the real service with its real permissions. Needs root and iproute2.
 */

const PROJECT = resolve(import.meta.dirname ?? ".", "../..");
const PROBE = join(PROJECT, "tests/web/fixtures/network_probe.ts");
const PIN = "274916";

/** Distinct per process, as other test runs may be on this machine; interface names are short. */
const MARK = String(Deno.pid % 100_000);
const namesOf = (mark: string) => ({
  namespace: `alba-test-${mark}`,
  near: `albn${mark}`,
  far: `albf${mark}`,
});
const { namespace: NAMESPACE, near: NEAR, far: FAR } = namesOf(MARK);
const NET = `10.213.${Deno.pid % 250}`;
const [BOX, TABLET] = [`${NET}.1`, `${NET}.2`];

async function ip(...args: string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("ip", { args, stderr: "null" }).output();
    return success;
  } catch {
    return false;
  }
}

async function plugIn(): Promise<boolean> {
  const steps = [
    ["netns", "add", NAMESPACE],
    ["link", "add", NEAR, "type", "veth", "peer", "name", FAR],
    ["link", "set", FAR, "netns", NAMESPACE],
    ["addr", "add", `${BOX}/24`, "dev", NEAR],
    ["link", "set", NEAR, "up"],
    ["-n", NAMESPACE, "addr", "add", `${TABLET}/24`, "dev", FAR],
    ["-n", NAMESPACE, "link", "set", FAR, "up"],
    ["-n", NAMESPACE, "link", "set", "lo", "up"],
  ];
  for (const step of steps) {
    if (!await ip(...step)) {
      await unplug();
      return false;
    }
  }
  return true;
}

async function unplug(mark = MARK): Promise<void> {
  const { namespace, near } = namesOf(mark);
  await ip("link", "del", near);
  await ip("netns", "del", namespace);
}

/** What a run that was killed has left plugged in. */
async function unplugTheDead(): Promise<void> {
  const { stdout } = await new Deno.Command("ip", { args: ["netns", "list"] }).output();
  for (const [, mark = ""] of new TextDecoder().decode(stdout).matchAll(/^alba-test-(\d+)/gm)) {
    const lives = await Deno.stat(`/proc/${mark}`).then(() => true, () => false);
    if (!lives) await unplug(mark);
  }
}

const canPlugIn = Deno.build.os === "linux" && await plugIn();
if (canPlugIn) {
  await unplug();
  await unplugTheDead();
} else console.log("Tests from another host are skipped: `ip netns` needs root and iproute2.");

async function fromTablet(mode: string, args: string[], flags: string[] = []): Promise<unknown> {
  const { stdout, stderr } = await new Deno.Command("ip", {
    args: [
      ...["netns", "exec", NAMESPACE, Deno.execPath(), "run", "-A", "--quiet", ...flags],
      ...[PROBE, mode, ...args],
    ],
  }).output();
  const printed = new TextDecoder().decode(stdout);
  assert.notEqual(printed, "", new TextDecoder().decode(stderr));
  return JSON.parse(printed);
}

interface Started {
  readonly said: string;
  readonly stop: () => Promise<number>;
}

/** Starts the service as a box does; resolves when it is ready, or when it has refused. */
async function start(env: Record<string, string>): Promise<Started> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tasks/start.ts", "--no-engines"],
    cwd: PROJECT,
    env: { NO_COLOR: "1", CDS_ENGINE: "rules", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const refusal = new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    said += part.value;
    if (/Alba is ready: [\s\S]*\n/.test(said)) break;
  }
  return {
    said: /Alba is ready/.test(said) ? said : said + await refusal,
    async stop() {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has refused and ended by itself.
      }
      const { code } = await child.status;
      await reader.cancel();
      await refusal;
      return code;
    },
  };
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "0.0.0.0", port: 0 });
  listener.close();
  return listener.addr.port;
}

async function onTheNetwork(run: (dataDir: string, port: number) => Promise<void>): Promise<void> {
  const dataDir = await Deno.makeTempDir();
  assert.ok(await plugIn());
  try {
    await run(dataDir, freePort());
  } finally {
    await unplug();
    await removeFolder(dataDir);
  }
}

async function giveOwnerPin(dataDir: string): Promise<void> {
  const opened = openRecord({ dataDir, clock: manualClock(Date.now()), onSealError: () => {} });
  assert.ok(opened.ok);
  const { record } = opened;
  const people = openPeople({ record, doctorName: "Smith", hasPassphrase: false, shared: false });
  const owner = people.owner();
  assert.ok((await people.setPin(owner.id, PIN, owner)).ok);
  record.close();
}

Deno.test({
  name: "[SE1] from another host, a box that is not shared answers every request with 403",
  ignore: !canPlugIn,
  fn: () =>
    onTheNetwork(async (DATA_DIR, port) => {
      const service = await start({ DATA_DIR, HOST: "0.0.0.0", PORT: String(port) });
      try {
        assert.match(service.said, /Alba is ready: http:/);
        const words = "Cannot open Alba from another machine: this box answers only to itself. " +
          "Open the page in a browser on the box.";
        assert.deepEqual(await fromTablet("plain", [`http://${BOX}:${port}`]), {
          home: [403, words],
          health: [403, words],
          claimed: 403,
        });
        const here = await fetch(`http://127.0.0.1:${port}/healthz`);
        await here.body?.cancel();
        assert.equal(here.status, 200);
      } finally {
        await service.stop();
      }
    }),
});

Deno.test({
  name: "[SE1, CO7] a box where nobody could sign in is not shared, and says what to do",
  ignore: !canPlugIn,
  fn: () =>
    onTheNetwork(async (DATA_DIR, port) => {
      const env = { DATA_DIR, HOST: "0.0.0.0", PORT: String(port), LAN_SHARE: "true" };
      const service = await start(env);
      assert.match(service.said, /Cannot share the box.*give an owner a PIN on the page People/);
      assert.equal(await service.stop(), 1);
    }),
});

Deno.test({
  name: "[SE1, SE2, SE3] from another host, a shared box is used over TLS after signing in",
  ignore: !canPlugIn,
  fn: () =>
    onTheNetwork(async (DATA_DIR, port) => {
      await giveOwnerPin(DATA_DIR);
      const env = { DATA_DIR, HOST: "0.0.0.0", PORT: String(port), LAN_SHARE: "true" };
      const service = await start(env);
      try {
        const origin = `https://${BOX}:${port}`;
        assert.match(service.said, new RegExp(`Alba is ready: https://127\\.0\\.0\\.1:${port}/`));
        const trust = ["--cert", join(DATA_DIR, "keys", "tls_authority.pem")];
        assert.deepEqual(await fromTablet("shared", [origin, PIN], trust), {
          http: [308, `${origin}/settings`],
          home: [303, "/login?next=%2F"],
          certificate: 200,
          download: "application/x-x509-ca-cert",
          secure: true,
          wrong: 403,
          right: [303, "/"],
          inside: 200,
          started: [303, true],
          socket: "state",
          foreign: 421,
        });
      } finally {
        assert.equal(await service.stop(), 0);
      }
    }),
});

Deno.test({
  name: "[SE1] a device that was not told to trust the box gets no connection",
  ignore: !canPlugIn,
  fn: () =>
    onTheNetwork(async (DATA_DIR, port) => {
      await giveOwnerPin(DATA_DIR);
      const env = { DATA_DIR, HOST: "0.0.0.0", PORT: String(port), LAN_SHARE: "true" };
      const service = await start(env);
      try {
        const { success, stderr } = await new Deno.Command("ip", {
          args: [
            ...["netns", "exec", NAMESPACE, Deno.execPath(), "run", "-A", "--quiet"],
            ...[PROBE, "plain", `https://${BOX}:${port}`],
          ],
          env: { NO_COLOR: "1" },
        }).output();
        assert.equal(success, false);
        assert.match(new TextDecoder().decode(stderr), /invalid peer certificate: UnknownIssuer/);
      } finally {
        await service.stop();
      }
    }),
});
