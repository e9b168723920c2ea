/// <reference lib="deno.unstable" />

/** An import or re-export of one module by another. */
export interface ImportFact {
  readonly specifier: string;
  /** True when nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

export interface FunctionFact {
  readonly name: string;
  readonly lines: number;
}

/** What the style tests want to know of a source file. */
export interface Syntax {
  readonly imports: readonly ImportFact[];
  readonly functions: readonly FunctionFact[];
  /** Uses of the type `any`. */
  readonly anys: number;
  /** Globals that are used, as `Date.now`, `setTimeout`, `new Date()`, `Deno`. */
  readonly globals: ReadonlySet<string>;
  /** Logger calls whose message is put together at run time. */
  readonly interpolatedLogs: number;
  /** Names of the properties that logger calls pass along. */
  readonly logKeys: ReadonlySet<string>;
}

const WATCHED = new Set([
  "Deno",
  "console",
  "fetch",
  "performance",
  "process",
  "queueMicrotask",
  "setInterval",
  "setTimeout",
  "WebSocket",
]);
const WATCHED_MEMBERS = new Set(["Date.now", "Math.random", "crypto.randomUUID"]);
const LOG_METHODS = new Set(["debug", "info", "warn", "warning", "error", "fatal"]);

type Nodes = Deno.lint.LintVisitor;

/** Parses a file with Deno's own linter; throws when it is not TypeScript. */
export function syntaxOf(path: string, source: string): Syntax {
  const imports: ImportFact[] = [];
  const functions: FunctionFact[] = [];
  const globals = new Set<string>();
  let anys = 0;
  let interpolatedLogs = 0;
  const logKeys = new Set<string>();

  const measure = (name: string, range: readonly [number, number]) => {
    functions.push({ name, lines: source.slice(range[0], range[1]).split("\n").length });
  };
  const visitor: Nodes = {
    ...importVisitor(imports),
    FunctionDeclaration: (node) => measure(node.id?.name ?? "default", node.range),
    FunctionExpression: (node) => measure(node.id?.name ?? "function", node.range),
    ArrowFunctionExpression: (node) => measure("arrow function", node.range),
    MethodDefinition: (node) => measure("method", node.range),
    TSAnyKeyword: () => void (anys += 1),
    Identifier: (node) => {
      if (WATCHED.has(node.name) && !isName(node)) globals.add(node.name);
    },
    MemberExpression: (node) => {
      if (node.object.type !== "Identifier" || node.property.type !== "Identifier") return;
      const name = `${node.object.name}.${node.property.name}`;
      if (WATCHED_MEMBERS.has(name)) globals.add(name);
    },
    NewExpression: (node) => {
      const isDate = node.callee.type === "Identifier" && node.callee.name === "Date";
      if (isDate && node.arguments.length === 0) globals.add("new Date()");
    },
    CallExpression: (node) => {
      if (!isLog(node)) return;
      if (isInterpolated(node)) interpolatedLogs += 1;
      keysOf(node).forEach((key) => logKeys.add(key));
    },
  };
  const diagnostics = Deno.lint.runPlugin(
    { name: "style", rules: { facts: { create: () => visitor } } },
    path,
    source,
  );
  if (diagnostics.length > 0) throw new Error(`Cannot read "${path}": ${diagnostics[0]?.message}`);
  return { imports, functions, anys, globals, interpolatedLogs, logKeys };
}

function importVisitor(imports: ImportFact[]): Nodes {
  return {
    ImportDeclaration(node) {
      const named = node.specifiers;
      const typeOnly = node.importKind === "type" ||
        (named.length > 0 &&
          named.every((one) => one.type === "ImportSpecifier" && one.importKind === "type"));
      imports.push({ specifier: node.source.value, typeOnly });
    },
    ExportNamedDeclaration(node) {
      if (node.source === null) return;
      imports.push({ specifier: node.source.value, typeOnly: node.exportKind === "type" });
    },
    ExportAllDeclaration(node) {
      imports.push({ specifier: node.source.value, typeOnly: node.exportKind === "type" });
    },
    ImportExpression(node) {
      const specifier = node.source.type === "Literal" ? String(node.source.value) : "(computed)";
      imports.push({ specifier, typeOnly: false });
    },
  };
}

/** True for a property or a declared name, which only looks like the global of that name. */
function isName(node: Deno.lint.Identifier): boolean {
  const { parent } = node;
  switch (parent.type) {
    case "MemberExpression":
      return parent.property === node && !parent.computed;
    case "Property":
      return parent.key === node && !parent.computed;
    case "TSQualifiedName":
    case "TSTypeReference":
    case "TSPropertySignature":
    case "TSMethodSignature":
    case "MethodDefinition":
    case "PropertyDefinition":
      return true;
    default:
      return false;
  }
}

function isLog({ callee }: Deno.lint.CallExpression): boolean {
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" &&
    LOG_METHODS.has(callee.property.name) && /\blog(ger)?$/i.test(ownerName(callee.object));
}

function isInterpolated({ arguments: [message] }: Deno.lint.CallExpression): boolean {
  return message !== undefined && message.type !== "Literal" &&
    !(message.type === "TemplateLiteral" && message.expressions.length === 0);
}

/** A spread or a computed key stands as "(computed)", which no list holds. */
function keysOf({ arguments: [, properties] }: Deno.lint.CallExpression): string[] {
  if (properties === undefined) return [];
  if (properties.type !== "ObjectExpression") return ["(computed)"];
  return properties.properties.map((property) =>
    property.type === "Property" && property.key.type === "Identifier" && !property.computed
      ? property.key.name
      : "(computed)"
  );
}

/** `log` of `log.info`, `this.log.info` and `this.#log.info`. */
function ownerName(owner: Deno.lint.Expression | Deno.lint.Super): string {
  if (owner.type === "Identifier") return owner.name;
  if (owner.type !== "MemberExpression") return "";
  const { property } = owner;
  return property.type === "Identifier" || property.type === "PrivateIdentifier"
    ? property.name
    : "";
}
