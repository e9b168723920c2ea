/** Joins a base path and a route path; `*` stands for all paths. */
export function joinPath(base: string, path: string): string {
  const prefix = base === "*" || base === "/" ? "" : base.replace(/\/?\*?$/, "");
  if (path === "*") return `${prefix}/*`;
  return prefix !== "" && path === "/" ? prefix : prefix + path;
}

/** Splits a route path into the names of its segments; the root path has none. */
export function pathSegments(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== "*");
}

/**
 * Joins runs of slashes, which could otherwise name another host in a redirect. Browsers read a
 * backslash in a URL as a slash, so it counts as one in a run.
 */
export function collapseSlashes(path: string): string {
  return path.replace(/[/\\]{2,}/g, "/");
}
