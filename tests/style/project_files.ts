import { dirname, join, relative, resolve } from "node:path";

export const PROJECT = resolve(import.meta.dirname ?? ".", "../..");

/** Folders and files that hold the product's own code. */
const CODE = ["lib", "routes", "islands", "components", "tasks", "bench"];
const ENTRIES = ["main.ts", "serve.ts", "dev.ts"];

/** The in-tree layer goes away one day and is held to its own suite. */
const LAYER = "lib/fresh/";

/** Paths of the product's TypeScript, relative to the project, in a fixed order. */
export async function productFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of CODE) found.push(...await sourcesUnder(folder));
  for (const entry of ENTRIES) {
    if (await exists(join(PROJECT, entry))) found.push(entry);
  }
  return found.filter((path) => !path.startsWith(LAYER)).sort();
}

/** TypeScript files below a folder of the project; none when the folder is not there. */
export async function sourcesUnder(folder: string): Promise<string[]> {
  const found: string[] = [];
  const path = join(PROJECT, folder);
  if (!await exists(path)) return found;
  for await (const entry of Deno.readDir(path)) {
    const name = join(folder, entry.name);
    if (entry.isDirectory && entry.name !== "_fresh") found.push(...await sourcesUnder(name));
    else if (entry.isFile && /\.tsx?$/.test(entry.name)) found.push(name);
  }
  return found;
}

export async function readSource(path: string): Promise<string> {
  return await Deno.readTextFile(join(PROJECT, path));
}

/** Where an import leads, relative to the project; null for packages and built-in modules. */
export function importTarget(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return null;
  return relative(PROJECT, resolve(PROJECT, dirname(from), specifier));
}

/** What git would commit: tracked files, and new ones that are not ignored. */
export async function committedFiles(): Promise<string[]> {
  const { success, stdout } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd: PROJECT,
    stdin: "null",
  }).output();
  if (!success) throw new Error("Cannot list the files of the project: git ls-files failed");
  const names = new TextDecoder().decode(stdout).split("\0").filter((name) => name !== "");
  const present = await Promise.all(names.map((name) => exists(join(PROJECT, name))));
  return names.filter((_, index) => present[index]);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
