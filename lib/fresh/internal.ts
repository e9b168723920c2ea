/** What the built server imports; nothing else should. */
export { serveBuild, type Snapshot } from "./server/serve_build.ts";
