/** Levels of a stretch of sound; RMS is of full scale 1, over frames of 20 ms. */
export interface MeasuredSound {
  readonly frames: number;
  readonly meanRms: number;
  readonly peakRms: number;
  /** Share of samples at full scale, 0 to 1. */
  readonly clippedShare: number;
}

export const NO_SOUND: MeasuredSound = { frames: 0, meanRms: 0, peakRms: 0, clippedShare: 0 };

/** The largest value a PCM16 sample has in both directions; there the microphone was cut off. */
const FULL_SCALE = 32_767;

/** The stretch with one more frame. */
export function withFrame(
  sound: MeasuredSound,
  frame: { readonly rms: number; readonly pcm: Int16Array },
): MeasuredSound {
  const frames = sound.frames + 1;
  const clipped = frame.pcm.reduce((n, sample) => n + (Math.abs(sample) >= FULL_SCALE ? 1 : 0), 0);
  const share = frame.pcm.length === 0 ? 0 : clipped / frame.pcm.length;
  return {
    frames,
    meanRms: sound.meanRms + (frame.rms - sound.meanRms) / frames,
    peakRms: Math.max(sound.peakRms, frame.rms),
    clippedShare: sound.clippedShare + (share - sound.clippedShare) / frames,
  };
}
