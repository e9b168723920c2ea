import type { Capture } from "@/lib/record/capture_store.ts";
import type { CaptureEpoch } from "@/lib/consultation/slices/capture_state.ts";

/**
 * The numberings of frames that pages may go on with after a restart, the newest last. A numbering is
 * placed by its first stretch: a page that came back to it has begun another, in its middle.
 */
export function captureEpochs(
  captures: readonly Pick<Capture, "endReason" | "pageEpoch" | "startSample">[],
): CaptureEpoch[] {
  // Sealed, and Stop was undone: what comes after it is a stretch of its own.
  const sealed = captures.findLastIndex(({ endReason }) =>
    endReason !== null && endReason !== "disconnected"
  );
  const epochs = new Map<string, CaptureEpoch>();
  for (const { pageEpoch: id, startSample } of captures.slice(sealed + 1)) {
    if (id === null) continue;
    const first = epochs.get(id) ?? { id, startSample };
    epochs.delete(id);
    epochs.set(id, first);
  }
  return [...epochs.values()];
}
