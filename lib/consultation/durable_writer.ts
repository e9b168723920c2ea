import { samples } from "@/lib/audio/units.ts";
import { jsonObject } from "@/lib/record/columns.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { type CaptureId, segmentId, utteranceId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { outcomeHash } from "@/lib/consultation/outcome_hash.ts";
import { refDetailOf, viaOf } from "@/lib/consultation/ref_detail.ts";
import type { DurableEffect } from "@/lib/consultation/session_effect.ts";

type Of<Type extends DurableEffect["type"]> = Extract<DurableEffect, { type: Type }>;
type Writers = { readonly [Type in DurableEffect["type"]]: (effect: Of<Type>) => void };

type Place = { readonly consultation: Consultation["id"]; readonly room: Consultation["room"] };

/** Writes a consultation's rows. Called inside a transaction; throws what the stores throw. */
export function durableWriter(
  record: ClinicRecord,
  { id, room }: Pick<Consultation, "id" | "room">,
  earsLabel: string,
): { write(effect: DurableEffect): void } {
  const place = { consultation: id, room };
  const writers: Writers = {
    ...captureWriters(record, place),
    ...utteranceWriters(record, place),
    ...listeningWriters(record, place),
    ...decisionWriters(record, place),
    ...autoWriters(record, place),
    audit: ({ entry }) => void record.audit.append({ ...place, ...entry }),
    save_transition: ({ clinician, to, reason }) => {
      const outcome = record.consultations.transition(id, {
        to,
        reason,
        clinician: clinician ?? undefined,
      });
      if (!outcome.ok) throw new Error(outcome.words);
    },
    save_segment: (effect) =>
      void record.segments.append({
        ...place,
        id: segmentId.parse(effect.id),
        start: samples(effect.startSample),
        end: samples(effect.endSample),
        text: effect.text,
        words: effect.words,
        role: effect.role,
        origin: effect.origin,
        lowConfidence: effect.lowConfidence,
        engine: effect.origin === "typed" ? "typed" : earsLabel,
      }),
    save_disclosure_spoken: ({ wallMs }) => record.consultations.disclosureSpoken(id, wallMs),
    save_speakers: ({ count }) => record.consultations.setSpeakers(id, count),
  };
  return {
    write<Type extends DurableEffect["type"]>(effect: Of<Type>) {
      const writer = writers[effect.type] as (effect: Of<Type>) => void;
      writer(effect);
    },
  };
}

function captureWriters(
  record: ClinicRecord,
  place: Place,
): Pick<Writers, "save_capture_started" | "save_gap" | "save_checkpoint"> {
  // Asked each time: what a transaction that failed had begun is not there.
  const current = (): CaptureId | null => record.captures.latest(place.consultation)?.id ?? null;
  return {
    save_capture_started: ({ atSample, pageEpoch, ...device }) => {
      const at = samples(atSample);
      const before = current();
      if (before !== null) {
        record.captures.end(before, { at, reason: "disconnected", pcmSha256: null });
      }
      const { inputLabel, outputLabel, platform, constraints } = device;
      record.captures.start({
        ...place,
        at,
        pageEpoch,
        device: { inputLabel, outputLabel, platform, constraints },
      });
    },
    save_gap: ({ atSample, samples: length, reason }) =>
      record.captures.gap({
        ...place,
        startSample: samples(atSample),
        samples: samples(length),
        reason,
      }),
    save_checkpoint: ({ position }) => {
      const capture = current();
      if (capture !== null) record.captures.checkpoint(capture, samples(position));
    },
  };
}

function listeningWriters(
  { listening }: ClinicRecord,
  place: Place,
): Pick<Writers, "save_consent" | "save_paused" | "save_unpaused"> {
  return {
    save_consent: ({ answer, clinician }) => listening.consent(place, answer, clinician),
    save_paused: ({ atSample, reason }) => listening.pause(place, samples(atSample), reason),
    save_unpaused: ({ atSample }) => listening.resume(place, samples(atSample)),
  };
}

function utteranceWriters(
  record: ClinicRecord,
  place: Place,
): Pick<
  Writers,
  "save_utterance_requested" | "save_utterance_started" | "save_utterance_ended"
> {
  return {
    save_utterance_requested: ({ id, origin, spoken }) => {
      const { rationale, ref, text } = spoken;
      const phrase = "phrase" in ref ? ref.phrase : null;
      record.utterances.request({
        ...place,
        id: utteranceId.parse(id),
        ref,
        refDetail: refDetailOf(origin, spoken),
        text,
        cdsRationale: rationale ?? undefined,
        audit: { ref_kind: phrase === null ? "agenda" : "phrase", phrase, ...viaOf(origin) },
      });
    },
    save_utterance_started: ({ id: utterance, atSample }) =>
      void record.utterances.start(utteranceId.parse(utterance), samples(atSample)),
    save_utterance_ended: ({ id: utterance, atSample, reason, durationMs }) =>
      void record.utterances.end(utteranceId.parse(utterance), {
        at: atSample === null ? null : samples(atSample),
        reason,
        durationMs,
      }),
  };
}

function decisionWriters(
  record: ClinicRecord,
  place: Place,
): Pick<
  Writers,
  | "save_model_call"
  | "save_agenda"
  | "save_assessment"
  | "save_alarm"
  | "save_alarm_reworded"
  | "save_alarm_arranged"
  | "save_alarm_acknowledged"
> {
  return {
    save_model_call: ({ row }) => record.modelCalls.add(place, row),
    save_agenda: ({ agenda }) => record.agendas.add(place, agenda),
    save_assessment: (assessment) => record.alarms.assessed(place, assessment),
    save_alarm: ({ alarm, version }) => record.alarms.raise(place, { ...alarm, version }),
    save_alarm_reworded: ({ alarm: { action, id, wordings } }) =>
      record.alarms.reword(id, action, wordings.map(({ text }) => text)),
    save_alarm_arranged: ({ alarm }) => record.alarms.arrange(place, alarm),
    save_alarm_acknowledged: ({ alarm, clinician }) =>
      record.alarms.acknowledge(place, alarm.id, clinician, alarm.action),
  };
}

function autoWriters(
  record: ClinicRecord,
  place: Place,
): Pick<Writers, "save_run_started" | "save_run_ended" | "save_auto_event"> {
  return {
    save_run_started: ({ run, soundCheck, thresholds }) =>
      record.runs.start(place, { id: run, thresholds: jsonObject.parse(thresholds), soundCheck }),
    save_run_ended: ({ run }) => record.runs.end(run),
    save_auto_event: ({ codeVersion, event, nowMs, outcome, seq, settingsHash }) =>
      record.autoEvents.append(place, {
        seq,
        nowMs,
        event,
        codeVersion,
        settingsHash,
        outcomeSha256: outcomeHash(outcome),
      }),
  };
}
