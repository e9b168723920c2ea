import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import { parseWav } from "@/lib/audio/wav.ts";
import { resample } from "@/lib/feed/resample.ts";
import { type FeedFailure, feedFailure } from "@/lib/feed/feed_failure.ts";

export type SpeechWavOutcome =
  | {
    readonly ok: true;
    /** At 16 kHz; a copy of its own. */
    readonly pcm: Int16Array;
    /** What the file had; not 16 kHz means that its samples were converted. */
    readonly sampleRateHz: number;
  }
  | FeedFailure;

/** Below telephone quality nothing is understood; above studio quality the header is wrong. */
const RATES = { lowestHz: 8_000, highestHz: 192_000 };

const CONVERT = "Convert it first, for example with " +
  "`ffmpeg -i INPUT -ac 1 -ar 16000 -c:a pcm_s16le OUTPUT.wav`.";

/** Reads a mono PCM16 WAV of any usual rate as samples of 16 kHz; anything else is refused. */
export function readSpeechWav(bytes: Uint8Array): SpeechWavOutcome {
  const header = parseWav(bytes, bytes.byteLength);
  if (!header.ok) {
    const advice = header.code === "not_mono_pcm16" ? ` ${CONVERT}` : "";
    return feedFailure("bad_wav", `${header.words}.${advice}`);
  }
  const { sampleRateHz, dataOffset, length } = header;
  if (sampleRateHz < RATES.lowestHz || sampleRateHz > RATES.highestHz) {
    const words =
      `Cannot read WAV: a rate of ${sampleRateHz} Hz is no speech recording. ${CONVERT}`;
    return feedFailure("bad_wav", words);
  }
  if (length === 0) return feedFailure("bad_wav", "Cannot read WAV: it holds no sound.");
  const pcm = pcmFromBytes(bytes.slice(dataOffset, dataOffset + 2 * length));
  return { ok: true, pcm: resample(pcm, sampleRateHz, SAMPLE_RATE_HZ), sampleRateHz };
}
