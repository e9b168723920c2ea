/**
 * A sign-in from another device of the network ends with the working day; a tablet that is left
 * behind must not stay open (SE8).
 */
export const NETWORK_SIGN_IN_MS = 12 * 60 * 60 * 1000;

/** And it ends when nobody has used it for this long. */
export const NETWORK_IDLE_MS = 30 * 60 * 1000;

/** That somebody said who they are in this browser. */
export interface SignIn {
  /** Id of the person. */
  readonly clinician: string;
  readonly atMs: number;
  /** When the person last did something with it. */
  readonly seenMs: number;
  /** From another device; such a sign-in ends sooner. */
  readonly fromNetwork: boolean;
  /** Ended by somebody else: "sign out everywhere", a changed PIN, a retirement. */
  readonly revoked: boolean;
}

/** True while it stands. One that was made on the box does not count from elsewhere. */
export function signInStands(
  signIn: SignIn,
  { nowMs, fromNetwork }: { readonly nowMs: number; readonly fromNetwork: boolean },
): boolean {
  if (signIn.revoked || (fromNetwork && !signIn.fromNetwork)) return false;
  if (!signIn.fromNetwork) return true;
  return nowMs - signIn.atMs < NETWORK_SIGN_IN_MS && nowMs - signIn.seenMs < NETWORK_IDLE_MS;
}
