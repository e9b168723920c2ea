import { configure, type LogLevel } from "@logtape/logtape";
import { logLine } from "@/lib/web/log_line.ts";

/**
 * Turns logging on for the process: JSON lines to `write`, from `lowestLevel` up. Until this is
 * called every logger is silent. Categories name the layer and the part: alba.engines.worker.
 */
export async function configureLogs(options: {
  write: (line: string) => void;
  lowestLevel?: LogLevel;
}): Promise<void> {
  await configure({
    reset: true,
    sinks: { lines: (record) => options.write(logLine(record)) },
    loggers: [
      { category: ["alba"], lowestLevel: options.lowestLevel ?? "info", sinks: ["lines"] },
      // The logging library's own complaints, of which only real ones are of interest.
      { category: ["logtape", "meta"], lowestLevel: "error", sinks: ["lines"] },
    ],
  });
}
