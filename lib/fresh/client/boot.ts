import { type ComponentType, h, render } from "preact";
// Signals teach preact to follow signals read while rendering; every page with islands needs it.
import "@preact/signals";
import "./element_hook.ts";
import type { PackedProps } from "../shared/packed_props.ts";
import { islandRoot } from "./island_root.ts";
import { revive } from "./revive.ts";

type AnyProps = Record<string, unknown>;

const START = /^frsh:island:([^:]+):(\d+):/;
const END = "/frsh:island";

/**
 * Hydrates every island of the page.
 *
 * @param registry the island components by the name in their marker
 * @param packed the props of all islands, packed together by the server
 */
export function boot(
  registry: Record<string, ComponentType<AnyProps>>,
  packed: PackedProps,
): void {
  const props = revive(packed) as AnyProps[];
  for (const start of startMarkers()) {
    const [, name = "", index = ""] = START.exec(start.data) ?? [];
    const component = registry[name];
    const end = endMarker(start);
    if (component === undefined || end === null) {
      console.error(
        `Cannot hydrate island "${name}": the browser moved its markup, check nesting`,
      );
      continue;
    }
    // Each island hydrates in a task of its own so that a long list does not block input.
    setTimeout(() => render(h(component, props[Number(index)] ?? {}), islandRoot(start, end)));
  }
}

function startMarkers(): Comment[] {
  const markers: Comment[] = [];
  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_COMMENT,
  );
  while (walker.nextNode() !== null) {
    const comment = walker.currentNode as Comment;
    if (START.test(comment.data)) markers.push(comment);
  }
  return markers;
}

function endMarker(start: Comment): Comment | null {
  for (let node = start.nextSibling; node !== null; node = node.nextSibling) {
    if (node.nodeType === Node.COMMENT_NODE && (node as Comment).data === END) {
      return node as Comment;
    }
  }
  return null;
}
