import { type ComponentType, createContext, Fragment, h } from "preact";
import { useContext } from "preact/hooks";
import type { Island } from "./island.ts";
import { comment, type LooseProps, rawElement } from "./raw_element.ts";
import { currentRender } from "./render_state.ts";

const InsideIsland = createContext(false);

/**
 * Wraps an island so that rendering it leaves markers for the browser and records its props.
 * An island inside another is part of that one's tree and is rendered as a plain component.
 */
export function islandBoundary(
  component: ComponentType<LooseProps>,
  island: Island,
): ComponentType<LooseProps> {
  return function IslandBoundary(props: LooseProps) {
    const nested = useContext(InsideIsland);
    const state = currentRender();
    const content = rawElement(component, props);
    if (nested || state === null) return content;

    state.usedIslands.add(island);
    const index = state.islandUses.push({ island: island.name, props }) - 1;
    return h(
      Fragment,
      null,
      comment(`frsh:island:${island.name}:${index}:`),
      h(InsideIsland.Provider, { value: true }, content),
      comment("/frsh:island"),
    );
  };
}
