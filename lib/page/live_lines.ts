import type { TranscriptLine } from "@/lib/consultation/read_model.ts";
import type { LiveLine } from "@/lib/page/live_line.ts";

/** The lines a live page opens with, so that it can be read before its script has run. */
export function liveLines(lines: readonly TranscriptLine[]): readonly LiveLine[] {
  return lines.flatMap((line): LiveLine[] => {
    switch (line.kind) {
      case "said":
        return [{
          kind: "said",
          segment: {
            id: line.id,
            start_ms: line.startMs,
            end_ms: line.endMs,
            text: line.text,
            origin: line.typed ? "typed" : "heard",
            role: line.role,
            low_confidence: line.lowConfidence,
          },
        }];
      case "alba":
        return [{ kind: "alba", id: line.id, startMs: line.startMs, text: line.text }];
      case "gap":
        return [];
    }
  });
}
