/** How long what speaks over Alba must outlast: a cough, a knock or a cup set down is over sooner. */
const ATTACK_MS = 200;

/** Capture frames of 20 ms. */
const ATTACK_FRAMES = ATTACK_MS / 20;

/**
 * DW4. The envelope of what is heard while Alba speaks, in frames: it rises with each frame whose
 * RMS reaches `threshold` and falls as fast with each that does not, so that the stops between
 * syllables only delay it and single knocks never add up. `reached` ends Alba's playback.
 */
export function bargeInStep(
  envelope: number,
  rms: number,
  threshold: number,
): { readonly envelope: number; readonly reached: boolean } {
  const next = rms < threshold ? Math.max(0, envelope - 1) : envelope + 1;
  return { envelope: next, reached: next >= ATTACK_FRAMES };
}
