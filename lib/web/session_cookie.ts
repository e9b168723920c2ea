/**
 * Cookies do not know ports: two boxes on one machine would overwrite each other's, so the port is
 * part of the name.
 */
function cookieName(url: URL): string {
  return `alba_session_${url.port || (url.protocol === "https:" ? "443" : "80")}`;
}

/** The session token that a request carries, or null; `url` is the box's as the browser sees it. */
export function sessionToken(request: Request, url: URL): string | null {
  const name = cookieName(url);
  // HTTP/2 may send each cookie as a header of its own, and joined they are parted by commas.
  for (const pair of (request.headers.get("cookie") ?? "").split(/[;,]/)) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}

/**
 * The `Set-Cookie` of a session (RFC 6265bis §4.1): no script reads it, no other site's request
 * carries it, and it goes when the browser closes. A null token takes the cookie away.
 */
export function sessionSetCookie(url: URL, token: string | null): string {
  const secure = url.protocol === "https:" ? "; Secure" : "";
  const ending = token === null ? "; Max-Age=0" : "";
  return `${cookieName(url)}=${token ?? ""}; Path=/; HttpOnly; SameSite=Strict${secure}${ending}`;
}
