/**
 * `deno run -A bench/speakers.ts --engines DIR --dialogues DIR [--declared]` finalises dialogues made
 * by `tests/fixtures/dialogues/generate.ts` with the real engines and counts the turns that have the
 * right speaker and the right role. Without `--declared` nobody has said how many spoke. Prints JSON.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { msToSamples, samples, samplesToMs } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES } from "@/lib/audio/wav.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import { systemClock } from "@/lib/clock.ts";
import { openFinaliser } from "@/lib/consultation/finalise/finaliser.ts";
import { readInstallation } from "@/lib/engines/setup_installation.ts";
import { ge2eSpeakers } from "@/lib/engines/speakers/ge2e_speakers.ts";
import { whisperBackend } from "@/lib/engines/whisper_backend.ts";
import { type RoomId, roomId, utteranceId } from "@/lib/record/ids.ts";
import { type ClinicRecord, openRecord } from "@/lib/record/open_record.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import { totalWordError, wordError } from "@/lib/text/word_error.ts";
import type { SpeakerTurn } from "@/lib/record/turn_store.ts";
import { dialogueNames } from "./ears/dialogue.ts";
import { machine } from "./machine.ts";
import { rounded } from "./percentile.ts";

const LINE = z.looseObject({
  role: z.enum(["doctor", "patient", "other", "alba"]),
  start_ms: z.number(),
  end_ms: z.number(),
  text: z.string(),
});
type Line = z.infer<typeof LINE>;

const TAIL = msToSamples(300);

const { values } = parseArgs({
  args: Deno.args,
  options: {
    engines: { type: "string" },
    dialogues: { type: "string" },
    declared: { type: "boolean", default: false },
  },
});
const { engines, dialogues, declared } = values;
if (engines === undefined || dialogues === undefined) {
  throw new Error("Cannot measure speakers: --engines and --dialogues are needed");
}
const { isolation, python, speakers, whisper } = readInstallation(engines);
if (python === null || whisper === null || speakers === null) {
  throw new Error(`Cannot measure speakers: "${engines}" lacks Whisper or the speaker encoder`);
}
const clock = systemClock();
const shared = { python, isolation, clock, home: engines };
const transcriber = whisperBackend(
  { ...shared, modelFolder: whisper.modelDir, device: "auto" },
  () => {},
);
const dataDir = await Deno.makeTempDir({ prefix: "alba-speakers-" });
const opened = openRecord({ dataDir, clock, onSealError: () => {} });
if (!opened.ok) throw new Error(opened.words);
const { record } = opened;
const room = roomId.parse("room-1");
record.rooms.ensure({ id: room, name: "Room" });
const clinician = record.clinicians.ensureOwner("Smith").id;
const finaliser = openFinaliser({
  ...{ clock, record, transcriber, transcriberLabel: "whisper base" },
  ...{ declarationWaitMs: 0, autoDeclarationWaitMs: 0 },
  speakers: ge2eSpeakers({ ...shared, weightsPath: speakers.weightsPath }),
  margins: { lead: samples(0), tail: TAIL },
  rules: createRulesEngine(),
  actionMatchThreshold: 0.6,
  limits: { minCoverage: 0.8, maxLowConfidence: 0.2, maxGapS: 10 },
});

const before = machine();
const results: Awaited<ReturnType<typeof measure>>[] = [];
for (const name of dialogueNames(dialogues)) results.push(await measure(name, dialogues));
await finaliser.close();
await transcriber.close();
record.close();
await Deno.remove(dataDir, { recursive: true });
const sum = (key: "turns" | "speakerRight" | "roleRight") =>
  results.reduce((total, result) => total + result[key], 0);
console.log(JSON.stringify({
  machine: before,
  declared,
  dialogues: results.map(({ error: _, ...shown }) => shown),
  turns: sum("turns"),
  speaker_right: rounded(sum("speakerRight") / sum("turns")),
  role_right: rounded(sum("roleRight") / sum("turns")),
  word_error: rounded(totalWordError(results.map(({ error }) => error)).rate),
}));

async function measure(name: string, folder: string) {
  const pcm = pcmFromBytes(
    (await Deno.readFile(join(folder, `${name}.wav`))).subarray(WAV_HEADER_BYTES),
  );
  const truth = JSON.parse(await Deno.readTextFile(join(folder, `${name}.json`)));
  const lines = z.array(LINE).parse(truth.lines);
  const said = lines.filter(({ role }) => role !== "alba");
  const people = new Set(said.map(({ role }) => role)).size;
  const id = stopped(record, room, pcm, lines.filter(({ role }) => role === "alba"));
  if (declared) record.consultations.setSpeakers(id, people);
  const startedMs = clock.monotonicMs();
  await new Promise<void>((resolve) => finaliser.start(id, { onProgress() {}, onDone: resolve }));
  const tookMs = clock.monotonicMs() - startedMs;
  const turns = record.turns.list(id);
  const result = record.finalising.get(id, "speakers")?.result;
  return {
    name,
    people,
    found: result?.["found"],
    closest: typeof result?.["closest"] === "number" ? rounded(result["closest"]) : null,
    turns: said.length,
    speakerRight: speakersRight(said, turns),
    roleRight: said.filter((line) => mostOf(line, turns, (turn) => turn.role) === line.role).length,
    coverage: rounded(Number(record.finalising.get(id, "quality")?.result["coverage"])),
    seconds: rounded(samplesToMs(pcm.length) / 1000),
    took_s: rounded(tookMs / 1000),
    error: wordError(
      said.map(({ text }) => text).join(" "),
      turns.map(({ text }) => text).join(" "),
    ),
  };
}

/** A consultation of this sound, stopped and sealed. */
function stopped(into: ClinicRecord, where: RoomId, pcm: Int16Array, alba: readonly Line[]) {
  const created = into.consultations.create({
    room: where,
    clinician,
    ears: "whisper",
    voice: "piper",
  });
  if (!created.ok) throw new Error(created.words);
  const { id } = created.consultation;
  const place = { consultation: id, room: where };
  const capture = into.captures.start({ ...place, at: samples(0) });
  const recorder = openWavRecorder(recordingPath(into.paths, id));
  if (!recorder.ok || !recorder.recorder.append(pcm).ok) throw new Error("no room for a recording");
  for (const { start_ms, end_ms, text } of alba) {
    const utterance = utteranceId.parse(into.newId());
    const audit = { ref_kind: "phrase", phrase: null, via: "tap" } as const;
    into.utterances.request({ ...place, id: utterance, ref: {}, refDetail: {}, text, audit });
    into.utterances.start(utterance, msToSamples(start_ms));
    const end = {
      at: msToSamples(end_ms),
      reason: "completed",
      durationMs: end_ms - start_ms,
    } as const;
    into.utterances.end(utterance, end);
  }
  for (const to of ["stopping", "finalising"] as const) {
    into.consultations.transition(id, { to, reason: "bench" });
  }
  const sealed = recorder.recorder.finish();
  if (!sealed.ok) throw new Error(sealed.words);
  const { length: at, pcmSha256 } = sealed;
  into.captures.end(capture.id, { at, reason: "stopped", pcmSha256 });
  return id;
}

