import { type BackoffPolicy, FailureBackoff } from "@/lib/web/failure_backoff.ts";

/** A person mistypes a few times; a program pays from then on. */
const PEER_POLICY: BackoffPolicy = { free: 5, maxWaitMs: 60_000, forgetMs: 15 * 60_000 };

/**
 * Over all peers together, so that many addresses buy nothing; shorter, so that the owner of the
 * box is never locked out for long by somebody else's guesses.
 */
const GLOBAL_POLICY: BackoffPolicy = { free: 20, maxWaitMs: 15_000, forgetMs: 15 * 60_000 };

/** Peers whose failures are remembered at once; the one global count covers the rest. */
const MAX_PEERS = 1_000;

/** A try that may go ahead, or how long to wait first. */
export type LoginTurn =
  | { readonly ok: true; readonly succeeded: () => void }
  | { readonly ok: false; readonly waitMs: number };

/** Slows guessing down, per peer and for all together (SE2); pure over monotonic milliseconds. */
export class LoginLimiter {
  readonly #everyone = new FailureBackoff(GLOBAL_POLICY);
  readonly #peers = new Map<string, FailureBackoff>();

  /**
   * Counts a try as failed before it is known, so that many sent at once do not all slip through;
   * `succeeded` takes that back, with all that came before it.
   */
  begin(peer: string, nowMs: number): LoginTurn {
    const counts = [this.#everyone, this.#peer(peer, nowMs)];
    const waitMs = Math.max(...counts.map((count) => count.waitMs(nowMs)));
    if (waitMs > 0) return { ok: false, waitMs };
    for (const count of counts) count.fail(nowMs);
    return { ok: true, succeeded: () => counts.forEach((count) => count.succeed()) };
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
