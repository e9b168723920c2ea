import type { VNode } from "preact";
import type { Island, IslandRegistry } from "./island.ts";
import type { IslandUse } from "./pack_props.ts";

/** What one render collects on its way through the tree. */
export interface RenderState {
  /** The path of the page, for marking links to it. */
  readonly pathname: string;
  readonly basePath: string;
  readonly islands: IslandRegistry;
  /** The value that lets this page's inline scripts and styles pass a strict policy. */
  readonly nonce: string;
  /** Unguessable text that marks, in comments, where head and script go. */
  readonly token: string;
  /** The elements of the document head by their identity; the later of two wins. */
  readonly head: Map<string, VNode>;
  readonly usedIslands: Set<Island>;
  /** The props of each island instance, in the order of their markers. */
  readonly islandUses: IslandUse[];
  readonly rendered: { html: boolean; head: boolean; body: boolean };
}

let current: RenderState | null = null;

/** The render under way, or null. Rendering is synchronous, so there is at most one. */
export function currentRender(): RenderState | null {
  return current;
}

/** Runs a synchronous render with the given state. */
export function withRender<T>(state: RenderState, run: () => T): T {
  current = state;
  try {
    return run();
  } finally {
    current = null;
  }
}
