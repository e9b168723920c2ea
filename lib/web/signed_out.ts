import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";

/**
 * What a page may say after its sign-in has ended: everything that keeps the recording going or
 * reports what happened, and everything that makes it quieter. A patient who wants it stopped need
 * not wait for a PIN.
 */
const FREE: ReadonlySet<string> = new Set([
  "hello",
  "ping",
  "capture",
  "capture_stopped",
  "quiet",
  "speak_started",
  "speak_ended",
  "speak_unavailable",
  "cancel_speak",
  "pause",
  "stop",
]);

/**
 * True for what only a signed-in person may do; so is any message that is not named above. Whoever
 * wants Alba to stop asking by herself need not sign in for it.
 */
export function needsSignIn(message: PageMessage): boolean {
  const isAutoOff = message.type === "auto_toggle" && !message.on;
  return !isAutoOff && !FREE.has(message.type);
}

const WORDS =
  "Your sign-in has ended. Recording goes on. Sign in again in another tab, then repeat what you " +
  "did; if it is refused again, reload this page.";

/** What the page is told instead. */
export function signedOutAnswer(message: PageMessage): ServerMessage {
  return message.type === "speak"
    ? { type: "speak_refused", ref: message.ref, code: "signed_out", reason: WORDS }
    : { type: "error", code: "signed_out", message: WORDS, in_reply_to: message.type };
}
