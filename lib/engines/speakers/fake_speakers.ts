import type { Span } from "@/lib/audio/spans.ts";
import type {
  Embedding,
  EmbedOutcome,
  SpeakerEncoder,
  SpeakerEngine,
} from "@/lib/engines/speakers/speaker_encoder.ts";

/**
 * Voices for tests and simulation, by how often the wave crosses zero: two tones are two people, the
 * same tone is the same person, however loud. No process and no chance.
 */
const SIZE = 64;

/** Crossings per sample run from 0 to 1; speech and the tones of tests stay below a half. */
const HIGHEST_RATE = 0.5;

/** How far a rate spreads over its neighbours, in steps: near tones are a little alike. */
const SPREAD = 1.5;

export interface FakeSpeakers {
  readonly engine: SpeakerEngine;
  /** Encoders that were opened and not closed. */
  readonly open: number;
  /** The next calls fail as if the process had died for good. */
  break(): void;
}

export function fakeSpeakers(): FakeSpeakers {
  let open = 0;
  let broken = false;
  const encoder = (): SpeakerEncoder => ({
    embed(pcm, windows, signal): Promise<EmbedOutcome> {
      if (signal.aborted) {
        return Promise.resolve({ ok: false, code: "cancelled", words: "No longer wanted" });
      }
      if (broken) {
        const words = "Speaker encoder stopped and is restarting";
        return Promise.resolve({ ok: false, code: "crashed", words });
      }
      return Promise.resolve({ ok: true, embeddings: windows.map((span) => voiceOf(pcm, span)) });
    },
    close() {
      open--;
      return Promise.resolve();
    },
  });
  return {
    engine: {
      available: true,
      label: "fake",
      open() {
        open++;
        return encoder();
      },
    },
    get open() {
      return open;
    },
    break: () => broken = true,
  };
}

function voiceOf(pcm: Int16Array, { start, end }: Span): Embedding {
  let crossings = 0;
  let sounding = 0;
  for (let at = start + 1; at < end; at++) {
    const [before, now] = [pcm[at - 1] ?? 0, pcm[at] ?? 0];
    if (now === 0 && before === 0) continue;
    sounding++;
    if ((before < 0) !== (now < 0)) crossings++;
  }
  const rate = sounding === 0 ? 0 : crossings / sounding;
  const place = Math.min(SIZE - 1, rate / HIGHEST_RATE * SIZE);
  const raw = Float32Array.from(
    { length: SIZE },
    (_, at) => Math.exp(-(((at - place) / SPREAD) ** 2)),
  );
  const length = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0));
  return raw.map((value) => value / length);
}
