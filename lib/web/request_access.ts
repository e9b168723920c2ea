import type { Login, LoginOutcome } from "@/lib/web/login.ts";
import { sessionSetCookie, sessionToken } from "@/lib/web/session_cookie.ts";
import type { SessionStore, StoredSession } from "@/lib/web/session_store.ts";

/** One request's session: who is asking, and what the answer does to their cookie. */
export class RequestAccess {
  readonly #login: Login;
  readonly #sessions: SessionStore;
  readonly #url: URL;
  readonly #peer: string;
  #session: StoredSession | null;
  #setCookie: string | null = null;

  constructor(
    request: Request,
    options: { login: Login; sessions: SessionStore; peer: string },
  ) {
    this.#login = options.login;
    this.#sessions = options.sessions;
    this.#peer = options.peer;
    this.#url = new URL(request.url);
    this.#session = options.sessions.find(sessionToken(request));
  }

  get hasSession(): boolean {
    return this.#session !== null;
  }

  /** True for everybody on a box without a passphrase. */
  get signedIn(): boolean {
    return !this.#login.required || (this.#session?.signedIn ?? false);
  }

  /** True when there is something to sign in to (and out of). */
  get loginRequired(): boolean {
    return this.#login.required;
  }

  /** Gives a browser that opened a page its session, or a longer one. */
  startSession(): void {
    if (this.#session === null) {
      this.#setCookie ??= sessionSetCookie(this.#url, this.#sessions.issue({ signedIn: false }));
    } else {
      this.#sessions.renew(this.#session);
    }
  }

  /** On success the old token is worth nothing: one planted before cannot ride along. */
  async signIn(passphrase: string): Promise<LoginOutcome> {
    const outcome = await this.#login.attempt(passphrase, this.#peer);
    if (outcome.ok) {
      if (this.#session !== null) this.#sessions.end(this.#session);
      const token = this.#sessions.issue({ signedIn: true });
      this.#session = this.#sessions.find(token);
      this.#setCookie = sessionSetCookie(this.#url, token);
    }
    return outcome;
  }

  signOut(): void {
    if (this.#session !== null) this.#sessions.end(this.#session);
    this.#session = null;
    this.#setCookie = sessionSetCookie(this.#url, null);
  }

  /** The `Set-Cookie` that the answer must carry, or null. */
  get setCookie(): string | null {
    return this.#setCookie;
  }
}

const accessByRequest = new WeakMap<Request, RequestAccess>();

/** Called by `guarded` once per request, before any route sees it. */
export function attachAccess(request: Request, access: RequestAccess): void {
  accessByRequest.set(request, access);
}

/** Throws when a request got past `guarded`: such a server must not answer anything. */
export function accessOf(request: Request): RequestAccess {
  const access = accessByRequest.get(request);
  if (access === undefined) throw new Error("Cannot judge a request that was not guarded");
  return access;
}
