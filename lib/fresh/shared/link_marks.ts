/**
 * The attributes by which a link says that it leads to the current page, or to one above it.
 *
 * @param href where the link leads; only root-relative ones are marked
 * @param pathname the path of the current page
 */
export function linkMarks(href: unknown, pathname: string): Record<string, string> {
  if (typeof href !== "string" || !href.startsWith("/")) return {};
  const target = withoutTrailingSlash(new URL(href, "http://localhost").pathname);
  const current = withoutTrailingSlash(pathname);
  if (current === target) return { "data-current": "true", "aria-current": "page" };
  if (target === "/" || current.startsWith(`${target}/`)) {
    return { "data-ancestor": "true", "aria-current": "true" };
  }
  return {};
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
