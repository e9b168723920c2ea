import assert from "node:assert/strict";
import { configProblemWords, parseConfig, SETTING_NAMES, SETTINGS } from "@/lib/config.ts";
import { isLoopbackUrl } from "@/lib/setting_types.ts";

Deno.test("[OP6] with nothing set every setting has its default", () => {
  const outcome = parseConfig({});
  assert.ok(outcome.ok);
  for (const name of SETTING_NAMES) assert.equal(outcome.config[name], SETTINGS[name].default);
  assert.deepEqual(outcome.fromEnvironment, []);
});

Deno.test("[OP6] every bad value is named at once: the variable, what it got, what it takes", () => {
  const outcome = parseConfig({ PORT: "eighty", TTS_SPEED: "9", STT_ENGINE: "ears", HOST: " " });
  assert.ok(!outcome.ok);
  assert.deepEqual(outcome.problems.map(configProblemWords), [
    'Cannot start with PORT="eighty": it takes a whole number (port) from 0 to 65535.',
    'Cannot start with STT_ENGINE="ears": it takes one of whisper, openai, typed.',
    'Cannot start with TTS_SPEED="9": it takes a number (times normal) from 0.5 to 2.',
  ]);
});

Deno.test("[OP6] a secret's value is never repeated, not even when it is wrong", () => {
  const outcome = parseConfig({ OWNER_PASSPHRASE: "x".repeat(500) });
  assert.ok(!outcome.ok);
  assert.equal(outcome.problems[0]?.got, "(hidden)");
});

Deno.test("[SE3] an engine that is not on this machine is refused at start", () => {
  for (
    const url of ["http://stt.example.org", "http://192.168.1.7:9000", "http://127.0.0.1.evil"]
  ) {
    assert.equal(parseConfig({ STT_URL: url }).ok, false, url);
    assert.equal(isLoopbackUrl(url), false, url);
  }
  const local = parseConfig({ STT_ENGINE: "openai", STT_URL: "http://127.0.0.1:9000/v1" });
  assert.ok(local.ok && local.config.STT_URL === "http://127.0.0.1:9000/v1");
});

Deno.test("[OP6] a choice that needs another setting says which one is missing", () => {
  const outcome = parseConfig({ STT_ENGINE: "openai" });
  assert.equal(outcome.ok ? null : outcome.problems[0]?.name, "STT_URL");
});