/** Lines whose time belongs mostly to their own speaker, with the best naming of the speakers. */
function speakersRight(said: readonly Line[], turns: readonly SpeakerTurn[]): number {
  const heard = said.map((line) => mostOf(line, turns, (turn) => turn.speaker));
  const roles = [...new Set(said.map(({ role }) => role))];
  const found = [...new Set(heard)];
  const namings = arrangements(Math.max(roles.length, found.length), roles.length);
  return Math.max(...namings.map((naming) =>
    said.filter((line, index) => {
      const speaker = found[naming[roles.indexOf(line.role)] ?? -1];
      return speaker !== undefined && speaker !== null && speaker === heard[index];
    }).length
  ));
}

/** What most of the line's time was given to; null where nothing was heard of it. */
function mostOf<Value>(
  line: Line,
  turns: readonly SpeakerTurn[],
  of: (turn: SpeakerTurn) => Value,
): Value | null {
  const shares = new Map<Value, number>();
  for (const turn of turns) {
    const overlap = Math.min(samplesToMs(turn.end), line.end_ms) -
      Math.max(samplesToMs(turn.start), line.start_ms);
    if (overlap > 0) shares.set(of(turn), (shares.get(of(turn)) ?? 0) + overlap);
  }
  return [...shares].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}

function arrangements(of: number, length: number): number[][] {
  if (length === 0) return [[]];
  return arrangements(of, length - 1).flatMap((start) =>
    Array.from({ length: of }, (_, next) => next)
      .filter((next) => !start.includes(next))
      .map((next) => [...start, next])
  );
}
