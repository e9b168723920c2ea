/**
 * Where a login leads: a path of this site, or home for anything else. Browsers read backslashes as
 * slashes and leave tabs and line breaks out, so the URL parser decides, as it does in them.
 */
export function safeNext(given: string | null, own: URL): string {
  if (given === null || !given.startsWith("/") || !URL.canParse(given, own)) return "/";
  const { origin, pathname, search, hash } = new URL(given, own);
  // A path of two slashes would be another host the next time it is read.
  if (origin !== own.origin || pathname.startsWith("//")) return "/";
  return pathname + search + hash;
}
