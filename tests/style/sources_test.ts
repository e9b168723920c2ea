import assert from "node:assert/strict";
import { envExample } from "@/lib/config.ts";
import { LOG_KEYS } from "@/lib/web/log_line.ts";
import { committedFiles, productFiles, readSource, sourcesUnder } from "./project_files.ts";
import { type Syntax, syntaxOf } from "./syntax.ts";

/** Longest file and function before somebody has to think hard. */
const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 70;

/** Longer ones, each with the reason why it is not split. */
const LONG: Readonly<Record<string, string>> = {};

/** Where time, chance and the terminal come in; everything else is given them. */
const SHELL: Readonly<Record<string, readonly string[]>> = {
  "lib/clock.ts": ["Date.now", "performance", "setTimeout"],
  "serve.ts": ["console"],
  "dev.ts": ["console"],
  // The browser's own adapters: what they wait for has no event.
  "islands/Finishing.tsx": ["setInterval"],
  "islands/UndoStop.tsx": ["setInterval"],
  "lib/page/browser_live.ts": ["Math.random"],
  "lib/page/microphone.ts": ["setTimeout"],
  "lib/page/speaker.ts": ["setTimeout"],
  "lib/page/test_sound.ts": ["setTimeout"],
};
const SHELL_FOLDERS = ["tasks/", "bench/"];
const SHELL_ONLY = [
  "console",
  "Date.now",
  "Math.random",
  "new Date()",
  "performance",
  "setInterval",
  "setTimeout",
];

const sources = new Map<string, { source: string; syntax: Syntax }>();
for (const path of await productFiles()) {
  const source = await readSource(path);
  sources.set(path, { source, syntax: syntaxOf(path, source) });
}

Deno.test("[style] time, chance and the terminal come in through the shell only", () => {
  const wrong: string[] = [];
  for (const [path, { syntax: { globals } }] of sources) {
    if (SHELL_FOLDERS.some((folder) => path.startsWith(folder))) continue;
    for (const name of SHELL_ONLY) {
      if (globals.has(name) && !SHELL[path]?.includes(name)) wrong.push(`${path}: ${name}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("[style] files have at most 300 lines, functions 70", () => {
  const long: string[] = [];
  for (const [path, { source, syntax }] of sources) {
    const lines = source.trimEnd().split("\n").length;
    if (lines > MAX_FILE_LINES && LONG[path] === undefined) long.push(`${path}: ${lines} lines`);
    for (const { name, lines } of syntax.functions) {
      if (lines > MAX_FUNCTION_LINES) long.push(`${path}: a ${name} of ${lines} lines`);
    }
  }
  assert.deepEqual(long, []);
});

Deno.test("[style] the list of long files names only files that are long", () => {
  for (const [path, reason] of Object.entries(LONG)) {
    assert.ok((sources.get(path)?.source.split("\n").length ?? 0) > MAX_FILE_LINES, path);
    assert.ok(reason.length > 20, `${path} needs a reason`);
  }
});

Deno.test("[style] no type is switched off and no check is silenced", async () => {
  const wrong: string[] = [];
  const paths = [
    ...sources.keys(),
    ...await sourcesUnder("lib/fresh"),
    ...await sourcesUnder("tests"),
  ];
  for (const path of new Set(paths)) {
    const source = await readSource(path);
    const { anys } = sources.get(path)?.syntax ?? syntaxOf(path, source);
    if (anys > 0) wrong.push(`${path}: any`);
    // Put together here, so that this file does not find itself.
    const silencers = [
      "@ts-" + "ignore",
      "@ts-" + "expect-error",
      "@ts-" + "nocheck",
      "deno-lint-" + "ignore",
    ];
    for (const silencer of silencers) {
      if (source.includes(silencer)) wrong.push(`${path}: ${silencer}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("[SE5] a log message is never put together from values: they would escape the whitelist", () => {
  const wrong = [...sources].filter(([, { syntax }]) => syntax.interpolatedLogs > 0);
  assert.deepEqual(wrong.map(([path]) => path), []);
});

Deno.test("[SE5] every key that the code logs is on the list: nothing useful is withheld", () => {
  const unknown: string[] = [];
  for (const [path, { syntax: { logKeys } }] of sources) {
    for (const key of logKeys) if (!LOG_KEYS.has(key)) unknown.push(`${path}: ${key}`);
  }
  assert.deepEqual(unknown, []);
});

const UNFINISHED = new RegExp(
  ["TO" + "DO", "FIX" + "ME", "X" + "XX", "not imple" + "mented"].join("|"),
);
/** Folders of one machine, and the addresses of package registries (mirrors are such, too). */
const LOCAL = new RegExp(
  [
    "(^|[\"'`( =])/(wo" + "rk|ro" + "ot|farm)/",
    "/tm" + "p/[a-z-]+/",
    "https?://[^\\s\"']*(regis" + "try|pypi|proxy\\.golang|mir" + "ror)",
  ].join("|"),
);
const BINARY = /\.(wav|onnx|png|jpg|ico|woff2|flac|npz|bin)$/;

Deno.test("[style] nothing committed is unfinished, or names this machine or a registry", async () => {
  const wrong: string[] = [];
  for (const path of await committedFiles()) {
    if (BINARY.test(path)) continue;
    const lines = (await readSource(path)).split("\n");
    lines.forEach((line, index) => {
      const isCode = /\.(tsx?|py|sh)$/.test(path);
      if (LOCAL.test(line) || (isCode && UNFINISHED.test(line))) wrong.push(`${path}:${index + 1}`);
    });
  }
  assert.deepEqual(wrong, []);
});

Deno.test("[OP6] .env.example is what the settings say it is", async () => {
  const committed = await readSource(".env.example").catch(() => "");
  assert.ok(
    committed === envExample(),
    "write envExample() of lib/config.ts into .env.example; it is generated, not edited",
  );
});
