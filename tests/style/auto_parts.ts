/// <reference lib="deno.unstable" />

/** The writers of `Work`, and what part of the state their object's keys are parts of. */
const WRITERS: ReadonlyMap<string, string> = new Map([
  ["set", ""],
  ["setTurn", "turn."],
  ["setGolden", "golden."],
  ["setPasses", "passes."],
  ["setUrgency", "urgency."],
  ["setItem", "item."],
]);

/**
 * The parts of auto mode's state that a file writes, such as `turn.ended`. What is not written key by
 * key stands as "(computed)", a state put in place of another one as "(state)": no table has these.
 */
export function partsWritten(path: string, source: string): ReadonlySet<string> {
  const parts = new Set<string>();
  const visitor: Deno.lint.LintVisitor = {
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== "MemberExpression" || !isWork(callee.object)) return;
      const prefix = callee.property.type === "Identifier"
        ? WRITERS.get(callee.property.name)
        : undefined;
      if (prefix === undefined) return;
      for (const key of keysOf(args.at(-1))) parts.add(`${prefix}${key}`);
    },
    AssignmentExpression({ left }) {
      if (left.type !== "MemberExpression" || left.property.type !== "Identifier") return;
      if (left.property.name === "state") parts.add("(state)");
    },
  };
  const diagnostics = Deno.lint.runPlugin(
    { name: "parts", rules: { written: { create: () => visitor } } },
    path,
    source,
  );
  if (diagnostics.length > 0) throw new Error(`Cannot read "${path}": ${diagnostics[0]?.message}`);
  return parts;
}

function isWork(object: Deno.lint.Expression | Deno.lint.Super): boolean {
  return object.type === "ThisExpression" ||
    (object.type === "Identifier" && object.name === "work");
}

function keysOf(change: Deno.lint.CallExpression["arguments"][number] | undefined): string[] {
  if (change?.type !== "ObjectExpression") return ["(computed)"];
  return change.properties.map((property) =>
    property.type === "Property" && property.key.type === "Identifier" && !property.computed
      ? property.key.name
      : "(computed)"
  );
}
