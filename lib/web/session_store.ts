import { Buffer } from "node:buffer";
import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "@/lib/clock.ts";

/** A clinic's day: longer than any shift, so that nobody is thrown out of a consultation. */
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** 256 random bits cannot be guessed at any rate a socket allows. */
const TOKEN_BYTES = 32;

/** One box, a few browsers: more than this is a script, and costs the oldest session its place. */
const MAX_SESSIONS = 500;

/** What is kept of a session; the token itself is only ever in the browser. */
export interface StoredSession {
  readonly tokenHash: string;
  readonly expiresAtMs: number;
  readonly signedIn: boolean;
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

  constructor(options: { clock: Clock; storage: SessionStorage; passphrase: string }) {
    this.#clock = options.clock;
    this.#storage = options.storage;
    this.#passphrase = options.passphrase;
    for (const session of options.storage.load()) this.#sessions.set(session.tokenHash, session);
    this.#prune();
  }

  /** Starts a session and returns its token, 43 characters of base64url. */
  issue(options: { signedIn: boolean }): string {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    this.#put({
      tokenHash: this.#hash(token),
      expiresAtMs: this.#clock.wallMs() + SESSION_LIFETIME_MS,
      signedIn: options.signedIn,
    });
    return token;
  }

  /** The live session of a token, or null when there is none (any more). */
  find(token: string | null): StoredSession | null {
    if (token === null) return null;
    const session = this.#sessions.get(this.#hash(token));
    return session !== undefined && session.expiresAtMs > this.#clock.wallMs() ? session : null;
  }

  /** Gives a session past half of its life a new one; called when a page is opened. */
  renew(session: StoredSession): void {
    const now = this.#clock.wallMs();
    if (session.expiresAtMs - now > SESSION_LIFETIME_MS / 2) return;
    this.#put({ ...session, expiresAtMs: now + SESSION_LIFETIME_MS });
  }

  end(session: StoredSession): void {
    if (this.#sessions.delete(session.tokenHash)) this.#save();
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

  #save(): void {
    this.#storage.save([...this.#sessions.values()]);
  }

  #hash(token: string): string {
    // An empty key is legal, and is what a box without a passphrase has.
    return createHmac("sha256", Buffer.from(this.#passphrase)).update(token).digest("hex");
  }
}
