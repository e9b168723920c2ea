import type { Page, WebSocketRoute } from "playwright-core";
import type { AutoView } from "@/lib/protocol/auto_messages.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { autoForTest } from "@/tests/page/auto_for_test.ts";

/** A run's end of a live page's line in a test's hands; all else goes to the real service and back. */
export interface AutoLine {
  /** What the page said of auto mode, oldest first; the service hears none of it. */
  readonly said: readonly PageMessage[];
  /** Part of every snapshot. */
  view: AutoView;
  /** Taps that ask for speech do not reach the service either, as if it held them (DW3). */
  holdsTaps: boolean;
  say(message: ServerMessage): void;
}

/** How the test's own utterances are named, of which the service knows nothing. */
export const AUTO_UTTERANCE = "auto-";

/** What only a page with auto mode sends. */
function isAuto(message: PageMessage): boolean {
  return message.type.startsWith("auto_") || message.type === "quiet" ||
    (message.type === "speak" && message.confirm_displace === true) ||
    ("utterance_id" in message && message.utterance_id.startsWith(AUTO_UTTERANCE));
}

export const VIEW_OFF = autoForTest();

export async function autoLine(page: Page): Promise<AutoLine> {
  let route: WebSocketRoute | null = null;
  const said: PageMessage[] = [];
  const line: AutoLine = {
    said,
    view: VIEW_OFF,
    holdsTaps: false,
    say: (message) => route?.send(JSON.stringify(message)),
  };
  await page.routeWebSocket(/\/socket$/, (given) => {
    route = given;
    const service = given.connectToServer();
    given.onMessage((data) => {
      const message: PageMessage | null = typeof data === "string" ? JSON.parse(data) : null;
      const isHeld = line.holdsTaps && message?.type === "speak";
      if (message === null || !(isHeld || isAuto(message))) return service.send(data);
      said.push(message);
    });
    service.onMessage((data) => {
      const message: ServerMessage | null = typeof data === "string" ? JSON.parse(data) : null;
      const isState = message?.type === "state";
      given.send(isState ? JSON.stringify({ ...message, auto: line.view }) : data);
    });
  });
  return line;
}
