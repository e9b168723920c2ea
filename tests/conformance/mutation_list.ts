/** One way to break a rule, and the test file that must notice. */
export interface Mutation {
  rule: string;
  /** Below lib/fresh. */
  file: string;
  /** The text that is replaced where it first occurs. */
  from: string;
  to: string;
  tests: string;
}

function mutation(rule: string, tests: string, file: string, from: string, to: string): Mutation {
  return { rule, file, from, to, tests };
}

const routing = "routing_test.ts";
const rendering = "rendering_test.tsx";
const errors = "errors_test.tsx";
const sockets = "websocket_test.ts";
const statics = "static_files_test.tsx";
const middlewares = "middlewares_test.ts";
const files = "files_test.ts";
const browser = "browser_test.ts";
const start = "layer/start_test.ts";
const packing = "layer/pack_props_test.ts";

/** At least one way to break each rule the layer implements. */
export const MUTATIONS: readonly Mutation[] = [
  mutation("F1", routing, "server/router.ts", "if (plain !== undefined)", "if (plain === null)"),
  mutation("F2", routing, "server/router.ts", 'path.length > 1 && path.endsWith("/")', "false"),
  mutation(
    "F2",
    routing,
    "server/router.ts",
    "{ pathname: url.pathname }",
    "{ pathname: plainKey(url.pathname) }",
  ),
  mutation(
    "F3",
    routing,
    "server/router.ts",
    "return decodeURI(value)",
    "return decodeURIComponent(value)",
  ),
  mutation("F3", routing, "server/router.ts", 'value ?? ""', "String(value)"),
  mutation("F4", routing, "server/app.ts", "collapseSlashes(url.pathname)", "url.pathname"),
  mutation(
    "F5",
    routing,
    "server/router.ts",
    'method === "HEAD" ? chains.get("GET") : undefined',
    "undefined",
  ),
  mutation(
    "F5",
    routing,
    "server/router.ts",
    "chains.get(method) ??",
    'chains.get(method === "HEAD" ? "GET" : method) ??',
  ),
  mutation("F6", routing, "server/app.ts", "new HttpError(405)", "new HttpError(404)"),
  mutation("F6", routing, "server/app.ts", 'method !== "OPTIONS"', "true"),
  mutation(
    "F6",
    start,
    "server/command.ts",
    'if (typeof route.handler === "function") return METHODS;',
    "return METHODS;",
  ),
  mutation("F7", routing, "server/segment.ts", "...this.middlewares]", "]"),
  mutation(
    "F7",
    routing,
    "server/segment.ts",
    "[...outer, this.#boundary(), ...this.middlewares]",
    "[...outer, this.#boundary(), (ctx) => this.middlewares[0]?.(ctx) ?? ctx.next()]",
  ),
  mutation("F7", routing, "server/path.ts", 'path.split("/")', 'path.slice(0, 6).split("/")'),
  mutation("F8", routing, "server/context.ts", "{} as State", "SHARED as State"),
  mutation("F9", routing, "server/app.ts", "!(response instanceof Response)", "false"),
  mutation(
    "F10",
    routing,
    "server/command.ts",
    "router.add(method, joinPath(basePath, path), chain)",
    "router.add(method, path, chain)",
  ),
  mutation("F11", routing, "server/context.ts", "collapseSlashes(path) +", "path +"),
  mutation("F11", routing, "server/context.ts", 'pathOrUrl.startsWith("/")', "true"),
  mutation("F12", rendering, "server/context.ts", "layouts.toReversed()", "layouts.slice()"),
  mutation(
    "F12",
    rendering,
    "server/segment.ts",
    "if (layout.config.skipAppWrapper)",
    "if (false)",
  ),
  mutation(
    "F12",
    rendering,
    "render/render_document.ts",
    "`<html>${suppliedHead}${html}</html>`",
    "html",
  ),
  mutation(
    "F13",
    rendering,
    "server/render_component.ts",
    'component.constructor.name === "AsyncFunction"',
    "false",
  ),
  mutation("F13", rendering, "server/run_route.ts", "result.status ?? status", "status"),
  mutation("F13", rendering, "server/command.ts", '[...own, "GET"]', "own"),
  mutation("F14", rendering, "render/element_hook.ts", "[Head, ServerHead],", ""),
  mutation("F14", rendering, "render/head_elements.ts", 'if (type === "title") return type;', ""),
  mutation("F14", rendering, "render/head_elements.ts", "key ?? identity", "identity"),
  mutation("F15", rendering, "shared/link_marks.ts", '"aria-current": "page"', ""),
  mutation("F15", rendering, "shared/link_marks.ts", "`${target}/`", "target"),
  mutation("F15", browser, "client/boot.ts", 'import "./element_hook.ts";', ""),
  mutation(
    "F16",
    rendering,
    "render/boot_script.ts",
    "if (state.usedIslands.size === 0) return",
    "if (false) return",
  ),
  mutation(
    "F16",
    rendering,
    "render/render_document.ts",
    "if (state.usedIslands.size === 0) return",
    "if (false) return",
  ),
  mutation("F17", errors, "server/default_error.ts", '"Internal server error"', "String(error)"),
  mutation("F17", errors, "server/default_error.ts", "{ status: error.status }", "{ status: 500 }"),
  mutation("F18", errors, "server/segment.ts", "status === 404 && root.notFound !== null", "false"),
  mutation("F18", errors, "server/context.ts", "{ [NONCE]: document.nonce }", "{}"),
  mutation("F19", errors, "server/run_chain.ts", "ctx.error = error", "void error"),
  mutation(
    "F19",
    errors,
    "server/segment.ts",
    "runRoute(ctx, errorRoute, status)",
    "runRoute(ctx, errorRoute, 200)",
  ),
  mutation(
    "F20",
    errors,
    "server/run_chain.ts",
    'if (typeof result !== "function") return result;',
    'if (typeof result !== "function") return new Response(result.body, result);',
  ),
  mutation("F21", sockets, "server/websocket.ts", "new HttpError(400", "new HttpError(500"),
  mutation("F21", sockets, "server/websocket.ts", "if (handlers.open)", "if (false)"),
  mutation(
    "F22",
    sockets,
    "server/websocket.ts",
    "Deno.upgradeWebSocket(req, options)",
    "Deno.upgradeWebSocket(req, options); socket.binaryType = 'blob'",
  ),
  mutation(
    "F23",
    sockets,
    "server/websocket.ts",
    "upgradeWebSocket(req, options)",
    "upgradeWebSocket(req)",
  ),
  mutation(
    "F24",
    sockets,
    "server/websocket.ts",
    "upgradeWebSocket(req, options)",
    "upgradeWebSocket(req)",
  ),
  mutation(
    "F25",
    statics,
    "middlewares/static_files.ts",
    "isLocked(ctx, key, buildId) ? IMMUTABLE",
    "false ? IMMUTABLE",
  ),
  mutation("F25", statics, "middlewares/static_files.ts", 'config.mode === "development"', "false"),
  mutation(
    "F25",
    statics,
    "middlewares/static_files.ts",
    "key !== null && key !== buildId",
    "false",
  ),
  mutation("F25", statics, "shared/asset.ts", '!props["data-fresh-disable-lock"]', "true"),
  mutation("F25", browser, "dev/bundle.ts", "JSON.stringify(buildId)", '"other"'),
  mutation(
    "F26",
    statics,
    "middlewares/static_files.ts",
    'req.method !== "GET" && req.method !== "HEAD"',
    "false",
  ),
  mutation("F26", statics, "middlewares/static_files.ts", 'path === "/favicon.ico"', "false"),
  mutation(
    "F27",
    start,
    "middlewares/static_files.ts",
    "return null;\n  }\n}",
    "throw new URIError();\n  }\n}",
  ),
  mutation("F28", middlewares, "middlewares/csrf.ts", '"GET", ', ""),
  mutation(
    "F28",
    middlewares,
    "middlewares/csrf.ts",
    'site === "same-origin"',
    'site === "same-site"',
  ),
  mutation(
    "F28",
    middlewares,
    "middlewares/csrf.ts",
    "(site === null && origin === null)",
    "site === null",
  ),
  mutation("F29", middlewares, "middlewares/csp.ts", '  "upgrade-insecure-requests",\n', ""),
  mutation("F29", middlewares, "middlewares/csp.ts", "options.useNonce &&", "false &&"),
  mutation("F29", browser, "middlewares/csp.ts", "options.useNonce &&", "false &&"),
  mutation("F30", middlewares, "middlewares/trailing_slashes.ts", "+ search", ""),
  mutation("F30", middlewares, "middlewares/trailing_slashes.ts", 'pathname === "/" ||', ""),
  mutation(
    "2.3",
    files,
    "server/route_pattern.ts",
    'part.startsWith("(") && part.endsWith(")")',
    "false",
  ),
  mutation("2.3", files, "dev/project_files.ts", "!inFolder(path, /^\\(_.*\\)$/)", "true"),
  mutation("2.3", files, "dev/route_order.ts", "SPECIAL.length + 3", "SPECIAL.length + 1"),
  mutation("2.3", files, "server/command.ts", "segment.errorRoute = ", "void "),
  mutation("2.4", browser, "render/pack_props.ts", "if (known !== undefined) return known;", ""),
  mutation("2.4", browser, "client/island_root.ts", "inside ? before : end", "before"),
  mutation("2.4", browser, "render/boot_script.ts", ' nonce="${state.nonce}"', ""),
  mutation("2.4", "islands_test.tsx", "render/boot_script.ts", '.replaceAll("<", "\\\\u003c")', ""),
  mutation(
    "2.4",
    "islands_test.tsx",
    "render/island_boundary.ts",
    "nested || state === null",
    "state === null",
  ),
  mutation(
    "2.4",
    packing,
    "render/pack_props.ts",
    "prototype !== null && prototype !== Object.prototype",
    "false",
  ),
  mutation(
    "2.4",
    packing,
    "render/pack_props.ts",
    'throw unsupported(path, "symbols")',
    "return null",
  ),
  mutation(
    "2.6",
    "build_test.ts",
    "dev/write_build.ts",
    "await Deno.remove(staticOut",
    "await ((_: string, __: object) => Promise.resolve())(staticOut",
  ),
];
