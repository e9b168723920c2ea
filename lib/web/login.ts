import type { Clock } from "@/lib/clock.ts";
import type { People } from "@/lib/people/people.ts";
import { hashSecret, matchesSecret } from "@/lib/people/secret_hash.ts";
import type { Clinician } from "@/lib/record/clinician_store.ts";
import { LoginLimiter, type LoginTry } from "@/lib/web/login_limiter.ts";

export type LoginOutcome =
  | { readonly ok: true; readonly person: Clinician }
  | {
    readonly ok: false;
    readonly code: "wrong" | "wait";
    readonly words: string;
    /** Time until the next try is allowed, in milliseconds; 0 when it is now. */
    readonly waitMs: number;
  };

export interface LoginOptions {
  readonly people: Pick<
    People,
    "owner" | "find" | "checkPin" | "noteSignedIn" | "noteSignInFailed"
  >;
  /** The owner's passphrase; empty when none is set. */
  readonly passphrase: string;
  readonly clock: Clock;
}

/** Checks who somebody is, in constant time and as often as the limiter lets (SE2, CO7). */
export class Login {
  readonly #options: LoginOptions;
  readonly #limiter = new LoginLimiter();
  #wanted: Promise<string> | null = null;

  constructor(options: LoginOptions) {
    this.#options = options;
  }

  /** The owner's passphrase; never throws for a wrong one. */
  passphrase(given: string, from: Pick<LoginTry, "peer">): Promise<LoginOutcome> {
    const { passphrase, people } = this.#options;
    return this.#attempt(
      from,
      "wrong_passphrase",
      "That is not the passphrase. Try again.",
      async () => {
        if (passphrase === "") return null;
        this.#wanted ??= hashSecret(passphrase);
        return await matchesSecret(given, await this.#wanted) ? people.owner() : null;
      },
    );
  }

  /** A person's PIN; `known` browsers of theirs are not slowed down by what others guess. */
  pin(
    { person, pin }: { readonly person: string; readonly pin: string },
    from: Pick<LoginTry, "peer" | "known">,
  ): Promise<LoginOutcome> {
    const { people } = this.#options;
    const words = "That is not the PIN of this person. Try again.";
    return this.#attempt(
      { ...from, person },
      "wrong_pin",
      words,
      async () => await people.checkPin(person, pin) ? people.find(person) : null,
    );
  }

  async #attempt(
    given: LoginTry,
    failure: "wrong_passphrase" | "wrong_pin",
    words: string,
    check: () => Promise<Clinician | null>,
  ): Promise<LoginOutcome> {
    const { clock, people } = this.#options;
    const turn = this.#limiter.begin(given, clock.monotonicMs());
    if (!turn.ok) {
      return { ok: false, code: "wait", words: waitWords(turn.waitMs), waitMs: turn.waitMs };
    }
    const person = await check();
    if (person === null) {
      people.noteSignInFailed(failure);
      return { ok: false, code: "wrong", words, waitMs: 0 };
    }
    turn.succeeded();
    people.noteSignedIn(person);
    return { ok: true, person };
  }
}

function waitWords(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  const unit = seconds === 1 ? "second" : "seconds";
  return `Too many wrong tries. Wait ${seconds} ${unit}, then try again.`;
}
