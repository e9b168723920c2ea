import type { AlarmNews, Lack } from "@/lib/auto/auto_event.ts";
import type { AutoModeSettings } from "@/lib/consultation/auto_mode_settings.ts";
import type { Agenda } from "@/lib/consultation/agenda.ts";
import type { ClinicianId } from "@/lib/record/ids.ts";
import type { ConsultationMode } from "@/lib/protocol/shared.ts";
import type { RulesEngine } from "@/lib/rules/engine.ts";
import type { Phrases } from "@/lib/speech/phrases.ts";
import type { ArbiterLimits } from "@/lib/speech/arbiter.ts";
import type { InnerEvent, SessionEvent } from "@/lib/consultation/session_event.ts";
import type { SaidTurns } from "@/lib/consultation/slices/said_turns.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";

/** What a consultation is told once, at its start. */
export interface SessionSettings {
  readonly consultation: string;
  readonly room: string;
  readonly phrases: Phrases;
  readonly limits: ArbiterLimits;
  readonly spanLeadMs: number;
  readonly spanTailMs: number;
  /** RMS of full scale 1 at which the page counts room sound as speech. */
  readonly floor: number;
  readonly silenceNudgeS: number;
  /** How patient and doctor meet; waits are chosen for it (SK5). */
  readonly mode: ConsultationMode;
  /** Who acknowledges in this consultation. */
  readonly clinician: { readonly id: ClinicianId; readonly name: string };
  readonly rules: RulesEngine;
  /** CDS_GROWTH_CHARS: a pass is wished for after so many new characters. */
  readonly growthChars: number;
  /** AUTO_ACTION_MATCH_THRESHOLD, 0 to 1. */
  readonly actionMatchThreshold: number;
  /** Which engines serve, for the audit of their changes. */
  readonly engines: { readonly stt: string; readonly tts: string; readonly cds: string };
  /** Null while AUTO_MODE_ENABLED is false (EN1). */
  readonly auto: AutoModeSettings | null;
}

/** What auto mode is about to do, and what it has heard. */
export interface AutoOutlook {
  /** The question that a doctor's tap would take the place of (DW3). */
  readonly displaced: string | null;
  /** Idle work is under way that a pass would stop (LA2). */
  readonly isPreparing: boolean;
  /** A pass is in flight, and the next questions are prepared only once it has landed (LA2). */
  readonly preparesAfterPass: boolean;
  /** What a topic is held against once more when it is said (SP3). */
  readonly said: SaidTurns;
}

/** The alarms that wait for a doctor, and those that stand. */
export interface UrgentOutlook {
  readonly open: readonly AlarmNews[];
  readonly standing: readonly AlarmNews[];
}

/** The moment of an event, read once by the mailbox. */
export interface Moment {
  readonly nowMs: number;
  readonly wallMs: number;
  /** Rows wait in memory, because the record takes none. */
  readonly isRecordStuck: boolean;
}

export interface StepContext extends Moment {
  readonly settings: SessionSettings;
  /** Agendas that a tap may still refer to, as they stood before this event. */
  readonly agendas: readonly Agenda[];
  /** As it stood before this event. */
  readonly outlook: AutoOutlook;
  /** As they stood before this event. */
  readonly urgent: UrgentOutlook;
  /** What a run lacks to listen by, as it stood before this event. */
  readonly lack: Lack | null;
}

/** What a slice answers. */
export interface SliceResult<State> {
  readonly state: State;
  readonly effects: readonly SliceEffect[];
  readonly inner: readonly InnerEvent[];
}

export type SliceInput =
  | { readonly from: "outside"; readonly event: SessionEvent }
  | { readonly from: "inside"; readonly event: InnerEvent };

/** The usual answer of a slice that has nothing to do with an event. */
export function nothing<State>(state: State): SliceResult<State> {
  return { state, effects: [], inner: [] };
}
