import { type ComponentType, options, type VNode } from "preact";
import { Head } from "../shared/head.ts";
import { AnchorElement, BodyElement, HtmlElement, mediaElement } from "./document_elements.ts";
import { HEAD_ELEMENTS, HeadElement, headElement, ServerHead } from "./head_elements.ts";
import type { AnyComponentType } from "./island.ts";
import { islandBoundary } from "./island_boundary.ts";
import { isRaw, type LooseProps } from "./raw_element.ts";
import { currentRender, type RenderState } from "./render_state.ts";

/** Preact's hook before a vnode is rendered; "__b" is its name in the published, mangled code. */
const hooks = options as unknown as { __b?: (vnode: VNode) => void };

const replacements = new Map<unknown, ComponentType<LooseProps>>([
  ["a", AnchorElement],
  ["body", BodyElement],
  ["head", HeadElement],
  ["html", HtmlElement],
  ["img", mediaElement("img")],
  ["source", mediaElement("source")],
  [Head, ServerHead],
]);

const headElements = new Set<unknown>(HEAD_ELEMENTS);

const boundaries = new WeakMap<object, ComponentType<LooseProps>>();

/**
 * Swaps the type of a vnode for the component that gives it its meaning on the server: islands get
 * their markers, head elements move to the head, links are marked, assets are locked.
 */
function replaceType(vnode: VNode, state: RenderState): void {
  const replacement = replacements.get(vnode.type) ?? headReplacement(vnode) ??
    islandReplacement(vnode, state);
  if (replacement !== undefined) vnode.type = replacement as ComponentType;
}

function headReplacement(vnode: VNode): ComponentType<LooseProps> | undefined {
  if (!headElements.has(vnode.type)) return undefined;
  const key = vnode.key === undefined || vnode.key === null ? undefined : String(vnode.key);
  return headElement(vnode.type as (typeof HEAD_ELEMENTS)[number], key);
}

function islandReplacement(
  vnode: VNode,
  state: RenderState,
): ComponentType<LooseProps> | undefined {
  const island = state.islands.get(vnode.type as AnyComponentType);
  if (island === undefined) return undefined;
  let boundary = boundaries.get(island);
  if (boundary === undefined) {
    boundary = islandBoundary(vnode.type as ComponentType<LooseProps>, island);
    boundaries.set(island, boundary);
  }
  return boundary;
}

const previous = hooks.__b;
hooks.__b = (vnode) => {
  const state = currentRender();
  if (state !== null && !isRaw(vnode)) replaceType(vnode, state);
  previous?.(vnode);
};
