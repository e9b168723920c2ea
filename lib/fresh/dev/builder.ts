import { App, attachBuild } from "../server/app.ts";
import type { Mode } from "../server/config.ts";
import type { ListenOptions } from "../server/listen.ts";
import { newBuildId } from "./build_id.ts";
import { type BuildOptions, type ResolvedBuildConfig, resolveOptions } from "./build_options.ts";
import { islandScripts } from "./island_scripts.ts";
import { memoryBuild } from "./memory_build.ts";
import { projectFiles } from "./project_files.ts";
import { writeBuild } from "./write_build.ts";

/** Gives an app the routes, islands and files of a build. */
export type ApplySnapshot = <State>(app: App<State>) => void;

/** Builds a project: to disk for production, to memory for development and tests. */
export class Builder {
  readonly config: ResolvedBuildConfig;

  constructor(options: BuildOptions = {}) {
    this.config = resolveOptions(options);
  }

  /**
   * Builds the project. Without options the build is written to the output folder, whose
   * `server.js` exports a handler. With `snapshot: "memory"` nothing is written, and the function
   * returned gives the build to an app of this process.
   *
   * @throws esbuild's BuildFailure when an island cannot be bundled
   */
  build(options: { mode?: Mode; snapshot: "memory" }): Promise<ApplySnapshot>;
  build(options?: { mode?: Mode; snapshot?: "disk" }): Promise<void>;
  async build(
    { mode = "production", snapshot = "disk" }: { mode?: Mode; snapshot?: "disk" | "memory" } = {},
  ): Promise<ApplySnapshot | void> {
    const buildId = newBuildId();
    const files = await projectFiles(this.config);
    const scripts = await islandScripts(this.config, files.islands, buildId, mode);
    if (snapshot === "disk") return await writeBuild(this.config, files, scripts, buildId);
    const build = await memoryBuild(this.config, files, scripts, buildId, mode);
    return (app) => attachBuild(app, build, app.config.mode);
  }

  /** Builds the project for development and serves it. */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> } | App<State>>,
    options: ListenOptions = {},
  ): Promise<void> {
    const apply = await this.build({ mode: "development", snapshot: "memory" });
    const imported = await importApp();
    const app = imported instanceof App ? imported : imported.app;
    app.config.mode = "development";
    apply(app);
    await app.listen(options);
  }
}
