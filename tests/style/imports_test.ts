import assert from "node:assert/strict";
import { importTarget, productFiles, readSource } from "./project_files.ts";
import { type ImportFact, type Syntax, syntaxOf } from "./syntax.ts";

/**
 * The house from the ground up: a module imports from its own folder and from floors below. Two
 * folders on one floor do not know each other. The longest matching prefix decides.
 */
const FLOORS: readonly (readonly string[])[] = [
  [
    "lib/auto_phase.ts",
    "lib/clock.ts",
    "lib/mailbox.ts",
    "lib/rehearsal/seeded.ts",
    "lib/setting_types.ts",
    "lib/speech/phrase_ids.ts",
    "lib/text/",
    "lib/version.ts",
  ],
  // The mock patients know nothing of what listens to them, least of all the rules (MP1).
  ["lib/auto_config.ts", "lib/model_settings.ts", "lib/rehearsal/patients/"],
  ["lib/config.ts", "lib/alarms/", "lib/audio/", "lib/rules/"],
  ["lib/protocol/", "lib/record/"],
  ["lib/engines/", "lib/people/"],
  ["lib/models/", "lib/speech/"],
  ["lib/auto/"],
  ["lib/consultation/"],
  ["lib/web/", "lib/page/"],
  ["lib/services.ts", "lib/feed/"],
  ["lib/build_services.ts", "components/"],
  ["lib/rehearsal/round/"],
  ["islands/"],
  ["routes/"],
  ["main.ts"],
  ["serve.ts"],
  // Development and measurement may use what the tests use.
  ["tests/"],
  ["dev.ts", "tasks/"],
  ["bench/"],
];

/** Made by the build from modules that are looked at themselves. */
const BUILT = "_fresh/";

/** The pure core: reducers and policies that see no clock, disk, network or process. */
const PURE = [
  "lib/alarms/",
  "lib/auto/",
  "lib/consultation/slices/",
  "lib/consultation/step.ts",
  "lib/engines/transcriber/",
  "lib/engines/chat/json_end.ts",
  "lib/engines/chat/reply_reader.ts",
  "lib/models/calls/",
  "lib/models/scheduler.ts",
  "lib/protocol/",
  "lib/rehearsal/patients/",
  "lib/rehearsal/seeded.ts",
  "lib/rules/",
  "lib/speech/arbiter.ts",
  "lib/text/",
];

/** Drives the transcriber's reducer with a real decoder, and logs; the rest of the folder is pure. */
const SHELL_OF_TRANSCRIBER = [
  "lib/engines/transcriber/backend_ears.ts",
  "lib/engines/transcriber/stream_ears.ts",
];

/** The only packages that the pure core may use: they compute, and do nothing else. */
const PURE_PACKAGES = new Set(["zod", "zod/mini"]);

/** What the pure core may not name, nor anything that it imports. */
const IMPURE_GLOBALS = [
  "Deno",
  "console",
  "crypto.randomUUID",
  "Date.now",
  "fetch",
  "Math.random",
  "new Date()",
  "performance",
  "process",
  "queueMicrotask",
  "setInterval",
  "setTimeout",
  "WebSocket",
];

/** What a browser loads may take values only from these floors of the service. */
const BROWSER = ["islands/", "components/", "lib/page/"];
const BROWSER_MAY_USE = [
  ...BROWSER,
  "lib/alarms/alarm.ts",
  "lib/audio/",
  "lib/auto_phase.ts",
  "lib/clock.ts",
  "lib/protocol/",
  "lib/speech/phrase_ids.ts",
  "lib/text/",
];

const files = await productFiles();
const syntax = new Map<string, Syntax>();
for (const path of files) syntax.set(path, syntaxOf(path, await readSource(path)));

interface Floor {
  readonly level: number;
  readonly prefix: string;
}

function floorOf(path: string): Floor | null {
  let best: Floor | null = null;
  FLOORS.forEach((prefixes, level) => {
    for (const prefix of prefixes) {
      const longer = prefix.length > (best?.prefix.length ?? 0);
      if (path.startsWith(prefix) && longer) best = { level, prefix };
    }
  });
  return best;
}

function targets(path: string, keep: (fact: ImportFact) => boolean): string[] {
  return (syntax.get(path)?.imports ?? []).filter(keep)
    .flatMap(({ specifier }) => importTarget(path, specifier) ?? [])
    .filter((target) => !target.startsWith(BUILT));
}

const isValue = (fact: ImportFact) => !fact.typeOnly;
const isUnder = (path: string, prefixes: readonly string[]) =>
  prefixes.some((prefix) => path.startsWith(prefix));

Deno.test("[style] every file of the product stands on a floor of the house", () => {
  assert.ok(files.length > 50, "the walk found no product");
  assert.deepEqual(files.filter((path) => floorOf(path) === null), []);
});

Deno.test("[style] imports point downward only", () => {
  const wrong: string[] = [];
  for (const path of files) {
    for (const target of targets(path, () => true)) {
      const [from, to] = [floorOf(path), floorOf(target)];
      if (from === null || to === null) wrong.push(`${path} → ${target}: no floor`);
      else if (from.prefix !== to.prefix && from.level <= to.level) {
        wrong.push(`${path} → ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("[style] no module imports itself in a circle", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const target of targets(path, isValue)) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of files) visit(path, []);
  assert.deepEqual(circles, []);
});

Deno.test("[style] the pure core touches no clock, disk, network or process, however indirectly", () => {
  const wrong: string[] = [];
  const seen = new Set<string>();
  const visit = (path: string, root: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const facts = syntax.get(path);
    if (facts === undefined) return;
    for (const name of IMPURE_GLOBALS) {
      if (facts.globals.has(name)) wrong.push(`${path} uses ${name} (reached from ${root})`);
    }
    for (const { specifier } of facts.imports.filter(isValue)) {
      const target = importTarget(path, specifier);
      if (target !== null) visit(target, root);
      else if (!PURE_PACKAGES.has(specifier)) {
        wrong.push(`${path} imports ${specifier} (reached from ${root})`);
      }
    }
  };
  const roots = files.filter((path) => isUnder(path, PURE) && !SHELL_OF_TRANSCRIBER.includes(path));
  assert.ok(roots.length > 10, "the walk found no pure core");
  for (const root of roots) visit(root, root);
  assert.deepEqual(wrong, []);
});

Deno.test("[style] what a browser loads takes no values from the service", () => {
  const wrong: string[] = [];
  for (const path of files.filter((path) => isUnder(path, BROWSER))) {
    for (const target of targets(path, isValue)) {
      if (!isUnder(target, BROWSER_MAY_USE)) wrong.push(`${path} → ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});
