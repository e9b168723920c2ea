import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** N = 2^15, r = 8, p = 1 takes 32 MiB and about 0.1 s (RFC 7914; OWASP's interactive setting). */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;

/** 128 N r bytes are used; Node refuses beyond this, and what is stored may ask for no more. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** `scrypt$N$r$p$salt$key`, salt and key in base64url: the costs may rise and old hashes still match. */
const STORED = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]{22})\$([\w-]{43})$/;

/** A salted hash of a PIN or passphrase, to be stored. Two hashes of one secret differ. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(secret, salt, COST);
  const { N, r, p } = COST;
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Compares in constant time; false also for a stored text that is no hash of ours. */
export async function matchesSecret(secret: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt, key] = STORED.exec(stored) ?? [];
  if (salt === undefined || key === undefined) return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(secret, Buffer.from(salt, "base64url"), cost);
  return timingSafeEqual(derived, Buffer.from(key, "base64url"));
}

function derive(
  secret: string,
  salt: Uint8Array,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(secret, salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) => {
    if (error) reject(error);
    else resolve(key);
  });
  return promise;
}
