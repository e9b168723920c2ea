import { FRAME_SAMPLES, samplesToMs } from "@/lib/audio/units.ts";
import type { Clock } from "@/lib/clock.ts";
import type { CaptureChoice, MicrophonePort } from "@/lib/page/microphone.ts";

export const FRAME_MS = samplesToMs(FRAME_SAMPLES);

/** The quiet meter judges so many. */
const FRAMES_AT_ONCE = 5;

/** What a virtual room sounds like is its level alone: one frame serves all. */
const NOTHING = new Int16Array(FRAME_SAMPLES);

const CHOICE: CaptureChoice = {
  inputLabel: "virtual microphone",
  outputLabel: "virtual loudspeaker",
  echoCancellation: true,
  noiseSuppression: false,
  autoGainControl: false,
};

export interface SimulatedMicrophoneParts {
  readonly clock: Clock;
  /** The room's level now, RMS of full scale 1. */
  readonly level: () => number;
  /** A burst of frames is over, and its last has just ended. */
  readonly heard: () => void;
}

/** The worklet's frames of a room that has a level and no sound, five at a time. */
export function simulatedMicrophone(parts: SimulatedMicrophoneParts): MicrophonePort {
  const { clock, heard, level } = parts;
  return {
    open(_request, { frame }) {
      let isOpen = true;
      const burst = () => {
        if (!isOpen) return;
        const rms = level();
        const stampMs = clock.wallMs() - FRAMES_AT_ONCE * FRAME_MS;
        for (let n = 1; n <= FRAMES_AT_ONCE && isOpen; n++) {
          frame({ pcm: NOTHING, rms, peak: rms, stampMs: stampMs + n * FRAME_MS });
        }
        heard();
        clock.after(FRAME_MS * FRAMES_AT_ONCE, burst);
      };
      clock.after(FRAME_MS * FRAMES_AT_ONCE, burst);
      const close = () => void (isOpen = false);
      return Promise.resolve({ ok: true, choice: CHOICE, close });
    },
    devices: () => Promise.resolve([]),
    onDevicesChanged: () => () => {},
  };
}
