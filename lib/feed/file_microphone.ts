import { FRAME_SAMPLES } from "@/lib/audio/units.ts";

const LARGEST = 32_767;
const SMALLEST = -32_768;

/** What Alba says, as the microphone of a room without echo cancellation hears it. */
export interface Echo {
  /** At 16 kHz. */
  readonly pcm: Int16Array;
  readonly fromFrame: number;
  /** 1: as loud as it was made. */
  readonly level: number;
}

/** Recorded sound as the frames of a microphone, the last one filled up with silence. */
export class FileMicrophone {
  readonly #pcm: Int16Array;
  #taken = 0;

  /** Copies `pcm`, which has 16 kHz. */
  constructor(pcm: Int16Array) {
    this.#pcm = new Int16Array(Math.ceil(pcm.length / FRAME_SAMPLES) * FRAME_SAMPLES);
    this.#pcm.set(pcm);
  }

  get frames(): number {
    return this.#pcm.length / FRAME_SAMPLES;
  }

  /** Frames that were taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /** What was heard so far, echoes included. */
  get heard(): Int16Array {
    return this.#pcm.subarray(0, this.#taken * FRAME_SAMPLES);
  }

  /** The next frame, with the echo of what sounds in the room; undefined at the end. */
  take(echo: Echo | null): Int16Array | undefined {
    if (this.#taken === this.frames) return undefined;
    const number = this.#taken++;
    const frame = this.#pcm.subarray(number * FRAME_SAMPLES, (number + 1) * FRAME_SAMPLES);
    if (echo !== null) mix(frame, echo, (number - echo.fromFrame) * FRAME_SAMPLES);
    return frame;
  }
}

function mix(frame: Int16Array, echo: Echo, from: number): void {
  for (let at = 0; at < frame.length; at++) {
    const sum = (frame[at] ?? 0) + echo.level * (echo.pcm[from + at] ?? 0);
    frame[at] = Math.max(SMALLEST, Math.min(LARGEST, Math.round(sum)));
  }
}
