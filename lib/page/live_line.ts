import type { SpeechStatus, TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";

/** A line of the live transcript: what was heard or typed, or what Alba said, in audio time. */
export type LiveLine =
  | { readonly kind: "said"; readonly segment: TranscriptSegmentMessage }
  | { readonly kind: "alba"; readonly id: string; readonly startMs: number; readonly text: string };

/** Alba's line appears when its playback begins, once per utterance. */
export function withSpoken(
  view: { readonly lines: readonly LiveLine[]; readonly positionMs: number },
  speech: SpeechStatus,
): readonly LiveLine[] {
  if (speech.state !== "speaking") return view.lines;
  const id = speech.utterance_id;
  if (view.lines.some((line) => line.kind === "alba" && line.id === id)) return view.lines;
  return inOrder([...view.lines, {
    kind: "alba",
    id,
    startMs: view.positionMs,
    text: speech.text,
  }]);
}

/** A snapshot holds every committed line; Alba's lines are the page's own and stay. */
export function withSnapshot(
  lines: readonly LiveLine[],
  committed: readonly TranscriptSegmentMessage[],
): readonly LiveLine[] {
  const alba = lines.filter((line) => line.kind === "alba");
  return inOrder([...alba, ...committed.map((segment) => ({ kind: "said", segment }) as const)]);
}

export function withSegments(
  lines: readonly LiveLine[],
  committed: readonly TranscriptSegmentMessage[],
): readonly LiveLine[] {
  const known = new Set(lines.map(lineId));
  const added = committed.filter((segment) => !known.has(segment.id));
  if (added.length === 0) return lines;
  return inOrder([...lines, ...added.map((segment) => ({ kind: "said", segment }) as const)]);
}

function inOrder(lines: LiveLine[]): readonly LiveLine[] {
  return lines.sort((a, b) => lineStartMs(a) - lineStartMs(b));
}

export function lineId(line: LiveLine): string {
  return line.kind === "said" ? line.segment.id : line.id;
}

function lineStartMs(line: LiveLine): number {
  return line.kind === "said" ? line.segment.start_ms : line.startMs;
}
