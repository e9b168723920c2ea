import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import { turnOff } from "@/lib/auto/switch_off.ts";
import type { Work } from "@/lib/auto/work.ts";

/**
 * So many utterances in a row that no page began to play, and auto mode is off: one may be a sound that
 * failed, two a page that was being loaded, and the patient waits a dozen seconds for each.
 */
const MOST_UNSTARTED = 3;

/** QU8: a page that plays nothing would have the same question issued for ever. */
export function unplayedMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "speech_started":
    case "page_lost":
      // It does play, or another page may.
      return work.set({ unstarted: 0 });
    case "speech_ended":
      return ended(work, event);
    default:
      return;
  }
}

function ended(
  work: Work,
  { audible, reason }: Extract<AutoEvent, { type: "speech_ended" }>,
): void {
  // The two phrases of a start count their own attempts (EN3).
  if (work.state.starting !== null) return;
  if (work.over.saying === null || reason !== "lost" || audible) return;
  work.set({ unstarted: work.state.unstarted + 1 });
  if (work.state.run === null || work.state.unstarted < MOST_UNSTARTED) return;
  turnOff(work, "not_played", "The page does not play Alba's voice.");
}
