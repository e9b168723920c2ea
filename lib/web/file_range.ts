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

/** Read at once; a player asks for the next part soon enough. */
const CHUNK_BYTES = 65_536;

/**
 * Serves a file, or the part that was asked for, without holding it in memory. Null when there is
 * no such file. A file that grows meanwhile is served to the size it had.
 */
export async function fileRangeResponse(
  path: string,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response | null> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { read: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const { size } = await file.stat();
  const range = parseRange(request.headers.get("range"), size);
  if (range.kind === "unsatisfiable") {
    file.close();
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${size}` } });
  }
  const { first, last } = range.kind === "part" ? range : { first: 0, last: size - 1 };
  await file.seek(first, Deno.SeekMode.Start);
  const length = last - first + 1;
  return new Response(partOf(file, length), {
    status: range.kind === "part" ? 206 : 200,
    headers: {
      ...headers,
      "Accept-Ranges": "bytes",
      "Content-Length": String(length),
      ...(range.kind === "part" ? { "Content-Range": `bytes ${first}-${last}/${size}` } : {}),
    },
  });
}

function partOf(file: Deno.FsFile, length: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = length;
  return new ReadableStream({
    async pull(controller) {
      const buffer = new Uint8Array(Math.min(CHUNK_BYTES, left));
      const count = left === 0 ? null : await file.read(buffer);
      if (count === null) {
        file.close();
        controller.close();
        return;
      }
      left -= count;
      controller.enqueue(buffer.subarray(0, count));
    },
    cancel: () => file.close(),
  });
}
