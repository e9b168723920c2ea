import type { Clock } from "@/lib/clock.ts";
import { type Frame, FrameDecoder } from "@/lib/engines/frames.ts";
import type { WorkerChild } from "@/lib/engines/worker_child.ts";
import { type StderrSummary, StderrWatch } from "@/lib/engines/worker_stderr.ts";

/** Time for the last words on the pipes after the exit, in case a grandchild holds them open. */
const DRAIN_GRACE_MS = 250;

/** One life of a worker process, from its start until it is reaped. */
export interface WorkerRun {
  readonly child: WorkerChild;
  stderr(): StderrSummary;
  /** Resolves when the process is reaped and its pipes are drained; never rejects. */
  readonly gone: Promise<void>;
}

export interface RunListener {
  onFrame(frame: Frame): void;
  /** The process ended, closed its stdout, or wrote what is no frame. May be called again. */
  onEnd(cause: "exited" | "rubbish"): void;
}

/** Reads a child's pipes until they end. Frames before rubbish are still delivered. */
export function watchRun(child: WorkerChild, clock: Clock, listener: RunListener): WorkerRun {
  const watch = new StderrWatch();
  const stdout = child.stdout.getReader();
  const stderr = child.stderr.getReader();
  const stdoutRead = readFrames(stdout, listener);
  const stderrRead = readChunks(stderr, (chunk) => watch.push(chunk));
  void child.exited.then(() => listener.onEnd("exited"));
  const gone = (async () => {
    await child.exited;
    const cancelGrace = clock.after(DRAIN_GRACE_MS, () => {
      void stdout.cancel().catch(ignoreClosed);
      void stderr.cancel().catch(ignoreClosed);
    });
    await Promise.all([stdoutRead, stderrRead]);
    cancelGrace();
  })();
  return { child, stderr: () => watch.summary(), gone };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function readFrames(reader: Reader, listener: RunListener): Promise<void> {
  const decoder = new FrameDecoder();
  await readChunks(reader, (chunk) => {
    const { frames, fault } = decoder.push(chunk);
    for (const frame of frames) listener.onFrame(frame);
    if (fault !== null) listener.onEnd("rubbish");
  });
  listener.onEnd("exited");
}

/** Reads to the end of the stream. A broken pipe ends it too: the exit is what counts. */
async function readChunks(reader: Reader, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      onChunk(step.value);
    }
  } catch {
    ignoreClosed();
  }
}

function ignoreClosed(): void {}
