import type { WorkerCommand } from "@/lib/engines/worker_child.ts";

/**
 * How a worker is kept off the network (SE3). Deno's own permissions do not bind a child process,
 * so the kernel has to: an empty network namespace holds no route, not even to the box itself.
 */
export type Isolation =
  | {
    readonly kind: "network_namespace";
    /** Absolute path of `unshare`; the service must be allowed to run it. */
    readonly unshare: string;
    readonly args: readonly string[];
    readonly words: string;
  }
  | { readonly kind: "environment_only"; readonly words: string };

/** Where Linux distributions put util-linux; searching PATH would let PATH decide what is run. */
const UNSHARE_PATHS = ["/usr/bin/unshare", "/bin/unshare"];

/** Root needs no user namespace; without root one is made, where the kernel allows it. */
const UNSHARE_ARGS = [["--net", "--"], ["--map-root-user", "--net", "--"]];

/**
 * Succeeds only where no route leads out. Connecting a UDP socket sends nothing: the kernel merely
 * looks for a route (192.0.2.0/24 is reserved for documentation, RFC 5737).
 */
const NO_ROUTE_SCRIPT = `
import socket, sys
try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("192.0.2.1", 9))
except OSError:
    sys.exit(0)
sys.exit(1)
`;

export const ENVIRONMENT_ONLY: Isolation = {
  kind: "environment_only",
  words: "The engines are told to stay offline, but this system does not let Alba cut them off",
};

/** Runs a command to its end and tells whether it exited with 0; never throws. */
export type RunQuietly = (command: string, args: readonly string[]) => Promise<boolean>;

/**
 * Decides once, at setup, how workers are isolated here, by trying it with the engines' own Python.
 * A namespace that starts but still has a route counts as not isolated.
 */
export async function probeIsolation(python: string, run: RunQuietly = runQuietly) {
  for (const unshare of UNSHARE_PATHS) {
    for (const args of UNSHARE_ARGS) {
      if (await run(unshare, [...args, python, "-c", NO_ROUTE_SCRIPT])) {
        return {
          kind: "network_namespace",
          unshare,
          args,
          words: "The engines run without any network",
        } as const satisfies Isolation;
      }
    }
  }
  return ENVIRONMENT_ONLY;
}

/** The command that runs `command` isolated. */
export function isolated(isolation: Isolation, command: WorkerCommand): WorkerCommand {
  switch (isolation.kind) {
    case "network_namespace":
      return {
        ...command,
        command: isolation.unshare,
        args: [...isolation.args, command.command, ...command.args],
      };
    case "environment_only":
      return command;
  }
}

/** What the service must be allowed to run (`--allow-run`) so that this worker can start. */
export function executablesFor(isolation: Isolation, python: string): string[] {
  switch (isolation.kind) {
    case "network_namespace":
      return [isolation.unshare];
    case "environment_only":
      return [python];
  }
}

/**
 * The whole environment of a worker. The offline names keep the hub's client from trying the
 * network, which without a namespace is all that stands in its way; nothing of Alba's own settings
 * is passed on. `home` is a folder of ours, so that no library reads or writes the user's.
 */
export function workerEnvironment(home: string): Record<string, string> {
  return {
    HOME: home,
    LANG: "C.UTF-8",
    PYTHONNOUSERSITE: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    HF_HUB_OFFLINE: "1",
    TRANSFORMERS_OFFLINE: "1",
    HF_HUB_DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
  };
}

async function runQuietly(command: string, args: readonly string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(command, {
      args: [...args],
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch {
    return false;
  }
}
