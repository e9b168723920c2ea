import { z } from "zod";
import { code, count, derivedId, sha256, wholeNumber } from "@/lib/record/audit_fields.ts";
import { AUTO_AUDIT_EVENTS } from "@/lib/record/auto_audit_events.ts";
import { clinicianId, consultationId, idColumn, segmentId, utteranceId } from "@/lib/record/ids.ts";

export const consultationState = z.enum(["live", "stopping", "finalising", "review", "approved"]);
export const gapReason = z.enum(["network", "crash", "paused", "device", "disk_full"]);
export const captureEndReason = z.enum(["stopped", "disconnected", "crashed", "disk_full", "io"]);
export const utteranceEndReason = z.enum([
  "completed",
  "cancelled",
  "barge_in",
  "politeness_abort",
  "urgency_pause",
  "capped",
  "lost",
]);
export const finaliseStep = z.enum(["transcript", "speakers", "quality", "envelope"]);
export const finaliseOutcome = z.enum(["done", "skipped", "failed"]);
/** What the patient answered to the disclosure (CO6). */
export const consentAnswer = z.enum(["given", "refused", "withdrawn"]);
/** Somebody tapped Pause, or the patient said no. */
export const pauseReason = z.enum(["tapped", "refused", "withdrawn"]);
export const consultationMode = z.enum(["in_person", "telephone", "interpreter"]);
export const earsKind = z.enum(["whisper", "openai", "typed"]);
export const voiceKind = z.enum(["piper", "browser", "read_aloud"]);
export const clinicianRole = z.enum(["owner", "clinician", "trainer"]);
/** Somebody asked for it, or its time had come (CO4). */
export const purgeReason = z.enum(["asked", "retention"]);
/** Who changed something; null where the box itself did. */
const by = clinicianId.nullable();

export const assessmentSource = z.enum(["model", "rule"]);
/**
 * What each audit row may hold. Details are ids, numbers and fixed codes, so that a row can stay
 * for ever when the patient's words are deleted; words go beside the row as `text`. A kind or a
 * shape that is not here throws (RE4), so a new event starts with a line in this table.
 */
