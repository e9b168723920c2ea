import { Buffer } from "node:buffer";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "@/lib/clock.ts";
import type { SignIn } from "@/lib/web/sign_in.ts";

/** A clinic's day: longer than any shift, so that nobody is thrown out of a consultation. */
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** 256 random bits cannot be guessed at any rate a socket allows. */
const TOKEN_BYTES = 32;

/** One box, a few browsers: more than this is a script, and costs the oldest session its place. */
const MAX_SESSIONS = 500;

/** How old the kept time of last use may be; each page need not cost a write to the disk. */
const SEEN_PRECISION_MS = 60_000;

/** What is kept of a session; the token itself is only ever in the browser. */
export interface StoredSession {
  readonly tokenHash: string;
  /**
   * Names the browser over a renewed sign-in, when the token changes: the live page's socket was
   * opened under the token from before.
   */
  readonly id: string;
  readonly expiresAtMs: number;
  /** Null until somebody signs in. An ended one stays, so that its browser is known again. */
  readonly signIn: SignIn | null;
}

/** Where sessions outlive a restart, so that a crash does not cost a live page its socket (CO1). */
export interface SessionStorage {
  load(): readonly StoredSession[];
  save(sessions: readonly StoredSession[]): void;
}

/**
 * The browsers that may change things (SE2). Tokens are kept as an HMAC under the owner's
 * passphrase: who reads the file cannot use it, and a changed passphrase ends every session.
 */
export class SessionStore {
  readonly #clock: Clock;
  readonly #storage: SessionStorage;
  readonly #passphrase: string;
  readonly #sessions = new Map<string, StoredSession>();
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(options: { clock: Clock; storage: SessionStorage; passphrase: string }) {
    this.#clock = options.clock;
    this.#storage = options.storage;
    this.#passphrase = options.passphrase;
    for (const session of options.storage.load()) this.#sessions.set(session.tokenHash, session);
    this.#prune();
  }

  /** Starts a session and returns its token, 43 characters of base64url. */
  issue(options: { signIn: SignIn | null; id?: string }): string {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    this.#put({
      tokenHash: this.#hash(token),
      id: options.id ?? randomUUID(),
      expiresAtMs: this.#clock.wallMs() + SESSION_LIFETIME_MS,
      signIn: options.signIn,
    });
    return token;
  }

  /** The live session of a token, or null when there is none (any more). */
  find(token: string | null): StoredSession | null {
    return token === null ? null : this.#live(this.#sessions.get(this.#hash(token)));
  }

  /** The same browser's session as it stands now, under whatever token; null once it is over. */
  byId(id: string): StoredSession | null {
    for (const session of this.#sessions.values()) {
      if (session.id === id) return this.#live(session);
    }
    return null;
  }

  /** Gives a session past half of its life a new one; called when a page is opened. */
  renew(session: StoredSession): void {
    const now = this.#clock.wallMs();
    const current = this.#current(session);
    if (current === null || current.expiresAtMs - now > SESSION_LIFETIME_MS / 2) return;
    this.#put({ ...current, expiresAtMs: now + SESSION_LIFETIME_MS });
  }

  /**
   * Signs somebody in without a new token: the person is there and has just proved who they are.
   * Returns the session as it is now; null when it has ended meanwhile.
   */
  signIn(session: StoredSession, signIn: SignIn): StoredSession | null {
    const current = this.#current(session);
    if (current !== null) this.#put({ ...current, signIn });
    return this.#current(session);
  }

  /** Notes that the person did something; the kept time is exact to a minute. */
  seen(session: StoredSession): void {
    const now = this.#clock.wallMs();
    const current = this.#current(session);
    const signIn = current?.signIn ?? null;
    if (current === null || signIn === null || now - signIn.seenMs < SEEN_PRECISION_MS) return;
    this.#put({ ...current, signIn: { ...signIn, seenMs: now } });
  }

  /** Takes a token's worth away; its browser may go on under a new one of the same id. */
  end(session: StoredSession): void {
    if (this.#sessions.delete(session.tokenHash)) this.#save();
  }

  /** Ends a session because its person wants that, and tells who watches it. */
  signOut(session: StoredSession): void {
    this.end(session);
    this.#tell([session.id]);
  }

  /**
   * Calls back when a browser's sign-in is ended by hand, never when it runs out; returns how to stop
   * that. What is called has to look whether anybody is signed in: who sets their own PIN is back
   * in the same breath.
   */
  watch(id: string, ended: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(ended));
    return () => {
      watchers.delete(ended);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  /** Ends every sign-in of one person, and tells who watches; returns how many there were. */
  revoke(clinician: string): number {
    const ended: string[] = [];
    for (const [hash, session] of this.#sessions) {
      const { signIn } = session;
      if (signIn?.clinician !== clinician || signIn.revoked) continue;
      this.#sessions.set(hash, { ...session, signIn: { ...signIn, revoked: true } });
      ended.push(session.id);
    }
    if (ended.length > 0) this.#save();
    this.#tell(ended);
    return ended.length;
  }

  /** Every sign-in that has been kept, standing or not. */
  signIns(): readonly SignIn[] {
    return [...this.#sessions.values()].flatMap(({ signIn }) => signIn === null ? [] : [signIn]);
  }

  /** What a request found may have been ended or revoked by another one since. */
  #current({ tokenHash }: StoredSession): StoredSession | null {
    return this.#live(this.#sessions.get(tokenHash));
  }

  #live(session: StoredSession | undefined): StoredSession | null {
    return session !== undefined && session.expiresAtMs > this.#clock.wallMs() ? session : null;
  }

  #put(session: StoredSession): void {
    this.#sessions.delete(session.tokenHash);
    this.#sessions.set(session.tokenHash, session);
    this.#prune();
    this.#save();
  }

  /** A `Map` iterates in order of insertion, so the first ones are the oldest. */
  #prune(): void {
    const now = this.#clock.wallMs();
    for (const [hash, session] of this.#sessions) {
      if (session.expiresAtMs <= now) this.#sessions.delete(hash);
    }
    for (const [hash] of this.#sessions) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.#sessions.delete(hash);
    }
  }

  /** After the change as a whole: who called may be signing the person in again right now. */
  #tell(ids: readonly string[]): void {
    const told = ids.flatMap((id) => [...this.#watchers.get(id) ?? []]);
    if (told.length > 0) queueMicrotask(() => told.forEach((ended) => ended()));
  }

  #save(): void {
    this.#storage.save([...this.#sessions.values()]);
  }

  #hash(token: string): string {
    // An empty key is legal, and is what a box without a passphrase has.
    return createHmac("sha256", Buffer.from(this.#passphrase)).update(token).digest("hex");
  }
}
