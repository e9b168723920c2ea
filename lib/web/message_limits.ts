import { FRAME_BYTES, MAX_MESSAGE_CHARACTERS } from "@/lib/protocol/shared.ts";
import { TokenBucket } from "@/lib/web/token_bucket.ts";

/** A live page sends 50 frames a second; the feeder may run up to four times faster than that. */
export const FRAMES_PER_S = 200;
/** Ten seconds of sound held up by the network may arrive at once. */
const FRAMES_BURST = 500;
/** Taps, reports and pings of a busy page stay well under this. */
const MESSAGES_PER_S = 20;
const MESSAGES_BURST = 60;

/** Live sockets of a whole box: sixteen rooms with a page and an onlooker each. */
export const MAX_SOCKETS = 32;

/** What the limits say of one message; the names are error codes of the protocol. */
export type MessageVerdict = "ok" | "too_large" | "too_fast";

/** Size and rate limits of one socket (SE4). Times are monotonic milliseconds. */
export class MessageLimits {
  readonly #frames: TokenBucket;
  readonly #messages: TokenBucket;

  constructor(nowMs: number) {
    this.#frames = new TokenBucket({ ratePerS: FRAMES_PER_S, burst: FRAMES_BURST, nowMs });
    this.#messages = new TokenBucket({ ratePerS: MESSAGES_PER_S, burst: MESSAGES_BURST, nowMs });
  }

  /** Judges a capture frame of `bytes` bytes. */
  frame(bytes: number, nowMs: number): MessageVerdict {
    return verdict(this.#frames, bytes <= FRAME_BYTES, nowMs);
  }

  /** Judges a text message of `characters` UTF-16 units. */
  message(characters: number, nowMs: number): MessageVerdict {
    return verdict(this.#messages, characters <= MAX_MESSAGE_CHARACTERS, nowMs);
  }
}

/** An oversized message takes its token too, so that size errors are rate-limited as well. */
function verdict(bucket: TokenBucket, fits: boolean, nowMs: number): MessageVerdict {
  if (!bucket.take(nowMs)) return "too_fast";
  return fits ? "ok" : "too_large";
}

/** Counts open sockets against `MAX_SOCKETS`. */
export class SocketSlots {
  #open = 0;

  /** Takes a slot and returns how to give it back (once), or null when none is free. */
  take(): (() => void) | null {
    if (this.#open >= MAX_SOCKETS) return null;
    this.#open += 1;
    let held = true;
    return () => {
      if (held) this.#open -= 1;
      held = false;
    };
  }
}
