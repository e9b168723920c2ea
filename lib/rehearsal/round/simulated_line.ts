import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import type { Clock } from "@/lib/clock.ts";
import type { Session } from "@/lib/consultation/session.ts";
import type { Person } from "@/lib/consultation/session_event.ts";
import type { Connect, Wire, WireEvents } from "@/lib/page/browser_wire.ts";
import { type PageMessage, pageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { FRAME_HEADER_BYTES } from "@/lib/protocol/shared.ts";
import type { LineDelay } from "@/lib/rehearsal/patients/disturbances.ts";
import type { Seeded } from "@/lib/rehearsal/seeded.ts";

/** WebSocket's code for a connection that broke off, or never came about (RFC 6455, 7.4.1). */
const ABNORMAL = 1006;

export interface SimulatedLineParts {
  readonly clock: Clock;
  /** The one that serves now: a service may have been restarted. */
  readonly session: () => Pick<Session, "connect" | "disconnect" | "post">;
  readonly by: Person;
  readonly newId: () => string;
  /** Names this page's links. */
  readonly name: string;
  readonly up: OneWayParts | null;
  readonly down: OneWayParts | null;
  /** What the page said, as the service gets it: nothing, once, more or something else. */
  readonly tampered: (message: PageMessage, post: (message: PageMessage) => void) => void;
  /** Around what the page makes of a message. */
  readonly deliver: (message: ServerMessage, pass: () => void) => void;
}

/** A socket between a page and its session, which can be cut, and takes its time. */
export class SimulatedLine {
  readonly #parts: SimulatedLineParts;
  #isUp = true;
  #links = 0;
  #open: { readonly link: string; readonly events: WireEvents } | null = null;
  #wire: Wire | null = null;
  /** The number of the newest frame that was sent. */
  #newest: number | null = null;

  constructor(parts: SimulatedLineParts) {
    this.#parts = parts;
  }

  get isConnected(): boolean {
    return this.#open !== null;
  }

  /** The number of the frame that was sent since it was last asked for, the newest; null without one. */
  takeNewestFrame(): number | null {
    const newest = this.#newest;
    this.#newest = null;
    return newest;
  }

  /** Cut it stays until it is mended; the page tries again by itself. True when one was open. */
  cut(): boolean {
    const wasOpen = this.#open !== null;
    this.#isUp = false;
    this.#break(ABNORMAL);
    return wasOpen;
  }

  /** What no control of the page's would say by itself; nothing while the line is down. */
  send(message: PageMessage): void {
    this.#wire?.send(JSON.stringify(message));
  }

  mend(): void {
    this.#isUp = true;
  }

  readonly connect: Connect = (_url, events) => {
    const { clock, name } = this.#parts;
    const link = `${name}-${++this.#links}`;
    let wire: Wire | null = null;
    const cancel = clock.after(0, () => {
      if (!this.#isUp) return events.closed(ABNORMAL);
      wire = this.#wire = this.#opened(link, events);
      events.opened();
    });
    return {
      send: (data) => wire?.send(data),
      isOpen: () => this.#open?.link === link,
      waitingBytes: () => 0,
      close() {
        cancel();
        wire?.close();
      },
    };
  };

  #opened(link: string, events: WireEvents): Wire {
    const { deliver, down, session, up } = this.#parts;
    const isStill = () => this.#open?.link === link;
    const [toService, toPage] = [oneWay(up, isStill), oneWay(down, isStill)];
    this.#open = { link, events };
    session().connect({
      id: link,
      send: (message) =>
        toPage(() => deliver(message, () => events.received(JSON.stringify(message)))),
      close: (code) => toPage(() => this.#break(code)),
    });
    return {
      send: (data) => {
        if (typeof data !== "string") this.#newest = sequenceOf(data);
        toService(() => this.#arrives(link, data));
      },
      isOpen: isStill,
      waitingBytes: () => 0,
      close: () => isStill() && this.#leave(),
    };
  }

  #arrives(link: string, data: string | ArrayBuffer): void {
    const { by, newId, session, tampered } = this.#parts;
    if (typeof data !== "string") {
      const sequence = sequenceOf(data);
      const pcm = pcmFromBytes(new Uint8Array(data, FRAME_HEADER_BYTES));
      return session().post({ type: "frame", link, sequence, pcm });
    }
    tampered(
      pageMessage.parse(JSON.parse(data)),
      (message) => session().post({ type: "page", link, message, freshId: newId(), by }),
    );
  }

  #break(code: number): void {
    const open = this.#open;
    if (open === null) return;
    this.#leave();
    open.events.closed(code);
  }

  #leave(): void {
    const link = this.#open?.link;
    this.#open = null;
    this.#wire = null;
    if (link !== undefined) this.#parts.session().disconnect(link);
  }
}

function sequenceOf(frame: ArrayBuffer): number {
  return new DataView(frame).getUint32(0, true);
}

export interface OneWayParts {
  readonly clock: Clock;
  readonly random: Seeded;
  readonly delay: LineDelay;
  /** What arrives in this stretch is taken in at its end; else now. */
  readonly busyUntilMs: (ms: number) => number;
  /** Something was late. */
  readonly hit: () => void;
}

type Send = (arrive: () => void) => void;

/** One direction: in order, and what is sent at one moment arrives at one. */
function oneWay(parts: OneWayParts | null, isStill: () => boolean): Send {
  if (parts === null) return (arrive) => isStill() && arrive();
  const { busyUntilMs, clock, delay: { jitterMs, leastMs }, hit, random } = parts;
  let sentMs = -Infinity;
  let arrivesMs = 0;
  let batch: (() => void)[] = [];
  return (arrive) => {
    const nowMs = clock.monotonicMs();
    if (nowMs === sentMs) return void batch.push(arrive);
    sentMs = nowMs;
    const takesMs = leastMs + Math.round(random.between(0, jitterMs));
    arrivesMs = Math.max(arrivesMs, busyUntilMs(nowMs + takesMs));
    hit();
    const own = batch = [arrive];
    clock.after(arrivesMs - nowMs, () => {
      // What is said while it arrives, at its moment still, goes a way of its own.
      if (batch === own) sentMs = -Infinity;
      for (const one of own) if (isStill()) one();
    });
  };
}
