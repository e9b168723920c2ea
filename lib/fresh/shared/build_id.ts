/**
 * The id of the running build. The bundler replaces this module with a constant, so in the browser
 * the id is part of the code; on the server the build sets it once before the first request.
 */
export let buildId = "";

/** Sets the build id; called when a build is attached to an app. */
export function setBuildId(id: string): void {
  buildId = id;
}
