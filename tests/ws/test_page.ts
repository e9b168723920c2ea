import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import {
  type ServerMessage,
  serverMessage,
  type ServerMessageOf,
} from "@/lib/protocol/server_messages.ts";
import { PROTOCOL_VERSION } from "@/lib/protocol/shared.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { openSocket } from "@/tests/web/guarded_app.ts";
import type { TestBox } from "./test_box.ts";

/** Sockets of one machine answer within milliseconds; a test that waits this long has failed. */
const DEADLINE_MS = 10_000;

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** One socket of the protocol, as plain as possible, so that a test can also break the rules. */
export class TestPage {
  readonly messages: ServerMessage[] = [];
  readonly #socket: WebSocket;
  readonly #opened = Promise.withResolvers<boolean>();
  readonly #ended = Promise.withResolvers<Closed>();
  #look: () => void = () => {};

  constructor(
    box: Pick<TestBox, "origin" | "cookie">,
    consultation: string,
    headers: Record<string, string> = { origin: box.origin, cookie: box.cookie },
  ) {
    this.#socket = openSocket(`${box.origin}/consultations/${consultation}/socket`, headers);
    this.#socket.onopen = () => this.#opened.resolve(true);
    this.#socket.onmessage = (event: MessageEvent<string>) => {
      // Whatever the service says must be what its protocol promises.
      const message = serverMessage.parse(JSON.parse(event.data));
      this.messages.push(message);
      if (message.type === "closing") {
        // A page hangs up when it is told why, as the live page does.
        this.#ended.resolve({ code: message.code, reason: message.words });
        this.#socket.close();
      }
      this.#look();
    };
    this.#socket.onerror = (event) => event.preventDefault();
    this.#socket.onclose = ({ code, reason }) => {
      this.#opened.resolve(false);
      this.#ended.resolve({ code, reason });
      this.#look();
    };
  }

  /** False when the service did not let it in. */
  get opened(): Promise<boolean> {
    return this.#opened.promise;
  }

  get ended(): Promise<Closed> {
    return this.#ended.promise;
  }

  /** Sends anything at all. */
  raw(data: string | ArrayBuffer): void {
    this.#socket.send(data);
  }

  say(message: PageMessage): void {
    this.raw(JSON.stringify(message));
  }

  /** Says hello and waits for the snapshot. */
  async hello(
    client = "tab-1",
    more: { room?: string; version?: number; started_utterances?: string[] } = {},
  ): Promise<ServerMessageOf<"state">> {
    await this.opened;
    this.say({ type: "hello", version: PROTOCOL_VERSION, room: "room-1", client, ...more });
    return await this.next("state");
  }

  async capture(epoch = "epoch-1", pace: "live" | "lockstep" = "live"): Promise<void> {
    this.say({
      type: "capture",
      epoch,
      input_label: "Test",
      output_label: "Test",
      platform: "test",
      constraints: { echo_cancellation: false, noise_suppression: false, auto_gain_control: false },
      local_voice: false,
      pace,
    });
    await this.settled();
  }

  /** Waits until everything sent before has been handled. */
  async settled(): Promise<void> {
    this.say({ type: "ping" });
    await this.next("pong");
  }

  /** The next message of this type that has not been waited for yet. */
  async next<T extends ServerMessage["type"]>(type: T): Promise<ServerMessageOf<T>> {
    const isIt = (message: ServerMessage): message is ServerMessageOf<T> => message.type === type;
    await this.until(() => this.messages.some(isIt), type);
    const index = this.messages.findIndex(isIt);
    const [found] = this.messages.splice(index, 1);
    if (found === undefined || !isIt(found)) throw new Error("unreachable");
    return found;
  }

  /** All messages of this type that have come and were not waited for. */
  all<T extends ServerMessage["type"]>(type: T): ServerMessageOf<T>[] {
    return this.messages.filter((message): message is ServerMessageOf<T> => message.type === type);
  }

  async until(condition: () => boolean, what = "a condition"): Promise<void> {
    if (condition()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const failed = () => {
      const seen = this.messages.map(({ type }) => type).join(", ");
      reject(new Error(`${what} never came; the page has ${seen || "nothing"}`));
    };
    const timer = setTimeout(failed, DEADLINE_MS);
    this.#look = () => {
      if (condition()) resolve();
      else if (this.#socket.readyState === WebSocket.CLOSED) failed();
    };
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#look = () => {};
    }
  }

  /** Leaves as a dropped line or a reload does, and waits until the service knows. */
  async drop(): Promise<void> {
    this.#socket.close();
    await this.ended;
  }
}

/** Sound that tells frames apart: frame n holds n + 1 throughout. */
export function numbered(sequence: number): Int16Array {
  return new Int16Array(FRAME_SAMPLES).fill((sequence + 1) % 32_000);
}

/** Sends frames `from` to `to` (not included) in their own time, and waits until they are handled. */
export async function sendFrames(
  box: TestBox,
  page: TestPage,
  from: number,
  to: number,
): Promise<void> {
  for (let sequence = from; sequence < to; sequence++) {
    box.clock.advance(20);
    page.raw(encodeFrame(sequence, numbered(sequence)));
    // The service's clock is this test's, so the frame must have come before time goes on.
    if (sequence % 50 === 49) await page.settled();
  }
  await page.settled();
}
