import { samples } from "@/lib/audio/units.ts";
import type { OpenRecorderOutcome } from "@/lib/audio/wav_recorder.ts";

/** Of no sample at all; the audit of a round names it all the same. */
const NOTHING_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A recorder of a room without sound: it counts, and keeps nothing. */
export function silentRecorder(): OpenRecorderOutcome {
  let position = samples(0);
  const advance = (length: number) => {
    position = samples(position + length);
    return { ok: true, position, synced: false } as const;
  };
  return {
    ok: true,
    recorder: {
      get position() {
        return position;
      },
      append: (pcm) => advance(pcm.length),
      appendSilence: (length) => advance(length),
      finish: () => ({ ok: true, length: position, pcmSha256: NOTHING_SHA256 }),
    },
  };
}
