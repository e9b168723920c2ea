import { ASSET_KEY } from "../shared/asset.ts";
import type { StaticFile } from "../server/build_cache.ts";
import { type Context, internalsOf } from "../server/context.ts";
import type { Middleware } from "../server/types.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const NO_CACHE = "no-cache, no-store, max-age=0, must-revalidate";

/**
 * Serves the files of the static folder and the scripts of the build. What carries the build's id
 * in its URL may be cached for a year; everything else must be asked for again each time.
 */
export function staticFiles<State>(): Middleware<State> {
  return async (ctx) => {
    const path = filePath(ctx);
    const file = path === null ? undefined : internalsOf(ctx).build.files.get(path);
    if (file !== undefined) return await serveFile(ctx, file);
    // Browsers ask for this one unbidden; a rendered 404 page would be wasted on them.
    if (path === "/favicon.ico") return new Response(null, { status: 404 });
    return await ctx.next();
  };
}

/** The decoded path below the base path, or null when it is none of ours. */
function filePath<State>({ url, config }: Context<State>): string | null {
  if (!url.pathname.startsWith(config.basePath)) return null;
  try {
    return decodeURIComponent(url.pathname.slice(config.basePath.length));
  } catch {
    return null;
  }
}

async function serveFile<State>(ctx: Context<State>, file: StaticFile): Promise<Response> {
  const { req, url } = ctx;
  if (req.method !== "GET" && req.method !== "HEAD") {
    return new Response("Method Not Allowed", { status: 405 });
  }
  const { buildId } = internalsOf(ctx).build;
  const key = url.searchParams.get(ASSET_KEY);
  if (key !== null && key !== buildId) return redirectToUnlocked(url);

  const headers = new Headers({ "Content-Type": file.contentType, vary: "If-None-Match" });
  headers.set("Cache-Control", isLocked(ctx, key, buildId) ? IMMUTABLE : NO_CACHE);
  if (file.hash !== null) {
    const etag = `W/"${file.hash}"`;
    headers.set("ETag", etag);
    if (req.headers.get("If-None-Match") === etag) {
      return new Response(null, { status: 304, headers });
    }
  }
  const { body, size } = await file.open();
  headers.set("Content-Length", String(size));
  if (req.method === "HEAD") {
    // Nobody will read the body, so the file behind it is closed here.
    if (body instanceof ReadableStream) await body.cancel();
    return new Response(null, { headers });
  }
  return new Response(body, { headers });
}

/** Sends a client that knows an older build to the file as it is now. */
function redirectToUnlocked(url: URL): Response {
  const clean = new URL(url);
  clean.searchParams.delete(ASSET_KEY);
  return new Response(null, {
    status: 307,
    headers: { location: clean.pathname + clean.search },
  });
}

function isLocked<State>(
  { url, config }: Context<State>,
  key: string | null,
  buildId: string,
): boolean {
  if (config.mode === "development") return false;
  return key === buildId || url.pathname.startsWith(`${config.basePath}/_fresh/js/${buildId}/`);
}
