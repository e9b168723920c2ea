import { NONCE } from "../server/context.ts";
import type { Middleware } from "../server/types.ts";

/** Options of {@link csp}. */
export interface CSPOptions {
  /** Only report violations instead of blocking them. */
  reportOnly?: boolean;
  /** The URL violations are reported to. */
  reportTo?: string;
  /** More directives; one with the name of a default replaces it. */
  csp?: string[];
  /** Allow inline scripts and styles of rendered pages by nonce only. */
  useNonce?: boolean;
}

const DEFAULTS = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

/**
 * Sets the Content-Security-Policy of responses. The nonce is only known for rendered pages; other
 * responses keep the policy without one. It does not see error pages, which are rendered outside.
 */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const directives = mergeDirectives(options.csp ?? []);
  if (options.reportTo !== undefined) {
    directives.push("report-to csp-endpoint", `report-uri ${options.reportTo}`);
  }
  const header = options.reportOnly
    ? "Content-Security-Policy-Report-Only"
    : "Content-Security-Policy";
  return async (ctx) => {
    const response = await ctx.next();
    const nonce: unknown = Reflect.get(response, NONCE);
    const policy = options.useNonce && typeof nonce === "string"
      ? directives.map((directive) => directive.replace("'unsafe-inline'", `'nonce-${nonce}'`))
      : directives;
    response.headers.set(header, policy.join("; "));
    if (options.reportTo !== undefined) {
      response.headers.set("Reporting-Endpoints", `csp-endpoint="${options.reportTo}"`);
    }
    return response;
  };
}

function mergeDirectives(own: string[]): string[] {
  const name = (directive: string) => directive.split(" ", 1)[0];
  const replaced = new Set(own.map(name));
  return [...DEFAULTS.filter((directive) => !replaced.has(name(directive))), ...own];
}
