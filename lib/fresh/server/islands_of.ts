import type { AnyComponentType, Island, IslandRegistry } from "../render/island.ts";

/** An island module and the script the browser loads for it. */
export interface IslandModule {
  /** A JavaScript identifier, unique within the build. */
  name: string;
  /** The URL path of the script. */
  script: string;
  /** The URL paths of the scripts that one imports. */
  imports: readonly string[];
  module: Record<string, unknown>;
}

/** Registers every exported function of the island modules. */
export function islandsOf(modules: readonly IslandModule[]): IslandRegistry {
  const registry = new Map<AnyComponentType, Island>();
  for (const { name, script, imports, module } of modules) {
    for (const [exportName, value] of Object.entries(module)) {
      if (typeof value !== "function") continue;
      const unique = exportName === "default" ? name : `${name}_${exportName}`;
      registry.set(value as AnyComponentType, { name: unique, exportName, script, imports });
    }
  }
  return registry;
}
