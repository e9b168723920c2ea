import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";

/** Why this page has no sound to send (TR1). */
export type MicrophoneTrouble =
  | "insecure_context"
  | "unsupported"
  | "denied"
  | "no_device"
  | "in_use"
  | "unplugged"
  | "muted_by_system"
  | "needs_a_press"
  | "failed";

export interface TroubleWords {
  readonly title: string;
  readonly words: string;
  /** What the person can do about it. */
  readonly next: string;
}

const WORDS: Record<MicrophoneTrouble, TroubleWords> = {
  insecure_context: {
    title: "No microphone on this address",
    words: "Browsers give a microphone only to pages of the same computer or of an https address.",
    next: "Open Alba on the box itself, at http://localhost followed by its port.",
  },
  unsupported: {
    title: "This browser cannot record",
    words: "It lacks the parts that Alba needs to capture sound.",
    next: "Open this page in a current Chrome, Edge, Firefox or Safari.",
  },
  denied: {
    title: "The microphone is not allowed",
    words: "The browser or the system was told not to let this page use the microphone.",
    next: "Allow it with the icon beside the page's address, then press Try again.",
  },
  no_device: {
    title: "No microphone found",
    words: "This computer shows no microphone to the browser.",
    next: "Plug one in. Recording starts by itself; or press Try again.",
  },
  in_use: {
    title: "The microphone is in use",
    words: "Another program holds it, or the system could not start it.",
    next: "Close the other program or choose another microphone, then press Try again.",
  },
  unplugged: {
    title: "The microphone was unplugged",
    words:
      "Nothing is recorded until it is back; the missing time will be silence in the recording.",
    next:
      "Plug it in again or choose another one. Recording goes on by itself; or press Try again.",
  },
  muted_by_system: {
    title: "The microphone is muted",
    words: "The system or a switch on the microphone mutes it; nothing is recorded meanwhile.",
    next: "Unmute it. Nothing else is needed.",
  },
  needs_a_press: {
    title: "The browser waits for a press",
    words: "It does not let a page work with sound before somebody has pressed something on it.",
    next: "Press Start recording.",
  },
  failed: {
    title: "The microphone could not be started",
    words: "The browser gave no reason that Alba knows.",
    next: "Press Try again; if that fails, choose another microphone or reload the page.",
  },
};

export const MICROPHONE_TROUBLES = Object.keys(WORDS) as readonly MicrophoneTrouble[];

export function troubleWords(trouble: MicrophoneTrouble): TroubleWords {
  return WORDS[trouble];
}

/** The trouble behind what `getUserMedia` rejected with (names from Media Capture and Streams). */
export function troubleOfError(error: unknown): MicrophoneTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  switch (name) {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "no_device";
    case "NotReadableError":
    case "AbortError":
      return "in_use";
    default:
      return "failed";
  }
}

/** The trouble as the record names it. */
export function stoppedReason(
  trouble: MicrophoneTrouble,
): PageMessageOf<"capture_stopped">["reason"] {
  switch (trouble) {
    case "unplugged":
    case "no_device":
      return "unplugged";
    case "muted_by_system":
      return "muted_by_system";
    case "denied":
      return "denied";
    case "insecure_context":
    case "unsupported":
    case "in_use":
    case "needs_a_press":
    case "failed":
      return "failed";
  }
}
