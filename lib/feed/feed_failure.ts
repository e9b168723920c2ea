/** Why a feed could not be carried through; `words` are printed as they stand. */
export interface FeedFailure {
  readonly ok: false;
  readonly code:
    | "bad_taps"
    | "bad_text"
    | "bad_wav"
    | "unreachable"
    | "sign_in"
    | "refused"
    | "room_busy"
    | "ears_stuck"
    | "unfinished";
  readonly words: string;
}

export function feedFailure(code: FeedFailure["code"], words: string): FeedFailure {
  return { ok: false, code, words };
}
