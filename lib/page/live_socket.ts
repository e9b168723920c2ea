import type { Clock } from "@/lib/clock.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { type ServerMessage, serverMessage } from "@/lib/protocol/server_messages.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import type { Connect, Wire } from "@/lib/page/browser_wire.ts";
import type { Connection } from "@/lib/page/connection.ts";
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

/**
 * The line to the service, down until `connect`. It comes back by itself until it is told to stay
 * away (CO5).
 */
export class LiveSocket {
  readonly #options: LiveSocketOptions;
  #wire: Wire | null = null;
  #attempt = 0;
  #lastWordMs = 0;
  #cancelTimer: () => void = () => {};

  constructor(options: LiveSocketOptions) {
    this.#options = options;
  }

  /** False when the line is down and the message was not sent. */
  send(message: PageMessage): boolean {
    if (!this.#wire?.isOpen()) return false;
    this.#wire.send(JSON.stringify(message));
    return true;
  }

  /** False when the frame was not sent; it is then silence in the recording. */
  sendFrame(bytes: ArrayBuffer): boolean {
    if (!this.#wire?.isOpen() || this.#wire.waitingBytes() > MAX_WAITING_BYTES) return false;
    this.#wire.send(bytes);
    return true;
  }

  /** Connects now: the first time, at a press, and after another tab took this page's place. */
  connect(): void {
    this.#attempt = 0;
    this.#options.onConnection({ state: "connecting" });
    this.#open();
  }

  close(): void {
    this.#cancelTimer();
    this.#wire?.close();
    this.#wire = null;
  }

  #open(): void {
    this.close();
    const { clock, connect, url } = this.#options;
    const wire = connect(url, {
      opened: () => this.#wire === wire ? this.#opened() : undefined,
      received: (text) => this.#wire === wire ? this.#received(text) : undefined,
      closed: (code) => this.#wire === wire ? this.#closed(code) : undefined,
    });
    this.#wire = wire;
    // A connection that neither opens nor fails would otherwise hold the page forever.
    this.#cancelTimer = clock.after(SILENT_MS, () => this.#lose());
  }

  #opened(): void {
    this.#cancelTimer();
    this.#lastWordMs = this.#options.clock.monotonicMs();
    this.#options.onConnection({ state: "open" });
    this.send(this.#options.hello());
    this.#watch();
  }

  #watch(): void {
    const { clock } = this.#options;
    this.#cancelTimer = clock.after(PING_EVERY_MS, () => {
      if (clock.monotonicMs() - this.#lastWordMs >= SILENT_MS) return this.#lose();
      this.send({ type: "ping" });
      this.#watch();
    });
  }

  #received(text: string): void {
    this.#lastWordMs = this.#options.clock.monotonicMs();
    const message = parseMessage(text);
    if (message === null) return this.#stayAway({ state: "outdated" });
    if (message.type === "closing") return this.#closed(message.code);
    // Only a snapshot proves that the service took this page in; a line that opens and closes at
    // once must not restart the back-off.
    if (message.type === "state") this.#attempt = 0;
    this.#options.onMessage(message);
  }

  #closed(code: number | "sign_in"): void {
    switch (code) {
      case CLOSE.replaced:
        return this.#stayAway({ state: "replaced" });
      case CLOSE.version:
      case CLOSE.abuse:
        return this.#stayAway({ state: "outdated" });
      case CLOSE.over:
        return this.#stayAway({ state: "over" });
      case CLOSE.full:
        return this.#stayAway({ state: "full" });
      case CLOSE.signed_out:
        return this.#stayAway({ state: "signed_out" });
      case CLOSE.unopened:
        return this.#lose("unopened");
      case "sign_in":
        return this.#lose(code);
      default:
        return this.#lose();
    }
  }

  #lose(state: "lost" | "sign_in" | "unopened" = "lost"): void {
    this.close();
    const { clock, onConnection, random } = this.#options;
    onConnection({ state });
    const delayMs = reconnectDelayMs(this.#attempt++, random());
    this.#cancelTimer = clock.after(delayMs, () => this.#open());
  }

  #stayAway(connection: Connection): void {
    this.close();
    this.#options.onConnection(connection);
  }
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
