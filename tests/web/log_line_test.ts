import assert from "node:assert/strict";
import { getLogger, reset } from "@logtape/logtape";
import fc from "fast-check";
import { configureLogs } from "@/lib/web/configure_logs.ts";

async function logged(run: (log: ReturnType<typeof getLogger>) => void): Promise<string[]> {
  const lines: string[] = [];
  await configureLogs({ write: (line) => lines.push(line) });
  try {
    run(getLogger(["alba", "engines", "worker"]));
  } finally {
    await reset();
  }
  return lines;
}

Deno.test("[SE5] a log line is one JSON object: time, level, category, template, known keys", async () => {
  const [line] = await logged((log) =>
    log.warn("Worker restarted", { engine: "whisper", attempt: 2 })
  );
  const parsed: unknown = JSON.parse(line ?? "");
  assert.ok(typeof parsed === "object" && parsed !== null && "time" in parsed);
  assert.deepEqual({ ...parsed, time: "t" }, {
    time: "t",
    level: "warning",
    category: "alba.engines.worker",
    message: "Worker restarted",
    engine: "whisper",
    attempt: 2,
  });
});

Deno.test("[SE5] no text of a patient reaches the log: unknown keys, sentences, templates", async () => {
  await fc.assert(fc.asyncProperty(
    fc.constantFrom("text", "id", "error", "reason", "state", "name", "words"),
    fc.constantFrom("I have chest pain", "my name is Ann Lee", "line\nbreak", "é pain", "a\u2028b"),
    async (key, words) => {
      const [line = ""] = await logged((log) => {
        log.info("Heard {text}", { [key]: words, nested: { text: words }, list: [words] });
      });
      assert.ok(!line.includes(words) && !line.includes(JSON.stringify(words).slice(1, -1)), line);
      assert.match(line, /"withheld":3/);
    },
  ));
});

Deno.test("[SE5] not even one word gets in under a key that is not listed", async () => {
  const [line = ""] = await logged((log) =>
    log.info("Heard", { text: "Ramipril", patient: "Lee" })
  );
  assert.doesNotMatch(line, /Ramipril|Lee/);
  assert.match(line, /"withheld":2/);
});

Deno.test("[SE5] an engine is named, a person under the same key is not", async () => {
  const [engine = "", person = ""] = await logged((log) => {
    log.warn("{name} failed", { name: "Speech engine" });
    log.warn("{name} failed", { name: "Ann Lee" });
  });
  assert.match(engine, /"name":"Speech engine"/);
  assert.doesNotMatch(person, /Ann Lee/);
});

Deno.test("[SE5] an error's message is withheld, its class may be told", async () => {
  const error = new Error("could not parse: I have chest pain");
  const [line = ""] = await logged((log) =>
    log.error("Request failed", { error, errorClass: error.name })
  );
  assert.doesNotMatch(line, /chest/);
  assert.match(line, /"errorClass":"Error"/);
});

Deno.test("[SE5] values that templates interpolate stay out of the line", async () => {
  const words = "I have chest pain";
  const [line = ""] = await logged((log) => log.info`Heard ${words} just now`);
  assert.doesNotMatch(line, /chest/);
  assert.match(line, /Heard \{\} just now/);
});
