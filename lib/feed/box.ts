import { type Connect, wireOn } from "@/lib/page/browser_wire.ts";
import { type FeedFailure, feedFailure } from "@/lib/feed/feed_failure.ts";

/** A running service, as a browser with a session of its own reaches it. */
export interface Box {
  /** Starts a consultation, or leads to the one that is live in the room, as the button does. */
  startConsultation(
    reference: string,
  ): Promise<{ readonly ok: true; readonly consultation: string } | FeedFailure>;
  socketUrl(consultation: string): string;
  readonly connect: Connect;
  recordingUrl(consultation: string): string;
  /** What lies at an address or path of this service; null when it cannot be had. */
  bytes(path: string): Promise<Uint8Array | null>;
}

export type OpenBoxOutcome = { readonly ok: true; readonly box: Box } | FeedFailure;

/**
 * Opens the home page of the service at `url` for its session cookie, signing in where the box asks
 * for a passphrase. Everything later carries that cookie and the service's own origin, as each
 * request of its pages does.
 */
export async function openBox(url: string, passphrase: string): Promise<OpenBoxOutcome> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    const words = `Cannot feed "${url}": it is no address such as http://127.0.0.1:8000/.`;
    return feedFailure("unreachable", words);
  }
  const visitor = new Visitor(new URL(url).origin);
  try {
    const home = await visitor.ask("/");
    await home.body?.cancel();
    if (home.status === 303 && home.headers.get("location")?.startsWith("/login")) {
      const refusal = await signIn(visitor, passphrase);
      if (refusal !== null) return refusal;
    } else if (home.status !== 200) {
      const words = `Cannot feed "${url}": its home page answers with status ${home.status}.`;
      return feedFailure("refused", words);
    }
  } catch (error) {
    return unreachable(visitor.origin, error);
  }
  return { ok: true, box: boxOf(visitor) };
}

function boxOf(visitor: Visitor): Box {
  return {
    startConsultation: (reference) => startConsultation(visitor, reference),
    socketUrl: (id) => `${visitor.origin.replace(/^http/, "ws")}/consultations/${id}/socket`,
    connect: (url, events) => visitor.connect(url, events),
    recordingUrl: (id) => `${visitor.origin}/consultations/${id}/audio.wav`,
    async bytes(path) {
      try {
        const answer = await visitor.ask(path);
        if (answer.status === 200) return await answer.bytes();
        await answer.body?.cancel();
      } catch {
        // A service that is restarting has nothing to give at this moment.
      }
      return null;
    },
  };
}

async function startConsultation(
  visitor: Visitor,
  reference: string,
): ReturnType<Box["startConsultation"]> {
  try {
    const answer = await visitor.ask("/consultations", { reference });
    await answer.body?.cancel();
    const location = answer.headers.get("location") ?? "";
    const consultation = /^\/consultations\/([A-Za-z0-9_-]+)$/.exec(location)?.[1];
    if (answer.status === 303 && consultation !== undefined) return { ok: true, consultation };
    const words = `Cannot start a consultation: the service answers with status ${answer.status}.`;
    return feedFailure(answer.status === 409 ? "room_busy" : "refused", words);
  } catch (error) {
    return unreachable(visitor.origin, error);
  }
}

async function signIn(visitor: Visitor, passphrase: string): Promise<FeedFailure | null> {
  if (passphrase === "") {
    const words = "Cannot sign in: the box asks for its passphrase. Set OWNER_PASSPHRASE.";
    return feedFailure("sign_in", words);
  }
  const page = await visitor.ask("/login");
  await page.body?.cancel();
  const answer = await visitor.ask("/login", { passphrase, next: "/" });
  await answer.body?.cancel();
  if (answer.status === 303) return null;
  const why = answer.status === 429 ? "too many attempts, wait a while" : "it is not this box's";
  return feedFailure("sign_in", `Cannot sign in with OWNER_PASSPHRASE: ${why}.`);
}

function unreachable(origin: string, error: unknown): FeedFailure {
  if (!(error instanceof TypeError)) throw error;
  const words = `Cannot reach "${origin}": nothing answers there. Start Alba first, or leave out ` +
    "--url to feed a service of its own.";
  return feedFailure("unreachable", words);
}

/** One browser's cookie, and requests as its pages make them. */
class Visitor {
  readonly origin: string;
  #cookie = "";

  constructor(origin: string) {
    this.origin = origin;
  }

  /** GET, or POST of a form. Throws `TypeError` when nobody answers. */
  async ask(path: string, form?: Record<string, string>): Promise<Response> {
    const answer = await fetch(new URL(path, this.origin), {
      redirect: "manual",
      headers: this.#headers(),
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    const given = answer.headers.getSetCookie()[0]?.split(";")[0];
    if (given !== undefined) this.#cookie = given;
    return answer;
  }

  readonly connect: Connect = (url, events) => {
    const options: unknown = { headers: this.#headers() };
    // Deno's WebSocket takes headers, which the DOM's type does not know of.
    const socket: WebSocket = Reflect.construct(WebSocket, [url, options]);
    // The close that follows says all that a feed can act on.
    socket.onerror = (event) => event.preventDefault();
    return wireOn(socket, events);
  };

  #headers(): Record<string, string> {
    return { origin: this.origin, cookie: this.#cookie };
  }
}
