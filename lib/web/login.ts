import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { Clock } from "@/lib/clock.ts";
import { LoginLimiter } from "@/lib/web/login_limiter.ts";

/** N = 2^15, r = 8, p = 1 takes 32 MiB and about 0.1 s (RFC 7914; OWASP's interactive setting). */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;
const KEY_BYTES = 32;

export type LoginOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: "wrong" | "wait"; readonly words: string };

/** Checks the owner's passphrase in constant time, as often as the limiter lets (SE2). */
export class Login {
  readonly #passphrase: string;
  readonly #clock: Clock;
  readonly #limiter = new LoginLimiter();
  readonly #salt = randomBytes(16);
  #wanted: Promise<Buffer> | null = null;

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
    const turn = this.#limiter.begin(peer, this.#clock.monotonicMs());
    if (!turn.ok) return { ok: false, code: "wait", words: waitWords(turn.waitMs) };
    if (!await this.#matches(passphrase)) {
      return { ok: false, code: "wrong", words: "That is not the passphrase. Try again." };
    }
    turn.succeeded();
    return { ok: true };
  }

  async #matches(passphrase: string): Promise<boolean> {
    this.#wanted ??= derive(this.#passphrase, this.#salt);
    return timingSafeEqual(await derive(passphrase, this.#salt), await this.#wanted);
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
