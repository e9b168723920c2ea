import { Fragment, h, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import "./element_hook.ts";
import { bootScript } from "./boot_script.ts";
import { headSlotText } from "./head_elements.ts";
import type { Island, IslandRegistry } from "./island.ts";
import { type RenderState, withRender } from "./render_state.ts";

/** What a render needs to know about the request and the build. */
export interface RenderInput {
  pathname: string;
  basePath: string;
  islands: IslandRegistry;
  /** The URL path of the script that hydrates islands. */
  runtimeScript: string;
  /** The scripts the runtime imports. */
  runtimeImports: readonly string[];
}

/** A finished document and what its response headers are made from. */
export interface RenderedDocument {
  html: string;
  nonce: string;
  /** URL paths of the scripts the page will import; empty when it has no island. */
  scripts: string[];
}

/**
 * Renders a vnode tree into a whole document. Missing `<html>`, `<head>` and `<body>` are supplied.
 *
 * @throws whatever a component throws, and TypeError when an island's props cannot be serialised
 */
export function renderDocument(vnode: VNode | null, input: RenderInput): RenderedDocument {
  const state: RenderState = {
    pathname: input.pathname,
    basePath: input.basePath,
    islands: input.islands,
    nonce: crypto.randomUUID().replaceAll("-", ""),
    token: `frsh:${crypto.randomUUID()}:`,
    head: new Map(),
    usedIslands: new Set(),
    islandUses: [],
    rendered: { html: false, head: false, body: false },
  };
  const { body, head } = withRender(state, () => {
    const body = renderToString(vnode ?? h(Fragment, null));
    const head = Array.from(state.head.values(), (element) => renderToString(element)).join("");
    return { body, head };
  });
  const script = bootScript(state, input);
  const html = assemble(state, body, head, script);
  return { html: `<!DOCTYPE html>${html}`, nonce: state.nonce, scripts: scriptsOf(state, input) };
}

function assemble(state: RenderState, body: string, head: string, script: string): string {
  const { rendered } = state;
  const suppliedHead = rendered.head ? "" : `<head><meta charset="utf-8">${head}</head>`;
  const fill: Record<string, string> = {
    [`<!--${headSlotText(state)}-->`]: head,
    [`<!--${state.token}html-->`]: suppliedHead,
    [`<!--${state.token}body-->`]: script,
    [`<!--${state.token}end-->`]: rendered.body ? "" : script,
  };
  let html = body;
  for (const [slot, content] of Object.entries(fill)) {
    html = html.replace(slot, () => content);
  }
  if (!rendered.body && !rendered.html) html = `<body>${html}${script}</body>`;
  return rendered.html ? html : `<html>${suppliedHead}${html}</html>`;
}

function scriptsOf(state: RenderState, input: RenderInput): string[] {
  if (state.usedIslands.size === 0) return [];
  const scripts = new Set([input.runtimeScript, ...input.runtimeImports]);
  const add = (island: Island) => {
    for (const script of [island.script, ...island.imports]) scripts.add(script);
  };
  state.usedIslands.forEach(add);
  return Array.from(scripts, (script) => state.basePath + script);
}
