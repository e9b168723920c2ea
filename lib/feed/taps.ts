import { PHRASE_IDS, type PhraseId } from "@/lib/speech/phrase_ids.ts";
import { type FeedFailure, feedFailure } from "@/lib/feed/feed_failure.ts";

/** One tap of the doctor's, at a moment of audio time. */
export interface Tap {
  readonly atMs: number;
  readonly action:
    | { readonly kind: "speak"; readonly phrase: PhraseId }
    | { readonly kind: "stop_speaking" };
}

export type TapsOutcome = { readonly ok: true; readonly taps: readonly Tap[] } | FeedFailure;

const TAP = /^t=(\d+(?:\.\d+)?):([a-z_]+)$/;

/**
 * Reads `t=12.5:invitation,t=40:stop_speaking`: seconds of audio time and what is tapped then, a
 * phrase id or `stop_speaking`. Answers in the order of time. Nothing may be tapped at or after
 * `endMs`, where the microphone ends: it would silently not happen.
 */
export function parseTaps(text: string, endMs: number): TapsOutcome {
  const taps: Tap[] = [];
  for (const part of text.split(",").map((piece) => piece.trim()).filter((piece) => piece !== "")) {
    const [, seconds, name] = TAP.exec(part) ?? [];
    if (seconds === undefined || name === undefined) {
      return refused(part, "a tap is written t=SECONDS:PHRASE, such as t=12.5:invitation");
    }
    const atMs = Number(seconds) * 1000;
    if (atMs >= endMs) return refused(part, `the sound ends after ${endMs / 1000} s`);
    const action = actionOf(name);
    if (action === null) {
      return refused(part, `it takes stop_speaking or one of ${PHRASE_IDS.join(", ")}`);
    }
    taps.push({ atMs, action });
  }
  return { ok: true, taps: taps.sort((a, b) => a.atMs - b.atMs) };
}

function actionOf(name: string): Tap["action"] | null {
  if (name === "stop_speaking") return { kind: "stop_speaking" };
  const phrase = PHRASE_IDS.find((id) => id === name);
  return phrase === undefined ? null : { kind: "speak", phrase };
}

function refused(part: string, why: string): FeedFailure {
  return feedFailure("bad_taps", `Cannot tap "${part}": ${why}.`);
}
