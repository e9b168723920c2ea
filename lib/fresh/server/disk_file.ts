import type { StaticFile } from "./build_cache.ts";
import { contentType } from "./content_type.ts";

/**
 * A static file that is read from disk each time it is asked for.
 *
 * @param hash a hash of the content, or null when the file may change while the app runs
 */
export function diskFile(path: string, hash: string | null): StaticFile {
  return {
    contentType: contentType(path),
    hash,
    async open() {
      const file = await Deno.open(path);
      const { size } = await file.stat();
      return { body: file.readable, size };
    },
  };
}
