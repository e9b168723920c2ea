import { msToSamples, type Samples, samples, samplesToMs } from "@/lib/audio/units.ts";
import type { DiskFault } from "@/lib/audio/disk_fault.ts";
import type { WavRecorder } from "@/lib/audio/wav_recorder.ts";
import type { EarsEvent } from "@/lib/engines/ports.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";
import type { TranscriptSegment } from "@/lib/record/segment_store.ts";
import type { Capture } from "@/lib/record/capture_store.ts";
import { askedBefore } from "@/lib/consultation/asked_before.ts";
import { captureEpochs } from "@/lib/consultation/capture_epochs.ts";
import { knownThresholds } from "@/lib/consultation/known_thresholds.ts";
import { storedAlarms } from "@/lib/consultation/stored_alarm.ts";
import { SessionAudio, spansOf } from "@/lib/consultation/session_audio.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";
import { restoreAuto } from "@/lib/consultation/restore_auto.ts";
import { KEPT_AGENDAS } from "@/lib/consultation/slices/show_agenda.ts";
import {
  initialSession,
  type RestoredSession,
  type SessionState,
} from "@/lib/consultation/session_state.ts";
import type { SessionSettings } from "@/lib/consultation/step_context.ts";
import { isUsableModel } from "@/lib/consultation/usable_model.ts";

/** What a session starts from: its recording, its ears, and its state as the record has it. */
export interface OpenedSession {
  readonly settings: SessionSettings;
  readonly audio: SessionAudio;
  readonly initial: SessionState;
  readonly resumed: boolean;
  /** Hands over the ears' events, those that came before the session listened first. */
  onEars(listener: (event: EarsEvent) => void): void;
}

export type OpenSessionOutcome =
  | { readonly ok: true; readonly opened: OpenedSession }
  | { readonly ok: false; readonly code: DiskFault; readonly words: string };

/**
 * Opens or reopens the recording and rebuilds the state; a disk that refuses is a value. What throws
 * leaves nothing open: the page of a consultation that cannot be rebuilt asks for it again and again.
 */
export function openSessionParts(
  consultation: Consultation,
  parts: SessionParts,
  resumed: boolean,
): OpenSessionOutcome {
  const { record } = parts;
  const path = recordingPath(record.paths, consultation.id);
  const recorder = parts.openRecorder(path);
  if (!recorder.ok) return { ok: false, code: recorder.code, words: recorder.words };
  let open: Pick<WavRecorder, "finish"> = recorder.recorder;
  try {
    const settings = parts.settingsOf(consultation);
    const { position } = recorder.recorder;
    closeOpenUtterances(consultation, parts, position);
    const heardThrough = record.segments.heardThrough(consultation.id);
    const margins = {
      lead: msToSamples(settings.spanLeadMs),
      tail: msToSamples(settings.spanTailMs),
    };
    const capture = record.captures.latest(consultation.id);
    const early: EarsEvent[] = [];
    let listener: (event: EarsEvent) => void = (event) => void early.push(event);
    const audio = new SessionAudio({
      path,
      recorder: recorder.recorder,
      ears: parts.ears,
      ear: parts.ear,
      onEars: (event) => listener(event),
      excluded: () => spansOf(record.utterances.list(consultation.id), margins),
    }, heardThrough);
    open = audio;
    const initial = initialSession({
      phase: consultation.state,
      position,
      lastFrameWallMs: lastFrameWallMs(capture, position),
      epochs: captureEpochs(record.captures.list(consultation.id)),
      heardThrough,
      committed: record.segments.list(consultation.id).map(segmentMessage),
      alarms: storedAlarms(record, consultation.id),
      version: record.alarms.newestVersion(consultation.id),
      agendas: record.agendas.list(consultation.id).slice(-KEPT_AGENDAS),
      disclosureSpoken: consultation.disclosureSpokenWallMs !== null,
      untoldUtterance: untoldOf(record.utterances.list(consultation.id).at(-1)),
      consent: consultation.consent,
      paused: consultation.pausedWallMs !== null,
      away: capture?.endReason === "stopped" ? "paused" : "crash",
      stt: parts.ears.state(),
      tts: parts.voice.state(),
      cds: parts.decisions.state(),
      auto: restoredAuto(consultation, settings, parts),
    }, settings.rules);
    const onEars = (next: (event: EarsEvent) => void) => {
      listener = next;
      for (const event of early.splice(0)) next(event);
    };
    return { ok: true, opened: { settings, audio, initial, resumed, onEars } };
  } catch (error) {
    open.finish();
    throw error;
  }
}

function restoredAuto(
  { id }: Consultation,
  { auto, engines }: SessionSettings,
  { decisions, record }: SessionParts,
): RestoredSession["auto"] {
  if (auto === null) return null;
  const invitationGiven = record.utterances.list(id).some(({ endReason, ref, startSample }) =>
    ref["phrase"] === "invitation" && endReason === "completed" && startSample !== null
  );
  return {
    drive: restoreAuto(
      record.autoEvents.list(id),
      knownThresholds([auto.thresholds], record.runs.list(id)),
      auto.thresholds,
    ),
    askedBefore: askedBefore(id, record),
    invitationGiven,
    modelUsable: isUsableModel(decisions.state(), engines.cds),
  };
}

/**
 * An utterance that was playing when the service died ended with it; its span must not stay open. A
 * power cut may have taken the sound up to which it had begun: it then ends where it began.
 */
export function closeOpenUtterances(
  consultation: Consultation,
  { record }: Pick<SessionParts, "record">,
  position: Samples,
): void {
  for (const utterance of record.utterances.list(consultation.id)) {
    if (utterance.endReason !== null) continue;
    const { id, startSample } = utterance;
    record.utterances.end(id, { reason: "lost", ...endOf(startSample, position) });
  }
}

function endOf(startSample: Samples | null, position: Samples) {
  if (startSample === null) return { at: null, durationMs: null };
  const at = samples(Math.max(startSample, position));
  return { at, durationMs: samplesToMs(at - startSample) };
}

function untoldOf(newest: SystemUtterance | undefined): string | null {
  return newest?.endReason === "lost" ? newest.id : null;
}

/**
 * The recording reaches up to a second beyond its checkpoint after a kill, and up to a second less
 * far after a power cut, which took what had not been synced.
 */
function lastFrameWallMs(capture: Capture | undefined, position: number): number | null {
  if (capture === undefined) return null;
  return capture.checkpointWallMs + samplesToMs(position - capture.checkpointSample);
}

export function segmentMessage(segment: TranscriptSegment): TranscriptSegmentMessage {
  return {
    id: segment.id,
    start_ms: samplesToMs(segment.start),
    end_ms: samplesToMs(segment.end),
    text: segment.text,
    origin: segment.origin,
    role: segment.role,
    low_confidence: segment.lowConfidence,
  };
}
