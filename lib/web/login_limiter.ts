import { type BackoffPolicy, FailureBackoff } from "@/lib/web/failure_backoff.ts";

/** A person mistypes a few times; a program pays from then on. */
const PEER_POLICY: BackoffPolicy = { free: 5, maxWaitMs: 60_000, forgetMs: 15 * 60_000 };

/**
 * For one person's PIN, whoever guesses: two tries a minute, so that a million PINs take most of a
 * year. Longer waits would let a guesser keep the person out.
 */
const PERSON_POLICY: BackoffPolicy = { free: 10, maxWaitMs: 30_000, forgetMs: 15 * 60_000 };

/**
 * Over all peers together, so that many addresses buy nothing; shorter, so that the owner of the
 * box is never locked out for long by somebody else's guesses.
 */
const GLOBAL_POLICY: BackoffPolicy = { free: 20, maxWaitMs: 15_000, forgetMs: 15 * 60_000 };

/** Peers whose failures are remembered at once; the one global count covers the rest. */
const MAX_REMEMBERED = 1_000;

/** A try that may go ahead, or how long to wait first. */
export type LoginTurn =
  | { readonly ok: true; readonly succeeded: () => void }
  | { readonly ok: false; readonly waitMs: number };

export interface LoginTry {
  /** Address that the socket reports. */
  readonly peer: string;
  /** Whose PIN is tried; absent for the passphrase. */
  readonly person?: string;
  /**
   * True in a browser in which this person was signed in before. What others guessed elsewhere
   * does not slow it down: the doctor in the room gets back to a live consultation at once.
   */
  readonly known?: boolean;
}

/**
 * Slows guessing down, per peer, per person and for all together (SE2, CO7); pure over monotonic
 * milliseconds.
 */
export class LoginLimiter {
  readonly #everyone = new FailureBackoff(GLOBAL_POLICY);
  readonly #peers = new Map<string, FailureBackoff>();
  readonly #persons = new Map<string, FailureBackoff>();

  /**
   * Counts a try as failed before it is known, so that many sent at once do not all slip through;
   * `succeeded` takes that back, with all that came before it.
   */
  begin({ peer, person, known = false }: LoginTry, nowMs: number): LoginTurn {
    const counts = [remembered(this.#peers, peer, PEER_POLICY, nowMs)];
    if (!known) {
      counts.push(this.#everyone);
      if (person !== undefined) {
        counts.push(remembered(this.#persons, person, PERSON_POLICY, nowMs));
      }
    }
    const waitMs = Math.max(...counts.map((count) => count.waitMs(nowMs)));
    if (waitMs > 0) return { ok: false, waitMs };
    for (const count of counts) count.fail(nowMs);
    return { ok: true, succeeded: () => counts.forEach((count) => count.succeed()) };
  }
}

function remembered(
  counts: Map<string, FailureBackoff>,
  key: string,
  policy: BackoffPolicy,
  nowMs: number,
): FailureBackoff {
  const known = counts.get(key);
  if (known !== undefined) return known;
  for (const [other, count] of counts) {
    if (count.forgotten(nowMs) || counts.size >= MAX_REMEMBERED) counts.delete(other);
  }
  const count = new FailureBackoff(policy);
  counts.set(key, count);
  return count;
}
