import type { Clock } from "@/lib/clock.ts";
import type { SoundCheckReport } from "@/lib/protocol/sound_check.ts";
import { type MeasuredSound, NO_SOUND, withFrame } from "@/lib/page/measured_sound.ts";
import type { CapturedFrame, MicrophonePort } from "@/lib/page/microphone.ts";
import type { MicrophoneTrouble } from "@/lib/page/microphone_trouble.ts";

/** The parts of a sound check, in their order (TR6). */
export const SOUND_CHECK_STEPS = ["quiet", "playback", "speech"] as const;
export type SoundCheckStep = (typeof SOUND_CHECK_STEPS)[number];

/** Long enough for the hum of a fridge or a fan to show. */
export const QUIET_MS = 3000;

/** A calm sentence of a dozen words. */
export const SPEECH_MS = 5000;

export type SoundCheckOutcome =
  | { readonly ok: true; readonly report: SoundCheckReport }
  | { readonly ok: false; readonly trouble: MicrophoneTrouble };

export interface SoundCheckOptions {
  readonly clock: Clock;
  readonly microphone: MicrophonePort;
  /** Plays the tone and the phrase; resolves when they are over, or when they cannot be played. */
  readonly play: () => Promise<void>;
  readonly onStep: (step: SoundCheckStep) => void;
  readonly onLevel: (rms: number) => void;
}

/** Measures room, playback and speech. The microphone is off again when it resolves. */
export async function soundCheckRun(options: SoundCheckOptions): Promise<SoundCheckOutcome> {
  const { clock, microphone, onLevel, onStep, play } = options;
  let measured: MeasuredSound = NO_SOUND;
  const stopped = Promise.withResolvers<MicrophoneTrouble>();
  const opened = await microphone.open({ deviceId: null, echoCancellation: false }, {
    frame(frame: CapturedFrame) {
      measured = withFrame(measured, frame);
      onLevel(frame.rms);
    },
    stopped: (trouble) => stopped.resolve(trouble),
    unmuted() {},
  });
  if (!opened.ok) return { ok: false, trouble: opened.trouble };

  /** What was heard while `done` was pending; throws the trouble that cut it short. */
  const during = async (step: SoundCheckStep, done: () => Promise<void>) => {
    onStep(step);
    measured = NO_SOUND;
    const trouble = await Promise.race([done(), stopped.promise]);
    if (trouble !== undefined) throw new SoundCheckStopped(trouble);
    return measured;
  };
  const wait = (ms: number) => () =>
    new Promise<void>((resolve) => {
      clock.after(ms, resolve);
    });
  try {
    const quiet = await during("quiet", wait(QUIET_MS));
    const playback = await during("playback", play);
    const speech = await during("speech", wait(SPEECH_MS));
    return { ok: true, report: reportOf(quiet, playback, speech, opened.choice) };
  } catch (error) {
    if (!(error instanceof SoundCheckStopped)) throw error;
    return { ok: false, trouble: error.trouble };
  } finally {
    opened.close();
  }
}

class SoundCheckStopped extends Error {
  constructor(readonly trouble: MicrophoneTrouble) {
    super(`Cannot finish the sound check: ${trouble}`);
  }
}

function reportOf(
  quiet: MeasuredSound,
  playback: MeasuredSound,
  speech: MeasuredSound,
  labels: { readonly inputLabel: string; readonly outputLabel: string },
): SoundCheckReport {
  return {
    noise_floor_rms: quiet.meanRms,
    quiet_peak: quiet.peakRms,
    speech_peak: speech.peakRms,
    loopback_peak: playback.peakRms,
    clipped_share: speech.clippedShare,
    input_label: labels.inputLabel,
    output_label: labels.outputLabel,
  };
}
