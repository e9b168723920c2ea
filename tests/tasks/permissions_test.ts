import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { SETTING_NAMES } from "@/lib/config.ts";
import { STEP_SOURCES } from "@/lib/consultation/code_version.ts";
import { INNER_HOST } from "@/lib/web/tls/tls_front.ts";
import { servePermissions, type ServeSite, unpermittableFolder } from "@/tasks/permissions.ts";

const PROJECT = resolve(import.meta.dirname ?? ".", "../..");

const SITE: ServeSite = {
  config: {
    HOST: "127.0.0.1",
    PORT: 8000,
    STT_ENGINE: "whisper",
    STT_URL: "",
    CDS_ENGINE: "rules",
    OLLAMA_URL: "http://127.0.0.1:11434",
    OPENAI_BASE_URL: "",
    CDS_SHORT_URL: "",
    LAN_SHARE: false,
    TLS_CERT: "",
    TLS_KEY: "",
  },
  projectFolder: "/srv/alba",
  dataFolder: "/var/lib/alba",
  enginesFolder: "/var/lib/alba/engines",
  executables: ["/var/lib/alba/engines/venv/bin/python", "/usr/bin/unshare"],
};

const ofProject = (name: string) => `${SITE.projectFolder}/${name}`;

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return listener.addr.port;
}

Deno.test("[SE3] the service's flags are exactly these", () => {
  assert.deepEqual(servePermissions(SITE), [
    "--no-prompt",
    "--cached-only",
    "--allow-net=127.0.0.1:8000",
    `--allow-read=${
      ["/var/lib/alba", ...["_fresh", "static", "migrations", ...STEP_SOURCES].map(ofProject)]
        .join(",")
    }`,
    "--allow-write=/var/lib/alba",
    "--deny-write=/var/lib/alba/engines",
    `--allow-env=${SETTING_NAMES.join(",")}`,
    "--allow-sys=statfs",
    "--allow-run=/var/lib/alba/engines/venv/bin/python,/usr/bin/unshare",
  ]);
});

Deno.test("[SE3] without engines nothing may be run at all", () => {
  const flags = servePermissions({ ...SITE, executables: [] });
  assert.ok(!flags.some((flag) => flag.startsWith("--allow-run")));
});

Deno.test("[SE3] the configured transcription server is reachable, and only while it is configured", () => {
  const net = (config: Partial<ServeSite["config"]>) =>
    servePermissions({ ...SITE, config: { ...SITE.config, ...config } })[2];
  const STT_URL = "http://localhost:9000/v1";
  assert.equal(net({ STT_ENGINE: "openai", STT_URL }), "--allow-net=127.0.0.1:8000,localhost:9000");
  assert.equal(
    net({ STT_ENGINE: "openai", STT_URL: "https://[::1]/" }),
    "--allow-net=127.0.0.1:8000,[::1]:443",
  );
  assert.equal(net({ STT_ENGINE: "typed", STT_URL }), "--allow-net=127.0.0.1:8000");
  assert.equal(net({ HOST: "::1" }), "--allow-net=[::1]:8000");
});

Deno.test("[SE3] the configured model servers are reachable, and only while they are configured", () => {
  const net = (config: Partial<ServeSite["config"]>) =>
    servePermissions({ ...SITE, config: { ...SITE.config, ...config } })[2];
  const CDS_SHORT_URL = "http://127.0.0.1:11435";
  const OPENAI_BASE_URL = "http://localhost:8080/v1";
  const listener = "--allow-net=127.0.0.1:8000";
  assert.equal(net({ CDS_SHORT_URL, OPENAI_BASE_URL }), listener);
  assert.equal(net({ CDS_ENGINE: "auto", OPENAI_BASE_URL }), `${listener},127.0.0.1:11434`);
  assert.equal(
    net({ CDS_ENGINE: "ollama", CDS_SHORT_URL }),
    `${listener},127.0.0.1:11434,127.0.0.1:11435`,
  );
  assert.equal(net({ CDS_ENGINE: "openai", OPENAI_BASE_URL }), `${listener},localhost:8080`);
});

Deno.test("[SE1, SE3] a shared box may also know its names, read its certificate, and reach itself", () => {
  const shared = {
    ...SITE.config,
    HOST: "0.0.0.0",
    LAN_SHARE: true,
    TLS_CERT: "/etc/alba/cert.pem",
    TLS_KEY: "/etc/alba/key.pem",
  };
  const flags = servePermissions({ ...SITE, config: shared });
  assert.ok(flags.includes("--allow-sys=statfs,hostname,networkInterfaces"));
  assert.ok(flags.includes(`--allow-net=0.0.0.0:8000,${INNER_HOST}`));
  assert.match(flags[3] ?? "", /^--allow-read=.*,\/etc\/alba\/cert\.pem,\/etc\/alba\/key\.pem$/);
  assert.ok(!flags.some((flag) => flag.startsWith("--allow-write") && flag.includes("/etc")));
});

Deno.test("[SE3, SE7] a remote engine is reachable, and nothing else of its network", () => {
  const STT_URL = "https://stt.example.org/v1";
  const net =
    servePermissions({ ...SITE, config: { ...SITE.config, STT_ENGINE: "openai", STT_URL } })[2];
  assert.equal(net, "--allow-net=127.0.0.1:8000,stt.example.org:443");
});

Deno.test("[OP6] the environment list is the list of settings", () => {
  const env = servePermissions(SITE).find((flag) => flag.startsWith("--allow-env="));
  assert.deepEqual(env?.slice("--allow-env=".length).split(","), [...SETTING_NAMES]);
});

Deno.test("[SE3] a folder with a comma is refused in words: Deno would split it", () => {
  assert.equal(unpermittableFolder("/srv/alba", "/var/lib/alba"), null);
  assert.match(unpermittableFolder("/srv/alba", "/var/a,b") ?? "", /holds a comma/);
});

Deno.test("[SE3] with these flags a program can do what the service must, and nothing else", async () => {
  const folder = await Deno.makeTempDir();
  const [data, other] = [join(folder, "data"), join(folder, "other")];
  const engines = join(data, "engines");
  for (const path of [data, other, engines]) await Deno.mkdir(path);
  await Deno.writeTextFile(join(other, "x"), "x");
  const program = "/usr/bin/env";
  const port = freePort();
  const flags = servePermissions({
    config: { ...SITE.config, PORT: port },
    projectFolder: PROJECT,
    dataFolder: data,
    enginesFolder: engines,
    executables: [program],
  });
  const probe = join(PROJECT, "tests/tasks/fixtures/permission_probe.ts");
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, probe, data, engines, other, program, String(port)],
    cwd: PROJECT,
  }).output();
  const printed = new TextDecoder().decode(stdout);
  assert.notEqual(printed, "", new TextDecoder().decode(stderr));
  const { allowed, refused } = sorted(JSON.parse(printed));
  assert.deepEqual(allowed, [
    "write data",
    "read data",
    "read migrations",
    "tell its version",
    "listen",
    "run engine",
    "env setting",
  ]);
  assert.equal(refused.length, 20);
  await Deno.remove(folder, { recursive: true });
});

/** Anything but a refusal by permission (or, for imports, by the cache) fails the test. */
function sorted(outcomes: Record<string, string>): { allowed: string[]; refused: string[] } {
  const allowed: string[] = [];
  const refused: string[] = [];
  for (const [name, outcome] of Object.entries(outcomes)) {
    if (outcome === "allowed") allowed.push(name);
    else if (outcome === "NotCapable" || outcome === "not cached") refused.push(name);
    else assert.fail(`"${name}" ended with ${outcome}`);
  }
  return { allowed, refused };
}
