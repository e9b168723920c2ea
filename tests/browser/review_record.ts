import assert from "node:assert/strict";
import { type Samples, samples } from "@/lib/audio/units.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import type { ConsultationState } from "@/lib/record/consultation_row.ts";
import { type ConsultationId, roomId, segmentId, utteranceId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import type { NewTurn } from "@/lib/record/turn_store.ts";

const ROOM = roomId.parse("room-1");
const SECOND = 16_000;

/** What the people of these records say, in pieces as ears commit them; no rule finds it urgent. */
const TALK: readonly { readonly who: 0 | 1; readonly pieces: readonly string[] }[] = [
  { who: 0, pieces: ["What has brought you", "in today?"] },
  { who: 1, pieces: ["I have had an itch on my scalp", "for about two weeks."] },
  { who: 0, pieces: ["Does it go anywhere else?"] },
  { who: 1, pieces: ["It does not", "go to my neck", "or into my beard."] },
  { who: 0, pieces: ["And do you take", "any tablets?"] },
  { who: 1, pieces: ["Ramipril, ten milligrams,", "once a day at night."] },
];

/** One piece lasts this long, its pause included. */
const PIECE_S = 1.5;

export interface ReviewRecordOptions {
  readonly minutes?: number;
  /** Where the consultation is left. */
  readonly state?: Extract<ConsultationState, "finalising" | "review">;
  /** The answer to "Who spoke?"; undefined leaves the question open. */
  readonly answer?: number | null;
  readonly reference?: string;
  /** Adds an alarm that somebody saw while it was live. */
  readonly alarm?: boolean;
  /** What the quality step found; undefined for a step that was never done. */
  readonly findings?: readonly string[];
}

/** A consultation as finalising leaves it, of any length, with everything that a review shows. */
export function reviewRecord(
  record: ClinicRecord,
  options: ReviewRecordOptions = {},
): ConsultationId {
  const { minutes = 1, state = "review", answer, reference, alarm, findings } = options;
  const clinician = record.clinicians.ensureOwner("Smith").id;
  const created = record.consultations.create({
    ...{ room: ROOM, clinician },
    ...{ ears: "whisper", voice: "piper" },
  });
  assert.ok(created.ok);
  const { id } = created.consultation;
  const written = record.transaction(() => {
    if (reference !== undefined) record.consultations.setPatientReference(id, { reference });
    const capture = record.captures.start({ consultation: id, room: ROOM, at: samples(0) });
    const length = recordSound(record, id, minutes * 60);
    record.captures.checkpoint(capture.id, length);
    addLines(record, id, minutes * 60, state === "review");
    if (minutes >= 1) addAlba(record, id);
    if (alarm === true) addAlarm(record, id);
    move(record, id, "stopping");
    move(record, id, "finalising");
    if (state === "finalising") return;
    record.captures.end(capture.id, { at: length, reason: "stopped", pcmSha256: null });
    if (answer !== undefined) record.consultations.setSpeakers(id, answer);
    finishSteps(record, id, length, findings);
    move(record, id, "review");
  });
  assert.ok(written.ok, written.ok ? "" : written.words);
  return id;
}

function move(record: ClinicRecord, id: ConsultationId, to: ConsultationState): void {
  const moved = record.consultations.transition(id, { to, reason: "test" });
  assert.ok(moved.ok, moved.ok ? "" : moved.words);
}

/** Two tones in turn, one for each person, so that voices can be told apart and heard. */
function recordSound(record: ClinicRecord, id: ConsultationId, seconds: number): Samples {
  const opened = openWavRecorder(recordingPath(record.paths, id));
  assert.ok(opened.ok);
  const { recorder } = opened;
  const second = (hertz: number) =>
    Int16Array.from(
      { length: SECOND },
      (_, at) => Math.round(6000 * Math.sin(2 * Math.PI * hertz * at / SECOND)),
    );
  const voices = [second(220), second(440)] as const;
  for (let at = 0; at < seconds; at++) {
    assert.ok(recorder.append(voices[Math.floor(at / 3) % 2 === 0 ? 0 : 1]).ok);
  }
  const finished = recorder.finish();
  assert.ok(finished.ok);
  return finished.length;
}

function addLines(
  record: ClinicRecord,
  consultation: ConsultationId,
  seconds: number,
  toldApart: boolean,
): void {
  const turns: NewTurn[] = [];
  const pieces = TALK.flatMap(({ who, pieces }) => pieces.map((text) => ({ who, text })));
  for (let index = 0; (index + 1) * PIECE_S < seconds; index++) {
    const { who, text } = pieces[index % pieces.length] ?? { who: 0, text: "" };
    const start = samples(index * PIECE_S * SECOND);
    const end = samples(start + SECOND);
    const lowConfidence = text.startsWith("Ramipril");
    const said = { start, end, text, lowConfidence };
    const segment = segmentId.parse(record.newId());
    const words = text.split(" ").map((word, at, all) => ({
      text: word,
      start: samples(start + Math.floor(SECOND * at / all.length)),
      end: samples(start + Math.floor(SECOND * (at + 1) / all.length)),
      probability: lowConfidence ? 0.3 : 0.9,
    }));
    record.segments.append({
      ...{ id: segment, consultation, room: ROOM, ...said, words, role: null },
      ...{ origin: "heard", engine: "whisper base" },
    });
    turns.push({
      ...{ version: "live", segment, firstWord: 0, endWord: words.length, ...said },
      ...{ origin: "heard", speaker: who, speakerMargin: 0.7 },
      ...{ role: who === 0 ? "doctor" : "patient", roleGuessed: true, roleMargin: 0.82 },
    });
  }
  if (toldApart) record.turns.replace({ consultation, room: ROOM }, turns);
}

/** One utterance to its end, one that was stopped, and a hole. */
function addAlba(record: ClinicRecord, consultation: ConsultationId): void {
  const audit = { ref_kind: "phrase", phrase: null, via: "tap" } as const;
  for (const [startS, reason] of [[20, "completed"], [40, "cancelled"]] as const) {
    const id = utteranceId.parse(record.newId());
    const text = "Is there anything else you would like to mention?";
    record.utterances.request({
      ...{ id, consultation, room: ROOM, ref: {}, refDetail: {}, text, audit },
    });
    record.utterances.start(id, samples(startS * SECOND));
    const at = samples((startS + 3) * SECOND);
    record.utterances.end(id, { at, reason, durationMs: 3000 });
  }
  record.captures.gap({
    ...{ consultation, room: ROOM, reason: "network" },
    ...{ startSample: samples(50 * SECOND), samples: samples(4 * SECOND) },
  });
}

function addAlarm(record: ClinicRecord, consultation: ConsultationId): void {
  const segment = record.segments.list(consultation)[2];
  const place = { consultation, room: ROOM };
  const snapshot = `${segment?.id}-v1`;
  const quote = "Ramipril, ten milligrams";
  const action = {
    action: "Check potassium today",
    reason: "Potassium was high",
    quote,
    question: null,
  };
  const actions = [{ ...action, arranged: false }];
  record.alarms.assessed(place, {
    snapshot,
    version: 1,
    source: "rule",
    startedWallMs: 0,
    actions,
  });
  record.alarms.raise(place, {
    ...{ id: `${snapshot}-1`, snapshot, segment: segment?.id ?? null, version: 1 },
    ...{ ...action, source: "rule", quoteFound: true },
  });
}

function finishSteps(
  record: ClinicRecord,
  consultation: ConsultationId,
  length: Samples,
  findings: readonly string[] | undefined,
): void {
  const place = { consultation, room: ROOM };
  const step = Math.max(1600, Math.ceil(length / 2000));
  const levels = Uint8Array.from(
    { length: Math.ceil(length / step) },
    (_, at) => 90 + 110 * Math.abs(Math.sin(at / 3)),
  );
  record.finalising.setEnvelope(place, { stepSamples: samples(step), levels });
  const end = { outcome: "done", code: null, through: length } as const;
  const { speakers } = record.consultations.get(consultation) ?? { speakers: null };
  record.finalising.end(place, { ...end, step: "speakers", result: { declared: speakers } });
  if (findings === undefined) return;
  const result = {
    ...{ coverage: 0.61, lowConfidenceShare: 0.25, words: 120, speechMs: 50_000 },
    ...{ excludedMs: 6_000, gapMs: 4_000, longestGapMs: 12_000, lagP50Ms: 900, lagP95Ms: 1_500 },
    findings: [...findings],
  };
  record.finalising.end(place, { ...end, step: "quality", result });
}
