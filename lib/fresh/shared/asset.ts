import { buildId } from "./build_id.ts";

/** The query parameter that carries the build id of a locked asset URL. */
export const ASSET_KEY = "__frsh_c";

/**
 * Locks the URL of a static file to this build, so that it can be cached for a year.
 * Only root-relative paths are changed; anything else, or a path already locked, comes back as is.
 */
export function asset(path: string): string {
  if (!path.startsWith("/") || path.startsWith("//")) return path;
  const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? [];
  if (search.includes(`${ASSET_KEY}=`)) return path;
  const separator = search === "" ? "?" : "&";
  return `${pathname}${search}${separator}${ASSET_KEY}=${buildId}${hash}`;
}

/** The `src` of a media element locked to this build; nothing when it has none or opts out. */
export function lockedSource(props: Record<string, unknown>): { src?: string } {
  const lock = typeof props.src === "string" && !props["data-fresh-disable-lock"];
  return lock ? { src: asset(String(props.src)) } : {};
}
