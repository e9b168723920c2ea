import { BYTES_PER_SAMPLE, pcmFromBytes, pcmToBytes } from "@/lib/audio/pcm.ts";
import { silenced, type Span } from "@/lib/audio/spans.ts";
import { SAMPLE_RATE_HZ, type Samples, samples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";

/**
 * The derived copy of SP8 is a view: the original with zeros inside the spans, made while it is
 * read, so that there is no second file to keep, to back up or to forget when deleting. Without
 * spans it is the original itself.
 */
export interface MutedView {
  readonly path: string;
  /** Samples to show; a recording that is still growing is shown as far as it was then. */
  readonly length: Samples;
  /** Sorted and merged, see `exclusionSpans`. */
  readonly spans: readonly Span[];
}

/** One read of the file; large enough to be quick, small enough for a seek to answer at once. */
const BLOCK_BYTES = 64 * 1024;

/** Size of the view in bytes, for Content-Length and Content-Range. */
export function mutedViewBytes(view: MutedView): number {
  return WAV_HEADER_BYTES + view.length * BYTES_PER_SAMPLE;
}

/**
 * Bytes `start` (included) to `end` (not) of the view, read block by block as they are asked for;
 * only the blocks inside the range are read. The stream fails when the file is gone or shorter
 * than the view says. Throws `RangeError` unless `0 ≤ start ≤ end ≤ size`.
 */
export function mutedBytes(
  view: MutedView,
  start: number,
  end: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!(0 <= start && start <= end && end <= mutedViewBytes(view))) {
    throw new RangeError(`Cannot read bytes "${start} to ${end}": outside the recording`);
  }
  let at = start;
  let file: Deno.FsFile | undefined;
  const close = () => {
    file?.close();
    file = undefined;
  };
  return new ReadableStream({
    async pull(controller) {
      if (at >= end) {
        close();
        controller.close();
        return;
      }
      try {
        file ??= await Deno.open(view.path);
        const bytes = await block(view, file, at, Math.min(end, at + BLOCK_BYTES));
        at += bytes.byteLength;
        controller.enqueue(bytes);
      } catch (error) {
        close();
        throw error;
      }
    },
    cancel: close,
  }, { highWaterMark: 1 });
}

async function block(
  view: MutedView,
  file: Deno.FsFile,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (start < WAV_HEADER_BYTES) {
    return new Uint8Array(wavHeader(view.length, SAMPLE_RATE_HZ).slice(start, end));
  }
  // A range may begin or end inside a sample, so whole samples are read and the edges cut off.
  const first = Math.floor((start - WAV_HEADER_BYTES) / BYTES_PER_SAMPLE);
  const last = Math.ceil((end - WAV_HEADER_BYTES) / BYTES_PER_SAMPLE);
  const bytes = new Uint8Array((last - first) * BYTES_PER_SAMPLE);
  await file.seek(WAV_HEADER_BYTES + first * BYTES_PER_SAMPLE, Deno.SeekMode.Start);
  for (let done = 0; done < bytes.byteLength;) {
    const read = await file.read(bytes.subarray(done));
    if (read === null) {
      throw new RangeError("Cannot read the recording: it is shorter than its row");
    }
    done += read;
  }
  const muted = pcmToBytes(silenced(pcmFromBytes(bytes), samples(first), view.spans));
  const skip = start - WAV_HEADER_BYTES - first * BYTES_PER_SAMPLE;
  return new Uint8Array(muted.subarray(skip, skip + end - start));
}
