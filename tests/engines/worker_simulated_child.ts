import { encodeFrame, FrameDecoder, type JsonObject } from "@/lib/engines/frames.ts";
import type { LaunchWorker, WorkerChild, WorkerExit } from "@/lib/engines/worker_child.ts";

/** A child process in memory: the test plays its part. */
export interface SimulatedChild {
  readonly isAlive: () => boolean;
  readonly wasKilled: () => boolean;
  /** Requests it has been sent, in order. */
  readonly received: JsonObject[];
  say(json: JsonObject, binary?: Uint8Array): void;
  print(text: string): void;
  complain(text: string): void;
  exit(code: number): void;
}

export interface SimulatedChildren {
  readonly launch: LaunchWorker;
  readonly all: SimulatedChild[];
  /** The child that was started last; throws when none was. */
  last(): SimulatedChild;
}

/** With `ignoresClose`, children stay until they are killed. */
export function simulatedChildren(options: { ignoresClose?: boolean } = {}): SimulatedChildren {
  const all: SimulatedChild[] = [];
  return {
    all,
    launch() {
      const { simulated, child } = simulateChild(options.ignoresClose ?? false, all.length + 1);
      all.push(simulated);
      return child;
    },
    last() {
      const child = all.at(-1);
      if (child === undefined) throw new Error("no child was started");
      return child;
    },
  };
}

function simulateChild(ignoresClose: boolean, pid: number) {
  const stdout = pipe();
  const stderr = pipe();
  const exited = Promise.withResolvers<WorkerExit>();
  const decoder = new FrameDecoder();
  const received: JsonObject[] = [];
  let alive = true;
  let killed = false;
  const end = (exit: WorkerExit) => {
    if (!alive) return;
    alive = false;
    stdout.close();
    stderr.close();
    exited.resolve(exit);
  };
  const child: WorkerChild = {
    pid,
    stdout: stdout.stream,
    stderr: stderr.stream,
    exited: exited.promise,
    write: (bytes) => received.push(...decoder.push(bytes).frames.map(({ json }) => json)),
    closeStdin: () => ignoresClose || end({ code: 0, signal: null }),
    kill() {
      killed = true;
      end({ code: 137, signal: "SIGKILL" });
    },
  };
  const text = new TextEncoder();
  const simulated: SimulatedChild = {
    isAlive: () => alive,
    wasKilled: () => killed,
    received,
    say: (json, binary) => alive && stdout.push(encodeFrame(json, binary)),
    print: (line) => alive && stdout.push(text.encode(line)),
    complain: (line) => alive && stderr.push(text.encode(line)),
    exit: (code) => end({ code, signal: null }),
  };
  return { simulated, child };
}

function pipe() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    undefined,
    { highWaterMark: Infinity },
  );
  const writer = writable.getWriter();
  const ignoreCancelled = () => {};
  writer.closed.catch(ignoreCancelled);
  return {
    stream: readable,
    push: (bytes: Uint8Array) => void writer.write(bytes).catch(ignoreCancelled),
    close: () => void writer.close().catch(ignoreCancelled),
  };
}
