import { createRulesEngine } from "@/lib/rules/engine.ts";
import assert from "node:assert/strict";
import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import { type FakeSpeakers, fakeSpeakers } from "@/lib/engines/speakers/fake_speakers.ts";
import type {
  DecodeOutcome,
  DecodeRequest,
  TranscriberBackend,
} from "@/lib/engines/transcriber/backend.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { segmentId, utteranceId } from "@/lib/record/ids.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import {
  type Finaliser,
  type FinaliserParts,
  openFinaliser,
} from "@/lib/consultation/finalise/finaliser.ts";
import type { FinaliseProgress } from "@/lib/consultation/finalise/progress.ts";
import { liveConsultation, type OpenedRecord, ROOM } from "@/tests/record/record_for_test.ts";
import { detectTones, toneRuns, WORD_SAMPLES } from "@/tests/transcriber/tone_speech.ts";

/** Somebody's line in a recording that a program can hear: people differ by the pitch of their words. */
export interface RoomLine {
  readonly person: number | "alba";
  readonly text: string;
  readonly pauseMs?: number;
}

const WORD_GAP = 160;
const FIRST_LEVEL = 4_000;
const LEVEL_STEP = 20;

/** A recording of lines, and the words in it by their code. */
export interface RoomSound {
  readonly pcm: Int16Array;
  readonly vocabulary: readonly string[];
  readonly alba: readonly {
    readonly start: Samples;
    readonly end: Samples;
    readonly text: string;
  }[];
  readonly said: readonly {
    readonly start: Samples;
    readonly end: Samples;
    readonly text: string;
  }[];
}

export function roomSound(lines: readonly RoomLine[], tailMs = 1_000): RoomSound {
  const pieces: { at: number; pcm: Int16Array }[] = [];
  const vocabulary: string[] = [];
  const [alba, said]: [RoomSound["alba"][number][], RoomSound["said"][number][]] = [[], []];
  let at = 16_000;
  for (const { person, text, pauseMs = 600 } of lines) {
    at += msToSamples(pauseMs);
    const start = samples(at);
    for (const word of text.split(" ")) {
      pieces.push({ at, pcm: pitched(vocabulary.length, person === "alba" ? 30 : person) });
      vocabulary.push(word);
      at += WORD_SAMPLES + WORD_GAP;
    }
    (person === "alba" ? alba : said).push({ start, end: samples(at), text });
  }
  const pcm = new Int16Array(at + msToSamples(tailMs));
  for (const piece of pieces) pcm.set(piece.pcm, piece.at);
  return { pcm, vocabulary, alba, said };
}

/** One word: a level that names it, with a sign that changes at the person's own pitch. */
function pitched(code: number, person: number): Int16Array {
  const half = 4 + 3 * person;
  return Int16Array.from({ length: WORD_SAMPLES + WORD_GAP }, (_, index) => {
    const level = index < WORD_SAMPLES ? FIRST_LEVEL + code * LEVEL_STEP : 3_000;
    return Math.floor(index / half) % 2 === 0 ? level : -level;
  });
}

/** An engine over `roomSound`, with a switch for each way to fail. */
export interface RoomEngine extends TranscriberBackend {
  decodes: number;
  absent: boolean;
  /** Windows that begin here or later break the engine. */
  breaksFrom: number;
  /** Called before each decode is answered. */
  before: (request: DecodeRequest) => Promise<void> | void;
}

export function roomEngine({ vocabulary }: RoomSound): RoomEngine {
  const engine: RoomEngine = {
    decodes: 0,
    absent: false,
    breaksFrom: Infinity,
    before: () => {},
    state: () => ({ state: engine.absent ? "absent" : "ready", words: "" }),
    whenReady: () => Promise.resolve(!engine.absent),
    close: () => Promise.resolve(),
    detector: {
      detect: (_carry, pcm) =>
        Promise.resolve({ ok: true, probabilities: detectTones(pcm), carry: new Uint8Array() }),
    },
    decoder: {
      async decode(request, signal): Promise<DecodeOutcome> {
        engine.decodes++;
        await engine.before(request);
        if (signal.aborted) return { ok: false, blamed: false };
        if (engine.decodes > engine.breaksFrom) return { ok: false, blamed: true };
        const words = toneRuns(request.pcm)
          .filter(({ start, end }) => end - start >= WORD_SAMPLES * 0.9)
          .map(({ code, start, end }) => ({
            text: vocabulary[code] ?? "?",
            start,
            end,
            probability: 0.9,
          }));
        const window = { words, noSpeech: 0.01, meanLogProbability: -0.2, compression: 1 };
        return { ok: true, window, tookMs: 100 };
      },
    },
  };
  return engine;
}

