import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";

/** What the live page says of the recording; it always says one of these. */
export const WAITING_FIRST = "Waiting for the microphone.";
export const WAITING_PAGE = "No page is sending sound. Recording goes on when the page is back.";
export const RECORDING = "Recording.";
export const OUT_OF_TIME =
  "This page's clock does not fit the recording, so its sound is not taken. Reload the page.";
export const RESUMING = "The microphone is being switched on again.";
export const PAUSED: Record<Extract<InnerEvent, { type: "pausing" }>["reason"], string> = {
  tapped: "Off the record: nothing is heard, written down or decided until you resume.",
  refused: "The patient did not agree, so Alba does not listen.",
  withdrawn: "The patient has withdrawn consent, so Alba does not listen.",
};
export const CAPTURE_STOPPED: Record<PageMessageOf<"capture_stopped">["reason"], string> = {
  unplugged: "The microphone was unplugged. Plug it in or choose another one.",
  muted_by_system: "The computer has muted the microphone. Unmute it to go on.",
  denied: "The browser may not use the microphone. Allow it in the address bar.",
  page_hidden: "The page went to sleep. Bring it to the front to go on recording.",
  failed: "The microphone stopped. Choose it again, or another one.",
};
