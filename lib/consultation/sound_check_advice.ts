import type { SoundCheckReport } from "@/lib/protocol/sound_check.ts";

/** What a sound check can find wrong (TR6). */
export type SoundFinding =
  | "silent"
  | "clipped"
  | "too_loud"
  | "too_quiet"
  | "noisy"
  | "no_playback";

/** Speech this close to full scale distorts as soon as somebody raises their voice. */
const LOUD_RMS = 0.5;

/** One sample in a thousand at full scale is already heard as a crackle. */
const CLIPPED_SHARE = 0.001;

/** Speech has to stand this far above the quiet room, or its quiet ends are lost in the noise. */
const SPEECH_TO_NOISE = 4;

/** A loudspeaker that reaches the microphone at all raises its level at least this much. */
const PLAYBACK_TO_NOISE = 2;

/** Below this nothing but the microphone's own hiss was heard (−66 dB of full scale). */
const HISS_RMS = 0.0005;

const WORDS: Record<SoundFinding, string> = {
  silent: "The microphone sends only silence. Look for a mute switch, or choose another one.",
  clipped: "Your voice was cut off at its loudest. Turn the microphone down, or move it away.",
  too_loud: "Your voice is very loud. Turn the microphone down a little, or move it away.",
  too_quiet:
    "Your voice hardly stands out from the room. Move the microphone nearer, or turn it up.",
  noisy: "The room is so loud that its noise counts as speech. Close the door or window, or move " +
    "the microphone away from fans and computers.",
  no_playback: "The microphone did not hear Alba. Turn the loudspeaker up; with headphones on, " +
    "the patient would not hear Alba either.",
};

export function findingWords(finding: SoundFinding): string {
  return WORDS[finding];
}

export function isSoundFinding(code: string): code is SoundFinding {
  return Object.hasOwn(WORDS, code);
}

/** Whether the check heard Alba's own voice, or could tell nothing of it. */
export function heardAlba(findings: readonly string[]): boolean {
  return !findings.includes("no_playback") && !findings.includes("silent");
}

/**
 * What is wrong with a measured room, worst first; empty when all is well. `speechFloor` is the
 * RMS at and above which the live page counts sound as speech (BARGE_IN_RMS_THRESHOLD).
 */
export function soundCheckAdvice(
  report: SoundCheckReport,
  speechFloor: number,
): readonly SoundFinding[] {
  const { noise_floor_rms: noise, speech_peak: speech } = report;
  if (speech < HISS_RMS) return ["silent"];
  const findings: SoundFinding[] = [];
  if (report.clipped_share >= CLIPPED_SHARE) findings.push("clipped");
  else if (speech >= LOUD_RMS) findings.push("too_loud");
  if (speech < speechFloor || speech < noise * SPEECH_TO_NOISE) findings.push("too_quiet");
  if (noise >= speechFloor) findings.push("noisy");
  if (report.loopback_peak < Math.max(HISS_RMS, noise * PLAYBACK_TO_NOISE)) {
    findings.push("no_playback");
  }
  return findings;
}
