import assert from "node:assert/strict";
import * as z from "zod";
import { readTranscript } from "@/tasks/cds.ts";

const task = new URL("../../tasks/cds.ts", import.meta.url).pathname;

const version = z.strictObject({
  version: z.number(),
  line: z.number(),
  questions_to_ask: z.array(
    z.strictObject({ question: z.string(), rationale: z.string(), urgent: z.boolean() }),
  ),
  urgent_actions: z.array(z.strictObject({
    action: z.string(),
    reason: z.string(),
    quote: z.string(),
    question: z.string().nullable(),
    line: z.number(),
    source: z.literal("rule"),
    arranged: z.boolean(),
  })),
  calls: z.array(z.never()),
});

async function runCds(content: string, ...options: string[]) {
  const file = await Deno.makeTempFile({ suffix: ".txt" });
  try {
    await Deno.writeTextFile(file, content);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", `--allow-read=${file}`, task, file, ...options],
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, out: text(stdout), err: text(stderr) };
  } finally {
    await Deno.remove(file);
  }
}

const DIALOGUE = [
  "D: What can I do for you?",
  "P: I've got pain in my chest.",
  "D: Does it spread to your arm?",
  "P: Yes.",
  "D: I'm calling an ambulance.",
].join("\n");

Deno.test("[CD9] the cds task prints one version a line, growing as the transcript grew", async () => {
  const { code, out } = await runCds(DIALOGUE, "--json");
  assert.equal(code, 0);
  const versions = out.trim().split("\n").map((line) => version.parse(JSON.parse(line)));
  assert.deepEqual(versions.map((one) => one.line), [1, 2, 3, 4, 5]);
  assert.deepEqual(versions.map((one) => one.urgent_actions.length), [0, 0, 0, 1, 1]);
  assert.equal(versions[1]?.questions_to_ask[0]?.urgent, true);
  const [open, arranged] = [versions[3]?.urgent_actions[0], versions[4]?.urgent_actions[0]];
  assert.equal(open?.action, "Call 999 for suspected heart attack");
  assert.deepEqual([open?.quote, open?.line], ["Yes.", 4]);
  assert.equal(open?.question, "Does it spread to your arm?");
  assert.deepEqual([open?.arranged, arranged?.arranged], [false, true]);
});

Deno.test("[CD9] the cds task reads JSON and labelled lines alike", () => {
  const json = JSON.stringify([
    { role: "doctor", text: "Any chest pain?", start_ms: 0 },
    { role: "patient", text: "No." },
    { role: null, text: "Mm." },
  ]);
  const fromJson = readTranscript(json);
  const fromLines = readTranscript("D: Any chest pain?\n\nP: No.\r\nMm.");
  assert.ok(fromJson.ok && fromLines.ok);
  const bare = fromJson.segments.map(({ line, role, text }) => ({ line, role, text }));
  assert.deepEqual(bare, fromLines.segments);
  assert.equal(fromJson.segments[0]?.startMs, 0);
});

Deno.test("[CD9] what the cds task cannot use it refuses in words", async () => {
  const engine = await runCds("P: Hello.", "--engine", "oracle");
  assert.equal(engine.code, 2);
  assert.match(engine.err, /Cannot use engine "oracle": the engines are rules/);
  const broken = await runCds("[{");
  assert.equal(broken.code, 2);
  assert.match(broken.err, /Cannot read ".*": it is not JSON/);
  const shape = readTranscript('[{"role":"P"}]');
  assert.equal(shape.ok, false);
  assert.deepEqual(readTranscript(""), { ok: true, segments: [] });
});
