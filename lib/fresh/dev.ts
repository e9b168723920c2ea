/** What builds the project; it needs esbuild, which the built server does not. */
export { Builder } from "./dev/builder.ts";
export type { BuildOptions, ResolvedBuildConfig } from "./dev/build_options.ts";
