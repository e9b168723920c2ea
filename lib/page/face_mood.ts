import type { AffectView } from "@/lib/protocol/affect.ts";
import type { CaptureStatus, SpeechStatus } from "@/lib/protocol/server_messages.ts";

/** What Alba's drawn face does (SK4). */
export type FaceMood = "idle" | "listening" | "attentive" | "speaking";

/**
 * All that the face may know. Nothing here can tell that something is urgent, so the face cannot
 * show it: a patient must not read an alarm in it.
 */
export interface FaceInput {
  readonly capture: Pick<CaptureStatus, "state">;
  /** Pause was tapped. */
  readonly pausing: boolean;
  readonly speech: Pick<SpeechStatus, "state">;
  readonly affect: AffectView | null;
}

/** From this intensity on (0 hardly, 3 overwhelmed) the face leans in. */
const ATTENTIVE_FROM = 2;

export function faceMood({ capture, pausing, speech, affect }: FaceInput): FaceMood {
  if (speech.state === "speaking") return "speaking";
  if (pausing || capture.state !== "recording") return "idle";
  const isMoved = affect !== null && affect.affect !== "calm" && affect.affect !== "relieved";
  return isMoved && affect.intensity >= ATTENTIVE_FROM ? "attentive" : "listening";
}

/** The same in words, for whoever does not see it. */
export const FACE_WORDS: Readonly<Record<FaceMood, string>> = {
  idle: "Alba is not listening",
  listening: "Alba is listening",
  attentive: "Alba is listening closely",
  speaking: "Alba is speaking",
};
