/**
 * A child process as the supervisor needs it. A port, so that the supervisor's promises are tested
 * under a manual clock with children that die, hang and babble at every possible moment.
 */
export interface WorkerChild {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Settles once, when the process is gone and reaped; never rejects. */
  readonly exited: Promise<WorkerExit>;
  /** Queues bytes for stdin. Never throws: a child that no longer reads is noticed by its exit. */
  write(bytes: Uint8Array): void;
  /** Ends stdin, which every worker takes as the request to leave. */
  closeStdin(): void;
  /** SIGKILL: a hung interpreter answers nothing gentler. */
  kill(): void;
}

export interface WorkerExit {
  readonly code: number;
  readonly signal: string | null;
}

export interface WorkerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Starts a child; throws when the executable is missing or may not be run. */
export type LaunchWorker = (command: WorkerCommand) => WorkerChild;

/**
 * Starts a real process with exactly the given environment: nothing of Alba's own (keys,
 * passphrases) reaches a child.
 */
export function launchWorker({ command, args, env, cwd }: WorkerCommand): WorkerChild {
  const child = new Deno.Command(command, {
    args: [...args],
    env: { ...env },
    cwd,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stdin = child.stdin.getWriter();
  // A broken pipe shows as the child's exit, which is where it is handled.
  const ignoreBrokenPipe = () => {};
  stdin.closed.catch(ignoreBrokenPipe);
  return {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    exited: child.status.then(({ code, signal }) => ({ code, signal })),
    write: (bytes) => void stdin.write(bytes).catch(ignoreBrokenPipe),
    closeStdin: () => void stdin.close().catch(ignoreBrokenPipe),
    kill: () => {
      try {
        child.kill("SIGKILL");
      } catch {
        // Already gone: `exited` says so.
      }
    },
  };
}