export const AUDIT_EVENTS = {
  "consultation.created": z.strictObject({
    clinician: clinicianId,
    ears: earsKind,
    voice: voiceKind,
    mode: consultationMode,
  }),
  "consultation.consent_noted": z.strictObject({ answer: consentAnswer, clinician: clinicianId }),
  "consultation.transition": z.strictObject({
    from: consultationState,
    to: consultationState,
    reason: code,
    clinician: clinicianId.nullable(),
  }),
  "consultation.resumed": z.strictObject({ state: consultationState, away_ms: wholeNumber }),
  "consultation.reference_changed": z.strictObject({ clinician: clinicianId.nullable() }),
  /** The words stand beside it as text, so that a later edit of the transcript shows. */
  "consultation.segment_committed": z.strictObject({
    segment: segmentId,
    start_sample: count,
    end_sample: count,
  }),
  /** The answer to "Who spoke?": how many, or null for Skip. */
  "consultation.speakers_answered": z.strictObject({ speakers: count.nullable() }),
  "consultation.finalise_step": z.strictObject({
    step: finaliseStep,
    outcome: finaliseOutcome,
    code: code.nullable(),
    through_sample: count,
  }),
  "capture.started": z.strictObject({ capture: idColumn, epoch: count, sample: count }),
  "capture.gap": z.strictObject({ reason: gapReason, start_sample: count, samples: count }),
  "capture.paused": z.strictObject({ sample: count, reason: pauseReason }),
  "capture.resumed": z.strictObject({ sample: count }),
  "capture.ended": z.strictObject({
    capture: idColumn,
    reason: captureEndReason,
    samples: count,
    pcm_sha256: sha256.nullable(),
  }),
  "capture.disk_full": z.strictObject({ sample: count }),
  "capture.frames_refused": z.strictObject({ reason: code, frames: count }),
  "speech.requested": z.strictObject({
    utterance: utteranceId,
    ref_kind: code,
    phrase: code.nullable(),
    via: z.enum(["tap", "auto", "rehearsal", "desk", "sound_check"]),
    /** Of a question that Alba asks by herself (RE2). */
    turn_end_to_issue_ms: z.number().min(0).optional(),
  }),
  "speech.started": z.strictObject({ utterance: utteranceId, sample: count }),
  "speech.ended": z.strictObject({
    utterance: utteranceId,
    sample: count.nullable(),
    reason: utteranceEndReason,
    duration_ms: count.nullable(),
  }),
  /** Somebody spoke over Alba (DW4): what the page heard, and from where on it counts as speech. */
  "speech.barge_in": z.strictObject({
    utterance: utteranceId,
    rms: z.number().nullable(),
    threshold: z.number(),
  }),
  "speech.refused": z.strictObject({ reason: code, ref_kind: code.nullable() }),
  "speech.fallback_voice": z.strictObject({
    utterance: utteranceId,
    voice: voiceKind,
    reason: code,
  }),
  "speech.sound_check": z.strictObject({
    sound_check: idColumn,
    noise_floor_rms: z.number(),
    quiet_peak: z.number(),
    speech_peak: z.number(),
    loopback_peak: z.number(),
  }),
  "cds.pass_started": z.strictObject({ version: count, reason: code }),
  "cds.pass_landed": z.strictObject({
    version: count,
    assessment: z.boolean(),
    urgency: z.boolean(),
    affect: z.boolean(),
  }),
  "cds.runaway": z.strictObject({
    call: code,
    reason: code,
    tokens: count.nullable(),
    elapsed_ms: count,
    cap: count,
    failures: count,
    version_kept: count,
  }),
  "model.call": z.strictObject({
    call: idColumn,
    kind: code,
    queued_ms: count,
    run_ms: count,
    elapsed_ms: count,
    prompt_tokens: count.nullable(),
    reply_tokens: count.nullable(),
    outcome: code,
    pass_in_flight: z.boolean(),
  }),
  "cds.agenda": z.strictObject({ version: count, questions: count, source: assessmentSource }),
  "alarm.raised": z.strictObject({
    alarm: derivedId,
    snapshot: derivedId,
    version: count,
    source: assessmentSource,
  }),
  "alarm.acknowledged": z.strictObject({ alarm: derivedId, clinician: clinicianId }),
  "alarm.arranged": z.strictObject({ alarm: derivedId }),
  "engine.changed": z.strictObject({
    engine: z.enum(["stt", "tts", "cds"]),
    kind: code,
    state: z.enum(["starting", "ready", "catching_up", "restarting", "absent"]),
  }),
  "access.login": z.strictObject({ clinician: clinicianId }),
  "access.logout": z.strictObject({ clinician: clinicianId }),
  "access.login_failed": z.strictObject({ reason: code }),
  "access.take_control": z.strictObject({ clinician: clinicianId.nullable() }),
  "people.added": z.strictObject({ clinician: clinicianId, role: clinicianRole, by }),
  /** Both names stand beside it as text. */
  "people.renamed": z.strictObject({ clinician: clinicianId, by }),
  "people.pin_set": z.strictObject({ clinician: clinicianId, by }),
  "people.retired": z.strictObject({ clinician: clinicianId, by }),
  "people.signed_out_everywhere": z.strictObject({ clinician: clinicianId, by, sessions: count }),
  "record.opened": z.strictObject({ key: sha256, schema: count }),
  "record.closed": z.strictObject({}),
  "record.purged": z.strictObject({
    consultation: consultationId,
    audio: z.boolean(),
    text: z.boolean(),
    segments: count,
    samples: count,
    by,
    reason: purgeReason,
  }),
  ...AUTO_AUDIT_EVENTS,
  /** Written when the record did not fit its signed head on opening; it is never signed away. */
  "record.tamper_found": z.strictObject({ code, sealed_rows: count.nullable(), found_rows: count }),
};

export type AuditKind = keyof typeof AUDIT_EVENTS;
export type AuditDetail<Kind extends AuditKind> = z.input<(typeof AUDIT_EVENTS)[Kind]>;

/** Checks `detail` against its kind's schema; throws `TypeError` with the kind's name. */
export function parseAuditDetail(kind: string, detail: unknown): Record<string, unknown> {
  if (!Object.hasOwn(AUDIT_EVENTS, kind)) {
    throw new TypeError(`Cannot audit "${kind}": no such event`);
  }
  const parsed = AUDIT_EVENTS[kind as AuditKind].safeParse(detail);
  if (!parsed.success) {
    throw new TypeError(`Cannot audit "${kind}": its detail has the wrong shape`, {
      cause: parsed.error,
    });
  }
  return parsed.data;
}
