import { type Samples, samples } from "@/lib/audio/units.ts";
import type { Clock } from "@/lib/clock.ts";
import type { SpanMargins } from "@/lib/audio/spans.ts";
import type { TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import { energyDetector } from "@/lib/engines/transcriber/energy_detector.ts";
import type { SpeakerEngine } from "@/lib/engines/speakers/speaker_encoder.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { FinaliseOutcome, FinaliseStep } from "@/lib/record/finalise_store.ts";
import type { JsonObject } from "@/lib/record/columns.ts";
import type { RulesEngine } from "@/lib/rules/engine.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { recordingEnvelope } from "@/lib/consultation/finalise/envelope.ts";
import {
  commitLagsMs,
  type FinaliseFacts,
  finaliseFacts,
} from "@/lib/consultation/finalise/finalise_facts.ts";
import {
  LONGEST_PASS_WINDOW,
  LONGEST_WINDOW_BESIDE_LIVE,
} from "@/lib/consultation/finalise/pass_window.ts";
import type { FinalisePhase } from "@/lib/consultation/finalise/progress.ts";
import { judgeRecording } from "@/lib/consultation/finalise/judge_recording.ts";
import { heardWords, type LineSource } from "@/lib/consultation/finalise/review_lines.ts";
import { speechIn, type SpeechOutcome } from "@/lib/consultation/finalise/speech_in.ts";
import { chosenTranscript } from "@/lib/consultation/finalise/chosen_transcript.ts";
import { tellSpeakersApart } from "@/lib/consultation/finalise/tell_speakers_apart.ts";
import { transcribeRecording } from "@/lib/consultation/finalise/transcribe_recording.ts";
import { type QualityLimits, transcriptQuality } from "@/lib/consultation/quality.ts";

/** What finalising meets the world with. */
export interface FinaliseParts {
  readonly clock: Clock;
  readonly record: ClinicRecord;
  /** Reads whole recordings behind live ears; null where this box does not transcribe. */
  readonly transcriber: TranscriberBackend | null;
  /** Written into each line, such as `whisper base`. */
  readonly transcriberLabel: string;
  readonly speakers: SpeakerEngine;
  readonly margins: SpanMargins;
  readonly limits: QualityLimits;
  readonly rules: RulesEngine;
  /** AUTO_ACTION_MATCH_THRESHOLD, 0 to 1. */
  readonly actionMatchThreshold: number;
}

export interface StepEnd {
  readonly outcome: FinaliseOutcome;
  readonly code: string | null;
  readonly result: JsonObject;
}

/** Thrown through a step that was told to stop: what it has not written, it does again next time. */
export class Cancelled extends Error {}

/** The work on one consultation whose recording is sealed: steps that each leave rows behind. */
export class FinaliseJob {
  readonly consultation: Consultation;
  readonly #parts: FinaliseParts;
  readonly #facts: FinaliseFacts;
  readonly #signal: AbortSignal;
  readonly #onProgress: (phase: FinalisePhase, done: number) => void;
  #speech: Promise<SpeechOutcome> | null = null;

  constructor(
    consultation: Consultation,
    parts: FinaliseParts,
    signal: AbortSignal,
    onProgress: (phase: FinalisePhase, done: number) => void,
  ) {
    this.consultation = consultation;
    this.#parts = parts;
    this.#facts = finaliseFacts(parts.record, consultation, parts.margins);
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  /** Reads the whole recording again, from where a crash left it. */
  async transcript(): Promise<StepEnd> {
    const { record, transcriber, transcriberLabel, clock } = this.#parts;
    const { excluded, length, source } = this.#facts;
    if (length === 0) return skipped("nothing_recorded");
    if (transcriber === null) return skipped("no_transcriber");
    this.#onProgress("transcript", 0);
    const speech = await this.#heardSpeech();
    if (!speech.ok) return failed(speech.code);
    const place = this.#place;
    const from = record.finalising.get(place.consultation, "transcript")?.through ?? samples(0);
    let given = 0;
    const end = await transcribeRecording({
      ...{ source, excluded, from, clock, backend: transcriber, signal: this.#signal },
      speech: speech.spans,
      longestWindow: () => this.#longestWindow(),
      onLines: (lines, through) => {
        this.#write(() => {
          for (const line of lines) {
            record.wholeSegments.append({
              ...place,
              ...line,
              engine: transcriberLabel,
            });
          }
          record.finalising.progress(place, "transcript", through);
        });
        this.#onProgress("transcript", through / length);
      },
      onGivenUp: (span) => given += span.end - span.start,
    });
    this.#stopIfAsked();
    if (end === "engine_absent") return failed("engine_absent");
    return done({ given_up_samples: given });
  }

  /** Lines with speakers and roles; without an encoder or words, lines alone. */
  async speakers(): Promise<StepEnd> {
    const { record, speakers } = this.#parts;
    // Read again: the answer may have come while the recording was read.
    const declared = record.consultations.get(this.consultation.id)?.speakers ?? null;
    this.#onProgress("speakers", 0);
    const transcript = chosenTranscript(record, this.consultation.id, await this.#spans());
    const told = await tellSpeakersApart({
      transcript,
      utterances: record.utterances.list(this.consultation.id),
      source: this.#facts.source,
      engine: speakers,
      declared,
      signal: this.#signal,
      onProgress: (share) => this.#onProgress("speakers", share),
    });
    this.#stopIfAsked();
    this.#write(() => record.turns.replace(this.#place, told.lines));
    // Apart from the lines, which must be there to be read whatever the rules make of them.
    this.#write(() => this.#judge(transcript.segments));
    const { version, coverage } = transcript;
    const result = { version, coverage, declared, found: told.found, closest: told.closest };
    return { outcome: told.outcome, code: told.code, result };
  }

  #judge(segments: readonly LineSource[]): void {
    const { actionMatchThreshold: threshold, clock, record, rules } = this.#parts;
    judgeRecording(this.consultation, segments, {
      record,
      rules,
      threshold,
      nowMs: clock.wallMs(),
    });
  }

  /** The figures by which the review judges the transcript. */
  async quality(): Promise<StepEnd> {
    const { record, limits } = this.#parts;
    this.#onProgress("timeline", 0);
    const spans = await this.#spans();
    if (spans === null) return failed("detector_failed");
    const { segments } = chosenTranscript(record, this.consultation.id, spans);
    const quality = transcriptQuality({
      speech: spans,
      excluded: this.#facts.excluded,
      words: heardWords(segments),
      gaps: record.captures.gaps(this.consultation.id),
      lagsMs: commitLagsMs(record, this.consultation),
      length: this.#facts.length,
    }, limits);
    return done({ ...quality });
  }

  /** What the timeline picture needs of the sound, so that no page reads an hour of it. */
  async envelope(): Promise<StepEnd> {
    const { record } = this.#parts;
    if (this.#facts.length === 0) return skipped("nothing_recorded");
    const envelope = await recordingEnvelope(this.#facts.source, this.#signal);
    if (envelope === null) throw new Cancelled();
    this.#write(() => record.finalising.setEnvelope(this.#place, envelope));
    return done({ points: envelope.levels.length });
  }

  /** Writes down how a step ended. */
  end(step: FinaliseStep, { outcome, code, result }: StepEnd): void {
    const { finalising } = this.#parts.record;
    const through: Samples = step === "transcript" && outcome === "failed"
      ? finalising.get(this.consultation.id, step)?.through ?? samples(0)
      : this.#facts.length;
    this.#write(() => finalising.end(this.#place, { step, outcome, code, through, result }));
  }

  get #place(): Pick<Consultation, "room"> & { consultation: Consultation["id"] } {
    return { consultation: this.consultation.id, room: this.consultation.room };
  }

  /** Nothing may be written once the service is closing the record. */
  #write(work: () => void): void {
    this.#stopIfAsked();
    const written = this.#parts.record.transaction(work);
    if (!written.ok) throw new Error(written.words, { cause: written.cause });
  }

  #stopIfAsked(): void {
    if (this.#signal.aborted) throw new Cancelled();
  }

  #longestWindow(): Samples {
    const { consultations, rooms } = this.#parts.record;
    const live = rooms.list().some(({ id }) => consultations.live(id) !== undefined);
    return live ? LONGEST_WINDOW_BESIDE_LIVE : LONGEST_PASS_WINDOW;
  }

  async #spans() {
    const speech = await this.#heardSpeech();
    return speech.ok ? speech.spans : null;
  }

  /** Where somebody speaks, found once for all steps; by loudness where the box has no better ears. */
  async #heardSpeech(): Promise<SpeechOutcome> {
    const { transcriber } = this.#parts;
    this.#speech ??= this.#listen(transcriber);
    const speech = await this.#speech;
    this.#stopIfAsked();
    return speech;
  }

  async #listen(transcriber: TranscriberBackend | null): Promise<SpeechOutcome> {
    const { source } = this.#facts;
    if (transcriber !== null) {
      const heard = await speechIn(source, transcriber.detector, this.#signal);
      if (heard.ok || heard.code === "cancelled") return heard;
    }
    return await speechIn(source, energyDetector(), this.#signal);
  }
}

function done(result: JsonObject): StepEnd {
  return { outcome: "done", code: null, result };
}

function skipped(code: string): StepEnd {
  return { outcome: "skipped", code, result: {} };
}

function failed(code: string): StepEnd {
  return { outcome: "failed", code, result: {} };
}
