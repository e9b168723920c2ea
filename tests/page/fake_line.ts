import type { Connect, WireEvents } from "@/lib/page/browser_wire.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";

/** The service's end of a page's line, in a test's hands. */
export interface FakeLine {
  readonly connect: Connect;
  /** How many connections were begun. */
  readonly attempts: number;
  /** Messages of the newest connection. */
  readonly said: readonly PageMessage[];
  /** Frames of all connections. */
  readonly frames: readonly ArrayBuffer[];
  /** Bytes that the browser pretends not to have sent yet. */
  waiting: number;
  open(): void;
  say(message: ServerMessage): void;
  sayText(text: string): void;
  cut(code?: number | "sign_in"): void;
}

export function fakeLine(): FakeLine {
  let events: WireEvents | null = null;
  let attempts = 0;
  let isOpen = false;
  let said: PageMessage[] = [];
  const frames: ArrayBuffer[] = [];
  const line: FakeLine = {
    connect(_url, given) {
      attempts += 1;
      events = given;
      said = [];
      isOpen = false;
      return {
        send(data) {
          if (typeof data === "string") said.push(JSON.parse(data));
          else frames.push(data);
        },
        isOpen: () => isOpen && events === given,
        waitingBytes: () => line.waiting,
        close() {
          if (events === given) events = null;
        },
      };
    },
    get attempts() {
      return attempts;
    },
    get said() {
      return said;
    },
    frames,
    waiting: 0,
    open() {
      isOpen = true;
      events?.opened();
    },
    say: (message) => events?.received(JSON.stringify(message)),
    sayText: (text) => events?.received(text),
    cut(code = 1006) {
      const cut = events;
      events = null;
      cut?.closed(code);
    },
  };
  return line;
}
