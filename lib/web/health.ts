import type { EngineState } from "@/lib/engines/ports.ts";

/** Below this a recording may soon stop: about four hours of sound and its record. */
export const LOW_DISK_BYTES = 500_000_000;

/** What `/healthz` is told; gathered by the route, judged here. */
export interface HealthFacts {
  readonly version: string;
  /** Seconds since the process started. */
  readonly uptimeS: number;
  /** False when a write to the record failed just now, or rows of a consultation still wait. */
  readonly recordWritable: boolean;
  /** Free bytes where the data lives; null when the system would not say. */
  readonly freeBytes: number | null;
  readonly ears: EngineState;
  readonly voice: EngineState;
  /** Rooms with a live consultation. */
  readonly liveRooms: number;
}

export interface HealthReport {
  /** 200 when a consultation can be started and kept, 503 when not. */
  readonly status: 200 | 503;
  readonly body: {
    readonly status: "ok" | "degraded" | "failing";
    readonly version: string;
    readonly uptime_s: number;
    readonly record: "writable" | "failing";
    readonly disk: { readonly free_bytes: number | null; readonly state: "ok" | "low" | "unknown" };
    readonly ears: EngineState["state"];
    readonly voice: EngineState["state"];
    readonly live_rooms: number;
  };
}

/**
 * Judges the box. Without an engine it still works (typing, reading aloud), so that only degrades;
 * a record that cannot be written, or no room on the disk, fails. States only, no words: this page
 * is open to whoever can reach the box.
 */
export function healthReport(facts: HealthFacts): HealthReport {
  const low = facts.freeBytes !== null && facts.freeBytes < LOW_DISK_BYTES;
  const failing = !facts.recordWritable || low;
  const degraded = !isWorking(facts.ears) || !isWorking(facts.voice);
  return {
    status: failing ? 503 : 200,
    body: {
      status: failing ? "failing" : degraded ? "degraded" : "ok",
      version: facts.version,
      uptime_s: Math.floor(facts.uptimeS),
      record: facts.recordWritable ? "writable" : "failing",
      disk: {
        free_bytes: facts.freeBytes,
        state: facts.freeBytes === null ? "unknown" : low ? "low" : "ok",
      },
      ears: facts.ears.state,
      voice: facts.voice.state,
      live_rooms: facts.liveRooms,
    },
  };
}

function isWorking(engine: EngineState): boolean {
  switch (engine.state) {
    case "ready":
    case "catching_up":
      return true;
    case "starting":
    case "restarting":
    case "absent":
      return false;
  }
}
