/** What finalising is doing, in the order in which it does it. */
export type FinalisePhase = "sealing" | "transcript" | "declaration" | "speakers" | "timeline";

export interface FinaliseProgress {
  readonly words: string;
  /** 0 to 1. */
  readonly share: number;
  /** Seconds to go; null while nothing can be said about it. */
  readonly leftS: number | null;
}

/**
 * Shares of the whole as measured on two quiet cores: reading the speech again costs about 0.2 of
 * its length, telling voices apart 0.03, the rest seconds.
 */
const SHARES: Readonly<Record<FinalisePhase, { readonly from: number; readonly to: number }>> = {
  sealing: { from: 0, to: 0.02 },
  transcript: { from: 0.02, to: 0.84 },
  declaration: { from: 0.84, to: 0.84 },
  speakers: { from: 0.84, to: 0.97 },
  timeline: { from: 0.97, to: 1 },
};

const DOING: Readonly<Record<FinalisePhase, string>> = {
  sealing: "Sealing the recording",
  transcript: "Reading the whole recording again",
  declaration: "Waiting to hear who spoke",
  speakers: "Telling the speakers apart",
  timeline: "Drawing the timeline",
};

/** The first seconds say little about the rest. */
const SHORTEST_MEASURED_MS = 3_000;

/** How far finalising is: `done` is the phase's own share, begun `sinceMs` ago at `begunAt` of it. */
export function finaliseProgress(
  phase: FinalisePhase,
  done: number,
  { sinceMs, begunAt }: { readonly sinceMs: number; readonly begunAt: number },
): FinaliseProgress {
  const { from, to } = SHARES[phase];
  const share = from + (to - from) * Math.min(1, Math.max(0, done));
  const moved = (done - begunAt) * (to - from);
  const measured = sinceMs >= SHORTEST_MEASURED_MS && moved > 0;
  const leftS = measured ? (1 - share) * sinceMs / moved / 1000 : null;
  return { words: `${DOING[phase]}${leftWords(leftS)}`, share, leftS };
}

function leftWords(leftS: number | null): string {
  if (leftS === null) return "";
  if (leftS < 60) return ", less than a minute left";
  const minutes = Math.round(leftS / 60);
  return `, about ${minutes} ${minutes === 1 ? "minute" : "minutes"} left`;
}

/** Before its turn has come; `ahead` is how many are worked on first. */
export function waitingProgress(ahead: number): FinaliseProgress {
  const words = ahead === 0
    ? "Reading the whole recording again"
    : "Waiting until the consultation before is done";
  return { words, share: 0.02, leftS: null };
}
