import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { diskFault } from "@/lib/audio/disk_fault.ts";
import { exclusionSpans, isExcluded, type Span } from "@/lib/audio/spans.ts";
import { SAMPLE_RATE_HZ, type Samples, samples } from "@/lib/audio/units.ts";
import type { AppendOutcome, FinishOutcome, WavRecorder } from "@/lib/audio/wav_recorder.ts";
import { readRecording } from "@/lib/audio/read_recording.ts";
import { NewestSound } from "@/lib/audio/newest_sound.ts";
import { EAR_WINDOW, type TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import type { Ears, EarsEngine, EarsEvent } from "@/lib/engines/ports.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";

/** After a restart the ears hear again what they had not yet committed, but not more than this. */
const MAX_REHEARD_SAMPLES = 600 * SAMPLE_RATE_HZ;

/** The recording is read back to the ears in pieces of a second. */
const REHEAR_CHUNK_SAMPLES = SAMPLE_RATE_HZ;

/** Last words of a consultation are waited for this long: about forty times the usual lag. */
const FLUSH_TIMEOUT_MS = 60_000;

export interface SessionAudioOptions {
  readonly path: string;
  readonly recorder: WavRecorder;
  readonly ears: EarsEngine;
  readonly ear: TurnEar;
  readonly onEars: (event: EarsEvent) => void;
  /** Exclusion spans of the utterances so far, margins included, as the record has them. */
  readonly excluded: () => readonly Span[];
}

type EarScored = Extract<SessionEvent, { type: "ear_scored" }>;

/** One consultation's recording and the ears that follow it, sample for sample. */
export class SessionAudio {
  readonly #options: SessionAudioOptions;
  /** What the ears heard last, for the one that judges ends of turns (TT14). */
  readonly #newest = new NewestSound(EAR_WINDOW);
  /**
   * What the ears were not to hear. The record does not know of it while an utterance goes on, nor
   * while it takes no rows, and ears that hear again must not hear it then (SP8). One span an utterance
   * or gap.
   */
  readonly #kept: Span[] = [];
  #ears: Ears;
  #finished: FinishOutcome | null = null;

  /** The ears begin at `heardThrough` and are read what the recording already holds beyond it. */
  constructor(options: SessionAudioOptions, heardThrough: Samples) {
    this.#options = options;
    this.#ears = this.#listenFrom(heardThrough);
  }

  get position(): Samples {
    return this.#options.recorder.position;
  }

  append(pcm: Int16Array): AppendOutcome {
    return this.#options.recorder.append(pcm);
  }

  appendSilence(length: Samples): AppendOutcome {
    return this.#options.recorder.appendSilence(length);
  }

  /** `from`: where in the recording `pcm` begins. */
  feed(from: Samples, pcm: Int16Array, muted: boolean): void {
    if (muted) this.#keepFromEars(from, samples(Math.min(from + pcm.length, this.position)));
    this.#newest.write(pcm, muted);
    this.#ears.feed(pcm, muted);
  }

  flush(): Promise<void> {
    return this.#ears.flush(FLUSH_TIMEOUT_MS);
  }

  /** Tells how finished the newest sound is, which ends `span`; nothing where the ear cannot say. */
  scoreTurnEnd(span: number, onScored: (event: EarScored) => void): void {
    void this.#options.ear.score(this.#newest.read()).then((outcome) => {
      if (outcome.ok) onScored({ type: "ear_scored", span, finished: outcome.finished });
    });
  }

  /** After a failed write the ears may have run ahead of the recording, or stayed behind it. */
  listenAgain(heardThrough: Samples): void {
    this.#ears.close();
    this.#ears = this.#listenFrom(heardThrough);
  }

  /** Asked twice (a record that was full at the sealing, then a stop), it answers the same. */
  finish(): FinishOutcome {
    this.#ears.close();
    this.#finished ??= this.#options.recorder.finish();
    return this.#finished;
  }

  #keepFromEars(start: Samples, end: Samples): void {
    const last = this.#kept.at(-1);
    if (end <= start) return;
    if (last === undefined || start > last.end) this.#kept.push({ start, end });
    else this.#kept[this.#kept.length - 1] = { start: last.start, end };
  }

  #listenFrom(heardThrough: Samples): Ears {
    const { ears, onEars, path, excluded } = this.#options;
    const { position } = this;
    const from = samples(
      Math.max(Math.min(heardThrough, position), position - MAX_REHEARD_SAMPLES),
    );
    const stream = ears.open({ startAt: from, onEvent: onEars });
    const none = { lead: samples(0), tail: samples(0) };
    const spans = exclusionSpans([...excluded(), ...this.#kept], none);
    try {
      for (let at: number = from; at < position; at += REHEAR_CHUNK_SAMPLES) {
        const end = Math.min(position, at + REHEAR_CHUNK_SAMPLES);
        feedAgain(stream, pcmFromBytes(readRecording(path, samples(at), samples(end))), at, spans);
      }
    } catch (error) {
      stream.close();
      if (diskFault(error) === undefined) throw error;
      // What the disk does not give back now is heard after Stop, when the whole recording is read.
      return ears.open({ startAt: position, onEvent: onEars });
    }
    return stream;
  }
}

/** Muted and open stretches are fed apart, because `muted` holds for a whole piece. */
function feedAgain(stream: Ears, pcm: Int16Array, at: number, spans: readonly Span[]): void {
  let begin = 0;
  const mutedAt = (index: number) => isExcluded(spans, samples(at + index));
  for (let index = 1; index <= pcm.length; index++) {
    if (index < pcm.length && mutedAt(index) === mutedAt(begin)) continue;
    stream.feed(pcm.subarray(begin, index), mutedAt(begin));
    begin = index;
  }
}

/** The spans of utterances as stored, widened by the margins (SP8). */
export function spansOf(
  utterances: readonly { startSample: Samples | null; endSample: Samples | null }[],
  margins: { lead: Samples; tail: Samples },
): Span[] {
  const heard = utterances.flatMap(({ startSample: start, endSample: end }) =>
    start === null || end === null ? [] : [{ start, end }]
  );
  return exclusionSpans(heard, margins);
}
