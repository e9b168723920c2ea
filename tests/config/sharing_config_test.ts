import assert from "node:assert/strict";
import { configProblemWords, parseConfig } from "@/lib/config.ts";
import { engineAddresses, remoteEngineWords } from "@/lib/engines/engine_addresses.ts";

function problems(env: Record<string, string>): string[] {
  const outcome = parseConfig(env);
  return outcome.ok ? [] : outcome.problems.map(configProblemWords);
}

function config(env: Record<string, string>) {
  const outcome = parseConfig(env);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.config;
}

const ADDRESSES = ["STT_URL", "OLLAMA_URL", "OPENAI_BASE_URL", "CDS_SHORT_URL"];

Deno.test("[SE7] an engine on another machine is refused until somebody says that words may leave", () => {
  for (const name of ADDRESSES) {
    for (const url of ["https://stt.example.org/v1", "http://192.168.1.7:9000", "http://0.0.0.0"]) {
      const [words = ""] = problems({ [name]: url });
      assert.match(words, new RegExp(`^Cannot start with ${name}=".*ALLOW_REMOTE_ENGINES=true`));
      assert.deepEqual(problems({ [name]: url, ALLOW_REMOTE_ENGINES: "true" }), []);
    }
  }
});

Deno.test("[SE7] what is no address of a server is refused, whatever may leave", () => {
  for (const url of ["stt.example.org", "file:///etc/passwd", "ftp://127.0.0.1", "http://"]) {
    const env = { STT_URL: url, ALLOW_REMOTE_ENGINES: "true" };
    assert.match(problems(env)[0] ?? "", /^Cannot start with STT_URL=/, url);
  }
});

Deno.test("[SE7] the banner names every machine that words go to, and says when nobody encrypts", () => {
  assert.equal(remoteEngineWords(config({})), null);
  const remote = (env: Record<string, string>) =>
    remoteEngineWords(config({ ALLOW_REMOTE_ENGINES: "true", ...env }));
  assert.equal(
    remote({ STT_ENGINE: "openai", STT_URL: "https://stt.example.org/v1" }),
    "Patients' words leave this box and go to stt.example.org.",
  );
  assert.equal(
    remote({ OLLAMA_URL: "http://gpu.lan:11434", CDS_SHORT_URL: "http://gpu.lan:11435" }),
    "Patients' words leave this box, unencrypted, and go to gpu.lan.",
  );
  assert.equal(
    remote({
      STT_ENGINE: "openai",
      STT_URL: "https://stt.example.org",
      CDS_ENGINE: "openai",
      OPENAI_BASE_URL: "https://llm.example.org/v1",
    }),
    "Patients' words leave this box and go to stt.example.org and llm.example.org.",
  );
});

Deno.test("[SE7] an address that no engine uses gets no words, and has no banner", () => {
  const unused = { ALLOW_REMOTE_ENGINES: "true", CDS_ENGINE: "rules" };
  const settings = config({
    ...unused,
    STT_URL: "https://a.example",
    OLLAMA_URL: "https://b.example",
  });
  assert.deepEqual(engineAddresses(settings), []);
  assert.equal(remoteEngineWords(settings), null);
});

Deno.test("[SE1] sharing needs an address that other devices can reach", () => {
  for (const HOST of ["127.0.0.1", "localhost", "::1"]) {
    assert.match(problems({ LAN_SHARE: "true", HOST })[0] ?? "", /HOST=".*0\.0\.0\.0/);
  }
  assert.deepEqual(problems({ LAN_SHARE: "true", HOST: "0.0.0.0" }), []);
  assert.match(problems({ LAN_SHARE: "yes", HOST: "0.0.0.0" })[0] ?? "", /takes true or false/);
});

Deno.test("[SE1] a certificate comes with its key, and only to a shared box", () => {
  const shared = { LAN_SHARE: "true", HOST: "0.0.0.0" };
  assert.match(problems({ ...shared, TLS_CERT: "c.pem" })[0] ?? "", /TLS_KEY="nothing"/);
  assert.match(problems({ ...shared, TLS_KEY: "k.pem" })[0] ?? "", /TLS_CERT="nothing"/);
  assert.match(problems({ TLS_CERT: "c.pem", TLS_KEY: "k.pem" })[0] ?? "", /only with LAN_SHARE/);
  assert.deepEqual(problems({ ...shared, TLS_CERT: "c.pem", TLS_KEY: "k.pem" }), []);
});
