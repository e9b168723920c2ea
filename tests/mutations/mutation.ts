import { join } from "node:path";
import { z } from "zod";

/** One way to break a rule in the code, and the test that must then fail. */
const MUTATION = z.strictObject({
  /** The rule's id; the title of the test that fails must name it. */
  rule: z.string().regex(/^[A-Z]{2}\d+$/),
  file: z.string(),
  /** Occurs exactly once in the file. */
  find: z.string().min(1),
  replace: z.string(),
  /** The test file to run. */
  test: z.string(),
  /** Narrows the run to the tests whose title holds this. */
  filter: z.string().optional(),
});
export type Mutation = z.infer<typeof MUTATION>;

/**
 * Reads the lists of a folder, one JSON array per area: of the given areas, or of all when none is
 * given. Throws on a list of another shape.
 */
export async function readMutations(
  folder: string,
  areas: readonly string[] = [],
): Promise<Mutation[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    const wanted = areas.length === 0 || areas.includes(name.replace(/\.json$/, ""));
    if (name.endsWith(".json") && wanted) names.push(name);
  }
  const lists = names.sort().map(async (name) => {
    const parsed = z.array(MUTATION).safeParse(
      JSON.parse(await Deno.readTextFile(join(folder, name))),
    );
    if (parsed.success) return parsed.data;
    throw new Error(`Cannot read "${name}": ${z.prettifyError(parsed.error)}`);
  });
  return (await Promise.all(lists)).flat();
}

/** The source with the rule broken, or why it cannot be broken there. */
export function mutate(
  source: string,
  { find, replace }: Pick<Mutation, "find" | "replace">,
): { ok: true; source: string } | { ok: false; words: string } {
  const occurrences = source.split(find).length - 1;
  if (occurrences !== 1) return { ok: false, words: `"find" occurs ${occurrences} times` };
  if (find === replace) return { ok: false, words: '"replace" changes nothing' };
  // A function, because a string would have its dollar signs read as patterns.
  return { ok: true, source: source.replace(find, () => replace) };
}

/** Titles of failed tests in what `deno test` printed without colours. */
export function failedTitles(output: string): string[] {
  return [...output.matchAll(/^(.*) \.\.\. FAILED/gm)].map((match) => match[1] ?? "");
}

/** True when a title names the rule, alone or among others: `[SE2]`, `[SE1, SE2]`. */
export function namesRule(title: string, rule: string): boolean {
  return [...title.matchAll(/\[([A-Z0-9, ]+)\]/g)]
    .some((group) => (group[1] ?? "").split(/\s*,\s*/).includes(rule));
}
