import { mutedBytes, type MutedView, mutedViewBytes } from "@/lib/audio/muted_view.ts";

/** What part of a file a request asks for (RFC 9110, section 14). */
export type ByteRange =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

/**
 * Reads a `Range` header for a file of `size` bytes. One range of bytes is understood; anything
 * else, several ranges included, gets the whole file, as the RFC allows.
 */
export function parseRange(header: string | null, size: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (match === null) return { kind: "whole" };
  const [, from = "", to = ""] = match;
  if (from === "") {
    if (to === "") return { kind: "whole" };
    const length = Math.min(Number(to), size);
    if (length === 0) return { kind: "unsatisfiable" };
    return { kind: "part", first: size - length, last: size - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return { kind: "whole" };
  if (first >= size) return { kind: "unsatisfiable" };
  return { kind: "part", first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}

/**
 * Serves a recording, or the part of it that was asked for, without holding it in memory. Null when
 * its file is gone. A recording that grows meanwhile is served to the length it had.
 */
export async function recordingResponse(
  view: MutedView,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response | null> {
  if (!await isFile(view.path)) return null;
  const size = mutedViewBytes(view);
  const range = parseRange(request.headers.get("range"), size);
  if (range.kind === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${size}` } });
  }
  const { first, last } = range.kind === "part" ? range : { first: 0, last: size - 1 };
  return new Response(mutedBytes(view, first, last + 1), {
    status: range.kind === "part" ? 206 : 200,
    headers: {
      ...headers,
      "Accept-Ranges": "bytes",
      "Content-Length": String(last - first + 1),
      ...(range.kind === "part" ? { "Content-Range": `bytes ${first}-${last}/${size}` } : {}),
    },
  });
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then((info) => info.isFile, () => false);
}
