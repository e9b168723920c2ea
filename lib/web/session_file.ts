import { getLogger } from "@logtape/logtape";
import { z } from "zod";
import { replaceFile } from "@/lib/record/private_files.ts";
import type { SessionStorage, StoredSession } from "@/lib/web/session_store.ts";

const FILE = z.array(z.strictObject({
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
  id: z.uuid(),
  expiresAtMs: z.number(),
  signIn: z.strictObject({
    clinician: z.string(),
    atMs: z.number(),
    seenMs: z.number(),
    fromNetwork: z.boolean(),
    revoked: z.boolean(),
  }).nullable(),
}));

/**
 * Keeps sessions in one private file of the data folder. Neither a missing or damaged file nor a
 * full disk is an error here: the worst that follows is that a browser reloads its page.
 */
export function sessionFile(path: string): SessionStorage {
  const log = getLogger(["alba", "web", "sessions"]);
  return {
    load(): readonly StoredSession[] {
      try {
        return FILE.parse(JSON.parse(Deno.readTextFileSync(path)));
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) log.warn("Sessions could not be read");
        return [];
      }
    },
    save(sessions) {
      try {
        replaceFile(path, JSON.stringify(sessions));
      } catch {
        log.warn("Sessions could not be kept for the next start");
      }
    },
  };
}
