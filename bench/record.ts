import { closeSync, openSync, writeSync } from "node:fs";
import { FRAME_SAMPLES, samples } from "@/lib/audio/units.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import { systemClock } from "@/lib/clock.ts";
import { type ConsultationId, roomId, segmentId } from "@/lib/record/ids.ts";
import { type ClinicRecord, openRecord } from "@/lib/record/open_record.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";

/**
 * What the record costs, on the disk that holds the temporary folder: `deno run -A bench/record.ts
 * [--json]`. Ratios compare numbers of one run and so hold on other machines; the rest does not.
 */
const ROOM = roomId.parse("bench");
const AUTOCOMMITS = 200;
const BATCHES = 20;
const ROWS_PER_BATCH = 500;
const FRAMES = 50 * 120;

const clock = systemClock();

/** Microseconds of one of `count` equal things. */
function microseconds(count: number, work: () => void): number {
  const start = clock.monotonicMs();
  work();
  return Math.round((clock.monotonicMs() - start) * 1000 / count * 100) / 100;
}

function repeat(count: number, work: (n: number) => void): void {
  for (let n = 0; n < count; n++) work(n);
}

function batched(record: ClinicRecord, work: (n: number) => void): number {
  return microseconds(BATCHES * ROWS_PER_BATCH, () =>
    repeat(BATCHES, () => {
      const outcome = record.transaction(() => repeat(ROWS_PER_BATCH, work));
      if (!outcome.ok) throw new Error(outcome.words);
    }));
}

function begin(record: ClinicRecord): ConsultationId {
  record.rooms.ensure({ id: ROOM, name: "Bench" });
  const clinician = record.clinicians.ensureOwner("Bench").id;
  const outcome = record.consultations.create({
    room: ROOM,
    clinician,
    ears: "typed",
    voice: "read_aloud",
  });
  if (!outcome.ok) throw new Error(outcome.words);
  return outcome.consultation.id;
}

function measureRows(record: ClinicRecord, consultation: ConsultationId) {
  const auditRow = (n: number) =>
    void record.audit.append({
      room: ROOM,
      consultation,
      kind: "capture.gap",
      detail: { reason: "network", start_sample: n, samples: 320 },
    });
  const segmentRow = (n: number) =>
    void record.segments.append({
      id: segmentId.parse(record.newId()),
      consultation,
      room: ROOM,
      start: samples(n),
      end: samples(n + 16_000),
      text: "I have had this pain in my chest since Monday morning",
      words: ["I", "have", "had", "this", "pain", "in", "my", "chest"].map((text) => ({
        text,
        start: samples(n),
        end: samples(n + 2_000),
        probability: 0.93,
      })),
      role: null,
      origin: "heard",
      lowConfidence: false,
      engine: "whisper base",
    });
  return {
    audit_row_batched_us: batched(record, auditRow),
    audit_row_committed_us: microseconds(AUTOCOMMITS, () => repeat(AUTOCOMMITS, auditRow)),
    segment_row_batched_us: batched(record, segmentRow),
    segment_row_committed_us: microseconds(AUTOCOMMITS, () => repeat(AUTOCOMMITS, segmentRow)),
  };
}

function measureFrames(path: string) {
  const frame = new Int16Array(FRAME_SAMPLES).fill(7);
  const plain = openSync(`${path}.plain`, "w");
  const plainUs = microseconds(FRAMES, () => repeat(FRAMES, () => void writeSync(plain, frame)));
  closeSync(plain);
  const opened = openWavRecorder(path);
  if (!opened.ok) throw new Error(opened.words);
  const { recorder } = opened;
  const times: number[] = [];
  const frameUs = microseconds(FRAMES, () =>
    repeat(FRAMES, () => {
      const start = clock.monotonicMs();
      recorder.append(frame);
      times.push((clock.monotonicMs() - start) * 1000);
    }));
  recorder.finish();
  const reopenUs = microseconds(1, () => openWavRecorder(path));
  const median = times.sort((a, b) => a - b)[FRAMES / 2] ?? 0;
  return {
    frame_append_us: frameUs,
    frame_append_p50_us: Math.round(median * 100) / 100,
    frame_append_worst_us: Math.round(times.at(-1) ?? 0),
    frame_plain_write_us: plainUs,
    frame_append_to_plain_write: Math.round(frameUs / plainUs * 10) / 10,
    reopen_two_minutes_us: Math.round(reopenUs),
  };
}

const dataDir = Deno.makeTempDirSync({ prefix: "alba-bench-" });
try {
  const onSealError = (error: unknown) => {
    throw error;
  };
  const openStart = clock.monotonicMs();
  const opened = openRecord({ dataDir, clock, onSealError });
  const openMs = Math.round(clock.monotonicMs() - openStart);
  if (!opened.ok) throw new Error(opened.words);
  const { record } = opened;
  const consultation = begin(record);
  const rows = measureRows(record, consultation);
  const frames = measureFrames(recordingPath(record.paths, consultation));
  record.close();
  const verifyStart = clock.monotonicMs();
  const verification = verifyRecord(dataDir);
  const verifyMs = clock.monotonicMs() - verifyStart;
  if (verification.verdict !== "untampered") throw new Error(JSON.stringify(verification));
  const results = {
    first_open_ms: openMs,
    ...rows,
    committed_to_batched: Math.round(rows.audit_row_committed_us / rows.audit_row_batched_us),
    ...frames,
    verify_rows: verification.rows,
    verify_row_us: Math.round(verifyMs * 1000 / verification.rows * 100) / 100,
  };
  if (Deno.args.includes("--json")) console.log(JSON.stringify(results));
  else for (const [name, value] of Object.entries(results)) console.log(`${name}: ${value}`);
} finally {
  Deno.removeSync(dataDir, { recursive: true });
}
