import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import type { SpeakerEncoder } from "@/lib/engines/speakers/speaker_encoder.ts";
import type { HeardCell } from "@/lib/engines/speakers/speaker_path.ts";
import type { VoiceCell } from "@/lib/engines/speakers/voice_cells.ts";
import type { RecordingSource } from "@/lib/consultation/finalise/recording_source.ts";

/** One call: a third of a second of one core, so that a stop is noticed soon. */
const CELLS_PER_CALL = 16;

/** Cells further apart are sent in separate calls: the audio between them would be sent for nothing. */
const LONGEST_CALL: Samples = msToSamples(120_000);

export type EmbedCellsOutcome =
  | { readonly ok: true; readonly cells: readonly HeardCell[] }
  | { readonly ok: false; readonly code: "cancelled" | "crashed" };

/** Listens to each cell's voice; `onProgress` is told the share done, 0 to 1. */
export async function embedCells(
  source: RecordingSource,
  cells: readonly VoiceCell[],
  encoder: SpeakerEncoder,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<EmbedCellsOutcome> {
  const heard: HeardCell[] = [];
  while (heard.length < cells.length) {
    const batch = nextBatch(cells, heard.length);
    const start = samples(Math.min(...batch.map(({ window }) => window.start)));
    const end = samples(
      Math.min(source.length, Math.max(...batch.map(({ window }) => window.end))),
    );
    const windows = batch.map(({ window }) => ({
      start: samples(Math.min(window.start, end) - start),
      end: samples(Math.min(window.end, end) - start),
    }));
    const outcome = await encoder.embed(await source.read(start, end), windows, signal);
    if (!outcome.ok) return { ok: false, code: outcome.code };
    outcome.embeddings.forEach((embedding, index) => {
      const cell = batch[index];
      if (cell !== undefined) heard.push({ ...cell, embedding });
    });
    onProgress(heard.length / cells.length);
  }
  return { ok: true, cells: heard };
}

function nextBatch(cells: readonly VoiceCell[], from: number): readonly VoiceCell[] {
  const first = cells[from];
  const batch = cells.slice(from, from + CELLS_PER_CALL);
  const far = batch.findIndex(({ window }) =>
    window.end - (first?.window.start ?? 0) > LONGEST_CALL
  );
  return far > 0 ? batch.slice(0, far) : batch;
}
