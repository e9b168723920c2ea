import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { Clock } from "@/lib/clock.ts";
import { type BackoffPolicy, FailureBackoff } from "@/lib/web/failure_backoff.ts";

/** A person mistypes a few times; a program pays from then on. */
const PEER_POLICY: BackoffPolicy = { free: 5, maxWaitMs: 60_000, forgetMs: 15 * 60_000 };

/** Over all peers together, so that many addresses buy nothing; shorter, so that the owner of the
 * box is never locked out for long by somebody else's guesses. */
const GLOBAL_POLICY: BackoffPolicy = { free: 20, maxWaitMs: 15_000, forgetMs: 15 * 60_000 };

/** Peers whose failures are remembered at once; the one global count covers the rest. */
const MAX_PEERS = 1_000;

/** N = 2^15, r = 8, p = 1 takes 32 MiB and about 0.1 s (RFC 7914; OWASP's interactive setting). */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;
const KEY_BYTES = 32;

export type LoginOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: "wrong" | "wait"; readonly words: string };

/** Checks the owner's passphrase in constant time and slows guessing down (SE2). */
export class Login {
  readonly #passphrase: string;
  readonly #clock: Clock;
  readonly #salt = randomBytes(16);
  readonly #everyone = new FailureBackoff(GLOBAL_POLICY);
  readonly #peers = new Map<string, FailureBackoff>();

  constructor(options: { passphrase: string; clock: Clock }) {
    this.#passphrase = options.passphrase;
    this.#clock = options.clock;
  }

  /** False when no passphrase is set: then everybody on the box is in. */
  get required(): boolean {
    return this.#passphrase !== "";
  }

  /** `peer` is the address the socket reports. Never throws for a wrong passphrase. */
  async attempt(passphrase: string, peer: string): Promise<LoginOutcome> {
    const now = this.#clock.monotonicMs();
    const counts = [this.#everyone, this.#peer(peer, now)];
    const waitMs = Math.max(...counts.map((count) => count.waitMs(now)));
    if (waitMs > 0) return { ok: false, code: "wait", words: waitWords(waitMs) };
    // Counted before it is known, so that many tries sent at once do not all slip through.
    for (const count of counts) count.fail(now);
    if (!await this.#matches(passphrase)) {
      return { ok: false, code: "wrong", words: "That is not the passphrase. Try again." };
    }
    for (const count of counts) count.succeed();
    return { ok: true };
  }

  async #matches(passphrase: string): Promise<boolean> {
    const [given, wanted] = await Promise.all([
      derive(passphrase, this.#salt),
      derive(this.#passphrase, this.#salt),
    ]);
    return timingSafeEqual(given, wanted);
  }

  #peer(peer: string, nowMs: number): FailureBackoff {
    const known = this.#peers.get(peer);
    if (known !== undefined) return known;
    for (const [address, count] of this.#peers) {
      if (count.forgotten(nowMs) || this.#peers.size >= MAX_PEERS) this.#peers.delete(address);
    }
    const count = new FailureBackoff(PEER_POLICY);
    this.#peers.set(peer, count);
    return count;
  }
}

function derive(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(passphrase, salt, KEY_BYTES, SCRYPT, (error, key) => {
    if (error) reject(error);
    else resolve(key);
  });
  return promise;
}

function waitWords(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  const unit = seconds === 1 ? "second" : "seconds";
  return `Too many wrong passphrases. Wait ${seconds} ${unit}, then try again.`;
}