/** A consultation that was stopped: recorded, sealed, and in the state that finalising begins in. */
export function stoppedConsultation(
  opened: OpenedRecord,
  sound: RoomSound,
  options: { readonly live?: readonly number[] } = {},
): Consultation {
  const { record, clock } = opened;
  const consultation = liveConsultation(opened);
  const place = { consultation: consultation.id, room: ROOM };
  const capture = record.captures.start({ ...place, at: samples(0) });
  const recorder = openWavRecorder(recordingPath(record.paths, consultation.id));
  assert.ok(recorder.ok);
  assert.ok(recorder.recorder.append(sound.pcm).ok);
  clock.advance(sound.pcm.length / 16 + 1_000);
  for (const index of options.live ?? sound.said.keys()) {
    const line = sound.said[index];
    if (line === undefined) continue;
    record.segments.append({
      ...place,
      ...line,
      id: segmentId.parse(record.newId()),
      words: wordsOf(line),
      role: null,
      origin: "heard",
      lowConfidence: false,
      engine: "whisper base",
    });
  }
  for (const { start, end, text } of sound.alba) {
    const id = utteranceId.parse(record.newId());
    const audit = { ref_kind: "phrase", phrase: null, via: "tap" } as const;
    record.utterances.request({ ...place, id, ref: {}, refDetail: {}, text, audit });
    record.utterances.start(id, start);
    record.utterances.end(id, { at: end, reason: "completed", durationMs: (end - start) / 16 });
  }
  record.consultations.transition(consultation.id, { to: "stopping", reason: "stop_tapped" });
  const finished = recorder.recorder.finish();
  assert.ok(finished.ok);
  record.captures.end(capture.id, {
    at: finished.length,
    reason: "stopped",
    pcmSha256: finished.pcmSha256,
  });
  const moved = record.consultations.transition(consultation.id, {
    to: "finalising",
    reason: "last_words_written",
  });
  assert.ok(moved.ok);
  return moved.consultation;
}

function wordsOf({ start, text }: { start: Samples; text: string }) {
  return text.split(" ").map((word, index) => {
    const at = start + index * (WORD_SAMPLES + WORD_GAP);
    return { text: word, start: samples(at), end: samples(at + WORD_SAMPLES), probability: 0.9 };
  });
}

/** A finaliser over a record, with engines that a test can break. */
export interface FinaliseBox {
  readonly finaliser: Finaliser;
  readonly engine: RoomEngine;
  readonly speakers: FakeSpeakers;
  readonly progress: FinaliseProgress[];
  /** Resolves when the consultation may go to its review. */
  finish(consultation: Consultation): Promise<void>;
}

export function finaliseBox(
  opened: OpenedRecord,
  sound: RoomSound,
  parts: Partial<FinaliserParts> = {},
): FinaliseBox {
  const engine = roomEngine(sound);
  const speakers = fakeSpeakers();
  const progress: FinaliseProgress[] = [];
  const finaliser = openFinaliser({
    rules: createRulesEngine(),
    actionMatchThreshold: 0.6,
    clock: opened.clock,
    record: opened.record,
    transcriber: engine,
    transcriberLabel: "whisper base",
    speakers: speakers.engine,
    margins: { lead: samples(0), tail: msToSamples(300) },
    limits: { minCoverage: 0.8, maxLowConfidence: 0.2, maxGapS: 10 },
    declarationWaitMs: 0,
    autoDeclarationWaitMs: 0,
    ...parts,
  });
  return {
    finaliser,
    engine,
    speakers,
    progress,
    finish(consultation) {
      const { promise, resolve } = Promise.withResolvers<void>();
      finaliser.start(consultation.id, {
        onProgress: (told) => progress.push(told),
        onDone: resolve,
      });
      return promise;
    },
  };
}

/** A doctor and a patient, with everything by which their roles can be guessed. */
export const INTERVIEW: readonly RoomLine[] = [
  { person: 0, text: "Good morning. What has brought you in today?" },
  { person: 1, text: "Good morning, doctor. I have had a pain in my chest." },
  { person: 0, text: "How long have you had it?" },
  { person: 1, text: "It started about three weeks ago." },
  { person: 0, text: "Do you take any tablets?" },
  { person: 1, text: "I take ramipril, ten milligrams, at night." },
  { person: 0, text: "I would like to check your blood pressure." },
  { person: 1, text: "Thank you, doctor." },
];
