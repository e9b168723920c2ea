import type { Clock } from "@/lib/clock.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";

/** How long a page may take to hang up by itself before the service does. */
const GRACE_MS = 1000;

/** The part of a WebSocket that a farewell needs. */
export interface Dismissible {
  send(text: string): void;
  close(code: number, reason: string): void;
  readonly isOpen: boolean;
}

/**
 * Tells a page why it is sent away and lets it hang up. Closing at once would lose the reason: what
 * the page is still sending then meets a closed socket, the connection is reset, and the close code
 * never arrives; a page that was replaced would come back and replace its twin.
 */
export function dismiss(wire: Dismissible, code: number, words: string, clock: Clock): void {
  const message: ServerMessage = { type: "closing", code, words };
  if (wire.isOpen) wire.send(JSON.stringify(message));
  clock.after(GRACE_MS, () => {
    if (wire.isOpen) wire.close(code, words);
  });
}
