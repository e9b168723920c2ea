import { msToSamples, type Samples, samplesToMs } from "@/lib/audio/units.ts";
import type { Capture } from "@/lib/record/capture_store.ts";

/**
 * How much silence belongs between the last recorded sample and the first one after a restart. The
 * recording may reach up to a second beyond the checkpoint; that part was heard, so it is not gap.
 * Zero when the box's clock was set back meanwhile: a guess would shift every later word.
 */
export function crashGap(
  checkpoint: Pick<Capture, "checkpointSample" | "checkpointWallMs">,
  recorded: Samples,
  nowWallMs: number,
): Samples {
  const lastHeardMs = checkpoint.checkpointWallMs +
    samplesToMs(recorded - checkpoint.checkpointSample);
  return msToSamples(Math.max(0, nowWallMs - lastHeardMs));
}
