import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import type { FeedEvent } from "@/lib/feed/feed_event.ts";
import type { FeedResult } from "@/lib/feed/feed_result.ts";

/** One line for the person at the terminal; null for what only a program wants to know. */
export function eventWords(event: FeedEvent): string | null {
  const words = newsWords(event);
  return words === null ? null : `${clockWords(event.audio_ms)}  ${words}`;
}

function newsWords(event: FeedEvent): string | null {
  switch (event.event) {
    case "connection":
      return event.connection === "lost" ? "The connection is lost; trying again." : null;
    case "sent":
      return event.message.type === "stop" ? "Stop." : null;
    case "received":
      return messageWords(event.message);
  }
}

function messageWords(message: ServerMessage): string | null {
  switch (message.type) {
    case "transcript":
      return message.committed.length === 0
        ? null
        : message.committed.map(({ text }) => text).join("\n         ");
    case "speak_ready":
    case "speak_aloud":
      return `Alba: ${message.text}`;
    case "speak_refused":
      return `Not spoken: ${message.reason}`;
    case "capture":
      return message.capture.state === "halted" ? message.capture.words : null;
    case "error":
      return `Error: ${message.message}`;
    case "engine":
      return `Ears: ${message.stt.words} Voice: ${message.tts.words}`;
    case "lifecycle":
      return message.progress?.words ?? null;
    default:
      return null;
  }
}

/** The end of a feed, as lines. */
export function resultWords(result: FeedResult): string[] {
  const { commit_lag_ms: lag, gaps, transcript, utterances, wav } = result;
  const lost = gaps.reduce((sum, gap) => sum + gap.end_ms - gap.start_ms, 0);
  return [
    `Consultation ${result.consultation}: ${transcript.length} lines, ` +
    `${utterances.length} utterances of Alba's.`,
    lag.why !== undefined
      ? `Commit lag: not measured. ${lag.why}`
      : lag.n === 0
      ? "Commit lag: nothing was heard."
      : `Commit lag: p50 ${lag.p50} ms, p95 ${lag.p95} ms of ${lag.n} commits.`,
    ...(wav === null ? [] : [
      gaps.length === 0
        ? "The recording is bit-identical to what was sent."
        : `The recording lacks ${lost} ms of what was sent, in ${gaps.length} places.`,
      `Recording: ${wav.url} (${wav.samples} samples, SHA-256 ${wav.sha256}).`,
    ]),
  ];
}

/** Minutes, seconds and tenths. */
function clockWords(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, "0");
  return `${String(Math.floor(tenths / 600)).padStart(2)}:${seconds}.${tenths % 10}`;
}
