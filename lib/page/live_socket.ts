import type { Clock } from "@/lib/clock.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { type ServerMessage, serverMessage } from "@/lib/protocol/server_messages.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import type { Connect, Wire } from "@/lib/page/browser_wire.ts";
import type { Connection } from "@/lib/page/live_view.ts";
import { reconnectDelayMs } from "@/lib/page/reconnect_delay.ts";

/** Often enough to notice a dead line between two sentences, seldom enough to cost nothing. */
const PING_EVERY_MS = 2000;

/** Without any word from the service for this long the line is dead, whatever the browser says. */
const SILENT_MS = 5000;

/** Two seconds of sound in the browser's own queue: more would only arrive too late. */
const MAX_WAITING_BYTES = 65_536;

export interface LiveSocketOptions {
  readonly url: string;
  readonly clock: Clock;
  /** A number from 0 up to 1, as `Math.random` gives it. */
  readonly random: () => number;
  readonly connect: Connect;
  /** Built anew for every connection: what is resumed changes. */
  readonly hello: () => PageMessage;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onConnection: (connection: Connection) => void;
}

/** The line to the service, down until `connect`. It comes back by itself until it is told to stay
 * away (CO5). */
export interface LiveSocket {
  /** False when the line is down and the message was not sent. */
  send(message: PageMessage): boolean;
  /** False when the frame was not sent; it is then silence in the recording. */
  sendFrame(bytes: ArrayBuffer): boolean;
  /** Connects now: the first time, at a press, and after another tab took this page's place. */
  connect(): void;
  close(): void;
}

export function liveSocket(options: LiveSocketOptions): LiveSocket {
  const { clock } = options;
  let wire: Wire | null = null;
  let attempt = 0;
  let lastWordMs = 0;
  let cancelTimer = () => {};

  const say = (connection: Connection) => options.onConnection(connection);

  const drop = () => {
    cancelTimer();
    wire?.close();
    wire = null;
  };

  const lose = () => {
    drop();
    say({ state: "lost" });
    cancelTimer = clock.after(reconnectDelayMs(attempt++, options.random()), open);
  };

  const watch = () => {
    cancelTimer = clock.after(PING_EVERY_MS, () => {
      if (clock.monotonicMs() - lastWordMs >= SILENT_MS) return lose();
      send({ type: "ping" });
      watch();
    });
  };

  const stayAway = (connection: Connection) => {
    drop();
    say(connection);
  };

  const closed = (code: number) => {
    switch (code) {
      case CLOSE.replaced:
        return stayAway({ state: "replaced" });
      case CLOSE.version:
      case CLOSE.abuse:
        return stayAway({ state: "outdated" });
      case CLOSE.over:
        return stayAway({ state: "over" });
      default:
        return lose();
    }
  };

  const received = (text: string) => {
    lastWordMs = clock.monotonicMs();
    const message = parseMessage(text);
    if (message === null) return stayAway({ state: "outdated" });
    // Only a snapshot proves that the service took this page in; a line that opens and closes at
    // once must not restart the back-off.
    if (message.type === "state") attempt = 0;
    options.onMessage(message);
  };

  function open() {
    drop();
    const mine = options.connect(options.url, {
      opened() {
        if (wire !== mine) return;
        lastWordMs = clock.monotonicMs();
        cancelTimer();
        say({ state: "open" });
        send(options.hello());
        watch();
      },
      received: (text) => wire === mine ? received(text) : undefined,
      closed: (code) => wire === mine ? closed(code) : undefined,
    });
    wire = mine;
    // A connection that neither opens nor fails would otherwise hold the page forever.
    cancelTimer = clock.after(SILENT_MS, lose);
  }

  function send(message: PageMessage): boolean {
    if (!wire?.isOpen()) return false;
    wire.send(JSON.stringify(message));
    return true;
  }

  return {
    send,
    sendFrame(bytes) {
      if (!wire?.isOpen() || wire.waitingBytes() > MAX_WAITING_BYTES) return false;
      wire.send(bytes);
      return true;
    },
    connect() {
      attempt = 0;
      say({ state: "connecting" });
      open();
    },
    close: drop,
  };
}

/** Null for anything the service of this page's version would not say. */
function parseMessage(text: string): ServerMessage | null {
  try {
    const parsed = serverMessage.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
