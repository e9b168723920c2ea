import type { Clock } from "@/lib/clock.ts";
import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { AUTO_END_REASONS, AUTO_PAGE_TYPES } from "@/lib/protocol/auto_page_messages.ts";
import { type PageMessage, pageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage, ServerMessageOf } from "@/lib/protocol/server_messages.ts";
import { CLOSE, FRAME_BYTES, FRAME_HEADER_BYTES } from "@/lib/protocol/shared.ts";
import type { Person } from "@/lib/consultation/session_event.ts";
import type { Session } from "@/lib/consultation/session.ts";
import { dismiss } from "@/lib/web/dismiss.ts";
import { needsSignIn, signedOutAnswer } from "@/lib/web/signed_out.ts";
import type { MessageLimits, MessageVerdict } from "@/lib/web/message_limits.ts";

/** A page that cannot take this much is stuck; it reconnects and gets a fresh snapshot. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;

/** The registry's "try again later": the page connects again and gets a fresh snapshot. */
const TRY_AGAIN = 1013;

/** This many messages that make no sense are not a slip; the socket is closed. */
const MAX_MISTAKES = 20;

/** The part of a WebSocket that the live protocol needs. */
export interface Wire {
  send(text: string): void;
  close(code: number, reason: string): void;
  readonly bufferedAmount: number;
  readonly isOpen: boolean;
}

export interface LiveSocketOptions {
  readonly linkId: string;
  readonly session: Pick<Session, "connect" | "disconnect" | "post">;
  readonly limits: MessageLimits;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly userAgent: string;
  /** AUTO_MODE_ENABLED; while it is false no message of auto mode is known here (EN1). */
  readonly autoMode: boolean;
  /**
   * Who may control from here now, asked for each message: a socket outlives the sign-in under which
   * it was opened (SE8). Null when they have to sign in again.
   */
  readonly controller: () => Person | null;
  /** Calls back when that sign-in is ended by hand; returns how to stop it. */
  readonly whenSignedOut: (told: () => void) => () => void;
}

/** Parses what one page sends, refuses what is not the protocol, and hands the rest on. */
export class LiveSocket {
  readonly #wire: Wire;
  readonly #options: LiveSocketOptions;
  #mistakes = 0;
  #isDismissed = false;
  readonly #unwatch: () => void;

  constructor(wire: Wire, options: LiveSocketOptions) {
    this.#wire = wire;
    this.#options = options;
    options.session.connect({
      id: options.linkId,
      userAgent: options.userAgent,
      send: (message) => this.#send(message),
      close: (code, words) => this.#dismiss(code, words),
    });
    this.#unwatch = options.whenSignedOut(() =>
      options.session.post({ type: "signed_out", link: options.linkId })
    );
  }

  receive(data: string | ArrayBuffer): void {
    if (this.#isDismissed) return;
    const { limits, clock } = this.#options;
    if (typeof data === "string") {
      if (this.#allowed(limits.message(data.length, clock.monotonicMs()), "message")) {
        this.#text(data);
      }
    } else if (this.#allowed(limits.frame(data.byteLength, clock.monotonicMs()), "frame")) {
      this.#frame(data);
    }
  }

  closed(): void {
    this.#unwatch();
    this.#options.session.disconnect(this.#options.linkId);
  }

  #allowed(verdict: MessageVerdict, what: string): boolean {
    if (verdict === "ok") return true;
    const words = verdict === "too_fast"
      ? `Too many ${what}s at once. The connection is closed; reload the page.`
      : `A ${what} is larger than the protocol allows.`;
    this.#mistake(verdict, words, what);
    if (verdict === "too_fast") this.#dismiss(CLOSE.abuse, "Too many messages.");
    return false;
  }

  #frame(data: ArrayBuffer): void {
    if (data.byteLength !== FRAME_BYTES) {
      this.#mistake("bad_frame", `A sound frame has ${data.byteLength} bytes.`, "frame");
      return;
    }
    const sequence = new DataView(data).getUint32(0, true);
    const pcm = pcmFromBytes(new Uint8Array(data, FRAME_HEADER_BYTES));
    this.#options.session.post({ type: "frame", link: this.#options.linkId, sequence, pcm });
  }

  #text(data: string): void {
    let json: unknown;
    try {
      json = JSON.parse(data);
    } catch {
      this.#mistake("not_json", "A message is not JSON.", null);
      return;
    }
    const parsed = pageMessage.safeParse(json);
    if (parsed.success && (this.#options.autoMode || !isOfAutoMode(parsed.data))) {
      this.#message(parsed.data);
      return;
    }
    const type = typeOf(json);
    if (type === "speak") {
      // Only a reference may ask for speech: whatever else came with it was words (SP1).
      this.#options.session.post({ type: "raw_speech", link: this.#options.linkId });
    }
    this.#mistake("unknown_message", "The service does not know this message.", type);
  }

  #message(message: PageMessage): void {
    const { controller, linkId, newId, session } = this.#options;
    // Reports of a page that is merely open are not anybody's doing and keep no sign-in alive.
    const isAct = needsSignIn(message) || message.type === "stop";
    const person = isAct ? controller() : null;
    if (needsSignIn(message) && person === null) {
      this.#send(signedOutAnswer(message));
      return;
    }
    const by = person === null ? null : { id: person.id, name: person.name };
    session.post({ type: "page", link: linkId, message, freshId: newId(), by });
  }

  #mistake(code: ServerMessageOf<"error">["code"], message: string, about: string | null): void {
    this.#mistakes += 1;
    this.#send({ type: "error", code, message, in_reply_to: about });
    if (this.#mistakes >= MAX_MISTAKES) {
      this.#dismiss(CLOSE.abuse, "Too many messages that make no sense.");
    }
  }

  #dismiss(code: number, words: string): void {
    if (this.#isDismissed) return;
    this.#isDismissed = true;
    dismiss(this.#wire, code, words, this.#options.clock);
  }

  #send(message: ServerMessage): void {
    if (!this.#wire.isOpen) return;
    if (this.#wire.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#wire.close(TRY_AGAIN, "The page is not keeping up.");
      return;
    }
    this.#wire.send(JSON.stringify(message));
  }
}

/** What the service does not know while the gate is shut (EN1), in whichever message it stands. */
function isOfAutoMode(message: PageMessage): boolean {
  if (message.type === "speak") return message.confirm_displace !== undefined;
  if (message.type === "speak_ended") return AUTO_END_REASONS.has(message.reason);
  return AUTO_PAGE_TYPES.some((one) => one === message.type);
}

/** The message's own name for itself, if it has a plausible one, to answer with. */
function typeOf(json: unknown): string | null {
  if (typeof json !== "object" || json === null || !("type" in json)) return null;
  return typeof json.type === "string" ? json.type.slice(0, 40) : null;
}
