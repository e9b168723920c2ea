import { createHash } from "node:crypto";
import { join } from "node:path";

/** All that the build, or the running of what it built, depends on. */
const SOURCES = ["routes", "islands", "components", "static", "lib", "main.ts", "serve.ts"];
const SETTINGS = ["deno.json", "deno.lock"];

/**
 * Builds the islands and loads the service's packages, unless that was done from the very same
 * files; this is what makes the second start quick (OP1). The stamp is written last, so that a
 * build which was interrupted is done again.
 *
 * @throws what esbuild reports when an island does not compile
 */
export async function buildIfStale(projectFolder: string): Promise<"built" | "up_to_date"> {
  const stamp = join(projectFolder, "_fresh", "stamp");
  const wanted = await sourcesHash(projectFolder);
  if (await readIfThere(stamp) === wanted) return "up_to_date";
  await Deno.remove(stamp).catch(ignoreNotFound);
  // Loaded only now: the bundler alone would cost the second start a good part of its time.
  const { Builder } = await import("fresh/dev");
  await new Builder({ root: projectFolder }).build();
  await loadPackages(projectFolder);
  await Deno.writeTextFile(stamp, wanted);
  return "built";
}

/** The service runs with `--cached-only`, so what it imports has to be there before. */
async function loadPackages(projectFolder: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["cache", "--quiet", "serve.ts", "_fresh/server.js"],
    cwd: projectFolder,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) {
    throw new Error(`Cannot load the service's packages: ${new TextDecoder().decode(stderr)}`);
  }
}

async function sourcesHash(projectFolder: string): Promise<string> {
  const hash = createHash("sha256").update(Deno.version.deno);
  for (const name of [...SOURCES, ...SETTINGS]) {
    for await (const path of filesUnder(join(projectFolder, name))) {
      hash.update(`\0${path.slice(projectFolder.length)}\0`).update(await Deno.readFile(path));
    }
  }
  return hash.digest("hex");
}

/** The path itself when it is a file, else all files below it in a fixed order. */
async function* filesUnder(path: string): AsyncGenerator<string> {
  const info = await Deno.stat(path).catch(ignoreNotFound);
  if (info === undefined) return;
  if (info.isFile) {
    yield path;
    return;
  }
  const names = (await Array.fromAsync(Deno.readDir(path))).map((entry) => entry.name).sort();
  for (const name of names) yield* filesUnder(join(path, name));
}

async function readIfThere(path: string): Promise<string | null> {
  return await Deno.readTextFile(path).catch(ignoreNotFound) ?? null;
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

if (import.meta.main) {
  const outcome = await buildIfStale(Deno.cwd());
  console.log(outcome === "built" ? "The pages are built." : "The pages are up to date.");
}
