import type { Clock } from "@/lib/clock.ts";
import type { People } from "@/lib/people/people.ts";
import { may } from "@/lib/people/permissions.ts";
import type { Clinician } from "@/lib/record/clinician_store.ts";
import type { Login, LoginOutcome } from "@/lib/web/login.ts";
import { sessionSetCookie, sessionToken } from "@/lib/web/session_cookie.ts";
import type { SessionStore, StoredSession } from "@/lib/web/session_store.ts";
import { signInStands } from "@/lib/web/sign_in.ts";

export interface RequestAccessOptions {
  readonly login: Login;
  readonly sessions: SessionStore;
  readonly people: Pick<People, "signInRequired" | "find" | "owner" | "noteSignedOut">;
  readonly clock: Clock;
  readonly hasPassphrase: boolean;
  /** Address of who is asking. */
  readonly peer: string;
  /** The request's address as their browser sees it. */
  readonly url: URL;
  /** True when the request came from another device. */
  readonly fromNetwork: boolean;
}

/** One request's session: who is asking, and what the answer does to their cookie. */
export class RequestAccess {
  readonly #options: RequestAccessOptions;
  #session: StoredSession | null;
  #setCookie: string | null = null;

  constructor(request: Request, options: RequestAccessOptions) {
    this.#options = options;
    this.#session = options.sessions.find(sessionToken(request, options.url));
  }

  get hasSession(): boolean {
    return this.#session !== null;
  }

  /** Who is asking; null when they have yet to say so, or their sign-in has ended. */
  get person(): Clinician | null {
    const { people } = this.#options;
    if (!people.signInRequired) return people.owner();
    return this.#personOf(this.#session);
  }

  get signedIn(): boolean {
    return this.person !== null;
  }

  /** True when there is something to sign in to (and out of). */
  get loginRequired(): boolean {
    return this.#options.people.signInRequired;
  }

  /** True where the owner's passphrase is another way in. */
  get hasPassphrase(): boolean {
    return this.#options.hasPassphrase;
  }

  /** Whose sign-in ended in this browser, so that the login page can offer them first. */
  get lastPerson(): Clinician | null {
    const id = this.#session?.signIn?.clinician;
    return id === undefined ? null : this.#options.people.find(id);
  }

  /**
   * Asked again for each control message of a live page, whose socket outlives sign-ins: who is in
   * control now, or null when they have to sign in (again). Counts as the person's doing something.
   */
  controller(): Clinician | null {
    const { people, sessions } = this.#options;
    if (!people.signInRequired) return people.owner();
    const session = this.#sessionNow();
    const person = this.#personOf(session);
    if (session === null || person === null || !may(person, "see_records")) return null;
    sessions.seen(session);
    return person;
  }

  /**
   * Calls back when somebody ends this browser's sign-in by hand and nobody is signed in there after
   * that; returns how to stop it. A sign-in that runs out is not told (SE8).
   */
  whenSignedOut(told: () => void): () => void {
    const { people, sessions } = this.#options;
    if (this.#session === null) return () => {};
    return sessions.watch(this.#session.id, () => {
      if (people.signInRequired && this.#personOf(this.#sessionNow()) === null) told();
    });
  }

  /** Gives a browser that opened a page its session, or a longer one. */
  startSession(): void {
    const { sessions } = this.#options;
    if (this.#session === null) {
      this.#setCookie ??= sessionSetCookie(this.#options.url, sessions.issue({ signIn: null }));
    } else {
      sessions.renew(this.#session);
    }
  }

  /** Notes that the person opened a page or changed something. */
  seen(): void {
    if (this.#session !== null && this.#personOf(this.#session) !== null) {
      this.#options.sessions.seen(this.#session);
    }
  }

  async signInWithPassphrase(passphrase: string): Promise<LoginOutcome> {
    const { login, peer } = this.#options;
    return this.#signedIn(await login.passphrase(passphrase, { peer }));
  }

  async signInWithPin(person: string, pin: string): Promise<LoginOutcome> {
    const { login, peer } = this.#options;
    const signIn = this.#session?.signIn;
    const known = signIn?.clinician === person && !signIn.revoked;
    return this.#signedIn(await login.pin({ person, pin }, { peer, known }));
  }

  /** Keeps the one who has just set the first PIN of the box signed in. */
  adopt(person: Clinician): void {
    const { sessions } = this.#options;
    if (this.#session === null) return;
    this.#session = sessions.signIn(this.#session, this.#newSignIn(person));
  }

  signOut(): void {
    const { people, sessions } = this.#options;
    const person = this.#personOf(this.#session);
    if (person !== null) people.noteSignedOut(person);
    if (this.#session !== null) sessions.signOut(this.#session);
    this.#session = null;
    this.#setCookie = sessionSetCookie(this.#options.url, null);
  }

  /** Ends all sign-ins of a person on every device; returns how many there were. */
  signOutEverywhere(person: Clinician): number {
    return this.#options.sessions.revoke(person.id);
  }

  /** In how many browsers a person is signed in. */
  signInsOf(person: Clinician): number {
    const { clock, sessions } = this.#options;
    const nowMs = clock.wallMs();
    return sessions.signIns().filter((signIn) =>
      signIn.clinician === person.id &&
      signInStands(signIn, { nowMs, fromNetwork: signIn.fromNetwork })
    ).length;
  }

  /** The `Set-Cookie` that the answer must carry, or null. */
  get setCookie(): string | null {
    return this.#setCookie;
  }

  /** This browser's session as it stands now, perhaps under a newer token. */
  #sessionNow(): StoredSession | null {
    return this.#session === null ? null : this.#options.sessions.byId(this.#session.id);
  }

  #personOf(session: StoredSession | null): Clinician | null {
    const { clock, fromNetwork, people } = this.#options;
    const signIn = session?.signIn ?? null;
    if (signIn === null) return null;
    if (!signInStands(signIn, { nowMs: clock.wallMs(), fromNetwork })) return null;
    return people.find(signIn.clinician);
  }

  /** On success the old token is worth nothing: one planted before cannot ride along. */
  #signedIn(outcome: LoginOutcome): LoginOutcome {
    const { sessions } = this.#options;
    if (!outcome.ok) return outcome;
    const before = this.#session;
    if (before !== null) sessions.end(before);
    const token = sessions.issue({
      signIn: this.#newSignIn(outcome.person),
      // Only a browser that was signed in keeps its name, and with it the live page's socket.
      id: before?.signIn == null ? undefined : before.id,
    });
    this.#session = sessions.find(token);
    this.#setCookie = sessionSetCookie(this.#options.url, token);
    return outcome;
  }

  #newSignIn(person: Clinician) {
    const { clock, fromNetwork } = this.#options;
    const nowMs = clock.wallMs();
    return { clinician: person.id, atMs: nowMs, seenMs: nowMs, fromNetwork, revoked: false };
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
