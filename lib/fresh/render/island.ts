import type { ComponentType } from "preact";

/** A component that the browser hydrates. */
export interface Island {
  /** Unique within the build; stands in the page's markers and in the boot script. */
  name: string;
  /** The name of the export in the island's module. */
  exportName: string;
  /** The URL path of the island's script. */
  script: string;
  /** The scripts that one imports, to be fetched in parallel with it. */
  imports: readonly string[];
}

/** Any component, whatever its props; islands are looked up by identity. */
export type AnyComponentType = ComponentType<never>;

/** The islands of a build by their component. */
export type IslandRegistry = ReadonlyMap<AnyComponentType, Island>;
