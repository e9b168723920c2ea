import { z } from "zod";
import { type Samples, samples } from "@/lib/audio/units.ts";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { finaliseOutcome, finaliseStep } from "@/lib/record/audit_events.ts";
import {
  jsonColumn,
  type JsonObject,
  jsonObject,
  samplesColumn,
  wholeMs,
} from "@/lib/record/columns.ts";
import type { ConsultationId, RoomId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** The parts of finalising that leave something behind, in the order in which they run. */
export type FinaliseStep = z.infer<typeof finaliseStep>;
/** `skipped`: there was nothing to do it with or to do it to; `failed`: it was tried in vain. */
export type FinaliseOutcome = z.infer<typeof finaliseOutcome>;

export interface FinaliseRow {
  readonly step: FinaliseStep;
  readonly state: "begun" | FinaliseOutcome;
  /** Why it was skipped or failed, as a fixed code. */
  readonly code: string | null;
  /** All of the recording before it has been dealt with. */
  readonly through: Samples;
  /** Numbers and fixed codes. */
  readonly result: JsonObject;
}

/** Loudness over time: one level, 0 to 255, for each `stepSamples`. */
export interface Envelope {
  readonly stepSamples: Samples;
  readonly levels: Uint8Array;
}

type Place = { readonly consultation: ConsultationId; readonly room: RoomId };

export interface FinaliseStore {
  get(consultation: ConsultationId, step: FinaliseStep): FinaliseRow | undefined;
  /** Notes how far a step is, beside what it has written so far. */
  progress(place: Place, step: FinaliseStep, through: Samples): void;
  /** Ends a step; audited. A later end replaces it: a changed declaration tells speakers apart anew. */
  end(place: Place, end: {
    readonly step: FinaliseStep;
    readonly outcome: FinaliseOutcome;
    readonly code: string | null;
    readonly through: Samples;
    readonly result: JsonObject;
  }): void;
  /** Forgets all that finalising has left: Stop was undone, so the recording will be longer. */
  discard(consultation: ConsultationId): void;
  setEnvelope(place: Place, envelope: Envelope): void;
  envelope(consultation: ConsultationId): Envelope | undefined;
}

const row = z.object({
  step: finaliseStep,
  state: z.enum(["begun", ...finaliseOutcome.options]),
  code: z.string().nullable(),
  through_sample: samplesColumn,
  result: jsonColumn(jsonObject),
}).transform(({ through_sample, ...rest }): FinaliseRow => ({ ...rest, through: through_sample }));

const envelopeRow = z.object({
  step_samples: samplesColumn,
  levels: z.instanceof(Uint8Array),
}).transform((stored): Envelope => ({ stepSamples: stored.step_samples, levels: stored.levels }));

export function finaliseStore({ database, audit, clock }: StoreParts): FinaliseStore {
  const put = database.command(
    `INSERT INTO finalise_step (consultation, room, step, state, code, through_sample, result,
       updated_wall_ms)
     VALUES (:consultation, :room, :step, :state, :code, :through, :result, :now)
     ON CONFLICT (consultation, step) DO UPDATE SET state = :state, code = :code,
       through_sample = :through, result = :result, updated_wall_ms = :now`,
  );
  const one = database.query(
    "SELECT * FROM finalise_step WHERE consultation = :consultation AND step = :step",
    row,
  );
  const keep = database.command(
    `INSERT INTO recording_envelope (consultation, room, step_samples, levels)
     VALUES (:consultation, :room, :step, :levels)
     ON CONFLICT (consultation) DO UPDATE SET step_samples = :step, levels = :levels`,
  );
  const kept = database.query(
    "SELECT step_samples, levels FROM recording_envelope WHERE consultation = :consultation",
    envelopeRow,
  );
  const discards = ["finalise_step", "whole_segment", "speaker_turn", "recording_envelope"].map(
    (table) => database.command(`DELETE FROM ${table} WHERE consultation = :consultation`),
  );
  const now = () => wholeMs(clock.wallMs());
  return {
    get: (consultation, step) => one.get({ consultation, step }),
    progress: ({ consultation, room }, step, through) =>
      void put.run({
        ...{ consultation, room, step, through },
        ...{ state: "begun", code: null, result: "{}", now: now() },
      }),
    end: ({ consultation, room }, { step, outcome, code, through, result }) =>
      database.atomically(() => {
        put.run({
          ...{ consultation, room, step, code, through },
          ...{ state: outcome, result: canonicalJson(result), now: now() },
        });
        const detail = { step, outcome, code, through_sample: through };
        audit.append({ consultation, room, kind: "consultation.finalise_step", detail });
      }),
    discard: (consultation) =>
      database.atomically(() => {
        for (const discard of discards) discard.run({ consultation });
      }),
    setEnvelope: ({ consultation, room }, { stepSamples, levels }) =>
      void keep.run({ consultation, room, step: samples(stepSamples), levels }),
    envelope: (consultation) => kept.get({ consultation }),
  };
}
