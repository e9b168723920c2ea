import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { pcmToBytes } from "@/lib/audio/pcm.ts";
import { SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import { wavHeader } from "@/lib/audio/wav.ts";

const PROJECT = new URL("../../", import.meta.url);

async function feed(...args: string[]) {
  const folder = await Deno.makeTempDir({ prefix: "alba-feed-" });
  const sound = Int16Array.from({ length: SAMPLE_RATE_HZ }, (_, index) => index % 1_000);
  const header = wavHeader(samples(sound.length), SAMPLE_RATE_HZ);
  await Deno.writeFile(join(folder, "a.wav"), new Uint8Array([...header, ...pcmToBytes(sound)]));
  await Deno.writeTextFile(join(folder, "lines.txt"), "D: What brings you?\nP: My knee.\n");
  await Deno.writeTextFile(join(folder, "broken.wav"), "RIFF, or not");
  try {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "tasks/feed.ts", ...args.map((arg) => arg.replace("FOLDER", folder))],
      cwd: PROJECT,
      env: { NO_COLOR: "1", ALBA_ENGINES_DIR: join(folder, "no-engines"), OWNER_PASSPHRASE: "" },
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, out: text(stdout), err: text(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const RESULT = z.object({
  consultation: z.string(),
  transcript: z.array(z.object({
    start_ms: z.number(),
    end_ms: z.number(),
    text: z.string(),
    role: z.string().optional(),
  })),
  utterances: z.array(z.unknown()),
  commit_lag_ms: z.object({ p50: z.number().nullable(), p95: z.number().nullable() }),
  gaps: z.array(z.unknown()),
  wav: z.object({ url: z.string(), sha256: z.string(), samples: z.number() }).nullable(),
});

Deno.test("[TR1, TR2, OP1] feed --json: events as JSON lines from a service of its own, then one result", async () => {
  const { code, err, out } = await feed("FOLDER/a.wav", "--json", "--pace", "max");
  assert.equal(code, 0, err);
  const lines = out.trim().split("\n").map((line): unknown => JSON.parse(line));
  const result = RESULT.parse(lines.at(-1));
  assert.equal(result.wav?.samples, SAMPLE_RATE_HZ);
  assert.deepEqual(result.gaps, []);
  const events = lines.slice(0, -1);
  assert.ok(events.length > 5);
  for (const event of events) {
    z.object({ event: z.string(), audio_ms: z.number() }).parse(event);
  }
});

Deno.test("[TR3] feed --text: typed lines, and a summary for people", async () => {
  const { code, err, out } = await feed("--text", "FOLDER/lines.txt");
  assert.equal(code, 0, err);
  assert.match(out, /My knee\./);
  assert.match(out, /2 lines, 0 utterances/);
});

for (
  const [name, args, words] of [
    ["without a file", [], /^Usage: deno task feed/],
    ["with a file that is not there", ["FOLDER/none.wav"], /there is no such file/],
    ["with a file that is no WAV", ["FOLDER/broken.wav"], /Cannot read WAV/],
    ["with an option that is none", ["FOLDER/a.wav", "--loud"], /--loud[^]*Usage/],
    ["at an impossible pace", ["FOLDER/a.wav", "--pace", "0"], /takes max or a number up to 3\.6/],
    ["with a tap after the end", ["FOLDER/a.wav", "--taps", "t=2:go_on"], /sound ends after 1 s/],
    ["with nobody speaking", ["FOLDER/a.wav", "--speakers", "0"], /takes 1 to 8/],
    ["with too loud an echo", ["FOLDER/a.wav", "--echo", "2"], /above 0, up to 1/],
    [
      "with taps while typing",
      ["--text", "FOLDER/lines.txt", "--taps", "t=0:go_on"],
      /timed by the/,
    ],
    ["to nobody", ["FOLDER/a.wav", "--url", "http://127.0.0.1:1/"], /nothing answers there/],
  ] as const
) {
  Deno.test(`[feed] ${name}: it ends with exit code 1 and one sentence, not a stack trace`, async () => {
    const { code, err } = await feed(...args);
    assert.equal(code, 1);
    assert.match(err, words);
    assert.doesNotMatch(err, /\n\s+at /);
  });
}
