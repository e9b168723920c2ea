import type { LogRecord } from "@logtape/logtape";

/**
 * The only properties a log line may carry (SE5). All of them are ids, numbers or codes; the
 * patient's words have no key to stand under.
 */
export const LOG_KEYS: ReadonlySet<string> = new Set([
  "attempt",
  "bytes",
  "cause",
  "code",
  "consultation",
  "count",
  "delayMs",
  "durationMs",
  "engine",
  "error",
  "errorClass",
  "exitCode",
  "failures",
  "from",
  "host",
  "id",
  "kind",
  "name",
  "op",
  "pid",
  "port",
  "reason",
  "room",
  "row",
  "seconds",
  "signal",
  "state",
  "status",
  "stderrLines",
  "step",
  "step",
  "to",
  "utterance",
  "version",
  "waitMs",
]);

/** Ids and codes look like this; a sentence, with its spaces, does not. */
const CODE = /^[A-Za-z0-9_.:\-/]{1,64}$/;

/** The engines' workers, as the page calls them too; the only names with a space that pass. */
const WORKER_NAMES: ReadonlySet<string> = new Set(["Speech detector", "Speech engine"]);

/**
 * One JSON object per line: time, level, category and the message as it stands in the source. The
 * message is the template, never the filled-in text, and whatever is not a known key with a plain
 * value is left out and counted.
 */
export function logLine(record: LogRecord): string {
  const kept: Record<string, string | number | boolean | null> = {};
  let withheld = 0;
  for (const [key, value] of Object.entries(record.properties)) {
    if (LOG_KEYS.has(key) && isPlain(value)) kept[key] = value;
    else withheld += 1;
  }
  return JSON.stringify({
    time: new Date(record.timestamp).toISOString(),
    level: record.level,
    category: record.category.join("."),
    message: typeof record.rawMessage === "string"
      ? record.rawMessage
      : record.rawMessage.join("{}"),
    ...kept,
    ...(withheld > 0 ? { withheld } : {}),
  });
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === "number" || typeof value === "boolean" ||
    (typeof value === "string" && (CODE.test(value) || WORKER_NAMES.has(value)));
}
