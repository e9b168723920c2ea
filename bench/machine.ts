import { rounded } from "./percentile.ts";

/** What numbers of one run have to be read against. */
export interface Machine {
  readonly date: string;
  readonly deno: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memory_gib: number;
  /** One, five and fifteen minutes, before anything was measured. */
  readonly loadavg: readonly number[];
}

export function machine(): Machine {
  return {
    date: new Date().toISOString(),
    deno: Deno.version.deno,
    cpu: cpuName(),
    cores: navigator.hardwareConcurrency,
    memory_gib: rounded(Deno.systemMemoryInfo().total / 2 ** 30),
    loadavg: Deno.loadavg().map(rounded),
  };
}

function cpuName(): string {
  try {
    return /model name\s*:\s*(.+)/.exec(Deno.readTextFileSync("/proc/cpuinfo"))?.[1] ?? "unknown";
  } catch {
    return "unknown";
  }
}
