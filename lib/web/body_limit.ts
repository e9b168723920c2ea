import { changesState } from "@/lib/web/origin_guard.ts";
import type { Refusal } from "@/lib/web/refusal.ts";

/** Largest request body, in bytes: the biggest thing a page posts is a form of a few fields. */
export const MAX_BODY_BYTES = 65_536;

/** Refuses a body that is too large, or whose length nobody can know in advance (SE4). */
export function bodyRefusal(request: Request): Refusal | null {
  if (!changesState(request) || request.body === null) return null;
  const length = request.headers.get("content-length");
  if (length === null || !/^\d+$/.test(length)) {
    return {
      status: 411,
      code: "no_length",
      words: "Cannot take this request: it does not say how long it is. Reload the page.",
    };
  }
  if (Number(length) > MAX_BODY_BYTES) {
    return {
      status: 413,
      code: "too_large",
      words: `Cannot take this request: it is larger than ${MAX_BODY_BYTES / 1024} kB. Send less.`,
    };
  }
  return null;
}
