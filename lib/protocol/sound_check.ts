import * as z from "zod/mini";

/** What the sound-check page measured (TR6), posted to `/api/sound-check`. Levels are RMS or peak
 * of full scale 1. */

const level = z.number().check(z.gte(0), z.lte(1));
const label = z.string().check(z.maxLength(200));

export const soundCheckReport = z.strictObject({
  /** Mean RMS of the quiet room. */
  noise_floor_rms: level,
  /** Highest frame RMS of the quiet room. */
  quiet_peak: level,
  /** Highest frame RMS while the person spoke. */
  speech_peak: level,
  /** Highest frame RMS while the test tone played; near the noise floor means nobody can hear. */
  loopback_peak: level,
  /** Share of speech samples at full scale. */
  clipped_share: level,
  input_label: label,
  output_label: label,
});
export type SoundCheckReport = z.infer<typeof soundCheckReport>;

/** Whether speech over Alba could be told from her own voice in this room (DW4). */
export const bargeInAdvice = z.strictObject({
  words: z.string(),
  /** True when it is on and cannot be. */
  attention: z.boolean(),
});
export type BargeInAdvice = z.infer<typeof bargeInAdvice>;

/** What the service makes of it: fixed codes with words for the person, worst first. */
export const soundCheckReply = z.strictObject({
  findings: z.array(z.strictObject({ code: z.string(), words: z.string() })),
  /** Null where there is no auto mode (EN1). */
  barge_in: z.nullable(bargeInAdvice),
});
export type SoundCheckReply = z.infer<typeof soundCheckReply>;
