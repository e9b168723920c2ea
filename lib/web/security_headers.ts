/** Where the Fresh layer leaves the nonce of the page it rendered. */
const NONCE = Symbol.for("__freshNonce");

/** Their URL changes with their content, so only these may be kept by the browser. */
const VERSIONED = /^\/_fresh\/js\/[^/]+\//;
const VERSION_PARAMETER = "__frsh_c";

/**
 * Everything comes from this origin and nothing is inline but the page's one boot script. There is
 * no `upgrade-insecure-requests`: the box speaks plain http to itself.
 */
function contentSecurityPolicy(nonce: string | null): string {
  const scripts = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * `same-origin`, not `no-referrer`: under the latter browsers send `Origin: null` with a plain form,
 * and the origin guard could not tell our own forms from others'. Other sites learn nothing from
 * either.
 */
const FIXED_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy":
    "microphone=(self), camera=(), geolocation=(), display-capture=(), usb=(), payment=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Frame-Options": "DENY",
};

/**
 * Adds the security headers to a response, whoever made it: pages, errors, files and refusals
 * alike (SE2, SE8). It is called around the whole app, because headers set inside it are missing
 * from error pages. A protocol switch is handed on untouched: it has no body to protect.
 */
export function withSecurityHeaders(request: Request, response: Response): Response {
  if (response.status === 101) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(FIXED_HEADERS)) headers.set(name, value);
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonceOf(response)));
  if (!mayBeKept(new URL(request.url), headers)) headers.set("Cache-Control", "no-store");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

function nonceOf(response: Response): string | null {
  const nonce: unknown = Reflect.get(response, NONCE);
  return typeof nonce === "string" && /^[A-Za-z0-9_-]+$/.test(nonce) ? nonce : null;
}

function mayBeKept(url: URL, headers: Headers): boolean {
  const versioned = VERSIONED.test(url.pathname) || url.searchParams.has(VERSION_PARAMETER);
  return versioned && (headers.get("cache-control") ?? "").includes("immutable");
}
