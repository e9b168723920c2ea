import type { Alarm, AlarmCandidate, AlarmSource } from "@/lib/alarms/alarm.ts";
import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import type { Outcome } from "@/lib/consultation/auto_drive.ts";
import type { AutoSay, SessionEvent } from "@/lib/consultation/session_event.ts";
import type { Origin } from "@/lib/consultation/slices/voice_state.ts";
import type { Agenda } from "@/lib/consultation/agenda.ts";
import type { PassWish } from "@/lib/models/decisions.ts";
import type { ModelCallRow } from "@/lib/models/model_call_row.ts";
import type { ClinicianId } from "@/lib/record/ids.ts";
import type { Samples } from "@/lib/audio/units.ts";
import type { AuditEntry } from "@/lib/consultation/audit_entry.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import type { ConsentAnswer, EndReason } from "@/lib/protocol/shared.ts";
import type { LifecycleState, ServerMessage } from "@/lib/protocol/server_messages.ts";
import type { Spoken } from "@/lib/speech/spoken.ts";

/** Rows and audit entries: written in one transaction before anything of the step leaves. */
export type DurableEffect =
  | { readonly type: "audit"; readonly entry: AuditEntry }
  | {
    readonly type: "save_transition";
    /** Who took the step; null for those that follow by themselves. */
    readonly clinician: ClinicianId | null;
    readonly to: LifecycleState;
    /** Why, as a fixed code. */
    readonly reason: string;
  }
  | {
    readonly type: "save_capture_started";
    readonly atSample: number;
    /** The page's own name for its numbering of frames. */
    readonly pageEpoch: string;
    readonly inputLabel: string;
    readonly outputLabel: string;
    readonly platform: string;
    readonly constraints: Readonly<Record<string, boolean>>;
  }
  | {
    readonly type: "save_gap";
    readonly atSample: number;
    readonly samples: number;
    readonly reason: "network" | "device" | "disk_full" | "crash" | "paused";
  }
  | {
    readonly type: "save_consent";
    readonly answer: ConsentAnswer;
    readonly clinician: ClinicianId;
  }
  | {
    readonly type: "save_paused";
    readonly atSample: number;
    readonly reason: "tapped" | "refused" | "withdrawn";
  }
  | { readonly type: "save_unpaused"; readonly atSample: number }
  /** So that a restarted service knows how long the room went unrecorded. */
  | { readonly type: "save_checkpoint"; readonly position: number }
  | {
    readonly type: "save_segment";
    readonly id: string;
    readonly startSample: number;
    readonly endSample: number;
    readonly text: string;
    readonly words: readonly HeardWord[];
    readonly role: "doctor" | "patient" | "other" | null;
    readonly origin: "heard" | "typed";
    readonly lowConfidence: boolean;
  }
  | {
    readonly type: "save_utterance_requested";
    readonly id: string;
    readonly spoken: Spoken;
    readonly origin: Origin;
  }
  | { readonly type: "save_utterance_started"; readonly id: string; readonly atSample: number }
  | {
    readonly type: "save_utterance_ended";
    readonly id: string;
    /** Null when nothing of it was heard. */
    readonly atSample: number | null;
    readonly reason: EndReason;
    /** How long it was heard, ms; null when nothing was. */
    readonly durationMs: number | null;
  }
  | { readonly type: "save_disclosure_spoken"; readonly wallMs: number }
  | { readonly type: "save_speakers"; readonly count: number | null }
  | { readonly type: "save_model_call"; readonly row: ModelCallRow }
  | { readonly type: "save_agenda"; readonly agenda: Agenda }
  | {
    readonly type: "save_assessment";
    readonly snapshot: string;
    readonly version: number;
    readonly source: AlarmSource;
    readonly startedWallMs: number;
    readonly actions: readonly AlarmCandidate[];
  }
  | { readonly type: "save_alarm"; readonly alarm: Alarm; readonly version: number }
  | { readonly type: "save_alarm_reworded"; readonly alarm: Alarm }
  | { readonly type: "save_alarm_arranged"; readonly alarm: string }
  | {
    readonly type: "save_alarm_acknowledged";
    /** In the words that were seen. */
    readonly alarm: Alarm;
    readonly clinician: ClinicianId;
  }
  | {
    readonly type: "save_run_started";
    readonly run: string;
    readonly thresholds: AutoSettings;
    readonly soundCheck: string | null;
  }
  | { readonly type: "save_run_ended"; readonly run: string }
  /** RE5: an input of the controller, and what it made of it. */
  | {
    readonly type: "save_auto_event";
    readonly seq: number;
    readonly nowMs: number;
    readonly event: AutoEvent;
    readonly outcome: Outcome;
    readonly codeVersion: string;
    readonly settingsHash: string;
  };

/** What leaves the step once its rows are safe. */
export type OutwardEffect =
  | { readonly type: "send"; readonly link: string; readonly message: ServerMessage }
  | { readonly type: "broadcast"; readonly message: ServerMessage }
  | {
    readonly type: "close_link";
    readonly link: string;
    readonly code: number;
    readonly words: string;
  }
  | { readonly type: "record_audio"; readonly pcm: Int16Array }
  | { readonly type: "record_silence"; readonly samples: number }
  | {
    readonly type: "feed_ears";
    readonly from: Samples;
    readonly pcm: Int16Array;
    readonly muted: boolean;
  }
  | { readonly type: "flush_ears" }
  | { readonly type: "prepare_speech"; readonly utteranceId: string; readonly spoken: Spoken }
  | { readonly type: "abort_speech"; readonly utteranceId: string }
  | { readonly type: "request_pass"; readonly wish: PassWish }
  | { readonly type: "release_pass" }
  | { readonly type: "cancel_passes" }
  /** Handled as soon as this step is done, before anything that waits. */
  | { readonly type: "again"; readonly event: SessionEvent }
  /** The same with an utterance of Alba's own, which the shell names. */
  | { readonly type: "again_say"; readonly say: AutoSay }
  /** Look up what a run's start needs, and begin it. */
  | {
    readonly type: "begin_auto";
    readonly run: string;
    readonly platform: string;
    readonly inputLabel: string;
  }
  /** `token` null where nobody waits for it. */
  | { readonly type: "speak_ahead"; readonly token: number | null; readonly spoken: Spoken }
  | {
    readonly type: "ask_short";
    readonly ask: Extract<AutoEffect, { type: "ask_officer" | "ask_topic" | "ask_rerank" }>;
  }
  | { readonly type: "cancel_short" }
  /** Judge the newest sound of the patient's span (TT14). */
  | { readonly type: "score_turn_end"; readonly span: number }
  /** A mistake of ours in the controller, for the log; the run has ended. */
  | { readonly type: "auto_mistake"; readonly error: string }
  | { readonly type: "finalise" }
  /** The answer to "Who spoke?" is in the record. */
  | { readonly type: "speakers_answered" }
  /** The consultation no longer needs a session. */
  | { readonly type: "retire" };

export type SessionEffect = DurableEffect | OutwardEffect;

/** A slice may also speak to whichever page is in control; `step` knows which one that is. */
export type SliceEffect =
  | SessionEffect
  | { readonly type: "to_control"; readonly message: ServerMessage };

/** A row that is missing here does not compile: it would be neither written nor handled. */
const DURABLE: Readonly<Record<DurableEffect["type"], true>> = {
  audit: true,
  save_transition: true,
  save_capture_started: true,
  save_gap: true,
  save_consent: true,
  save_paused: true,
  save_unpaused: true,
  save_checkpoint: true,
  save_segment: true,
  save_utterance_requested: true,
  save_utterance_started: true,
  save_utterance_ended: true,
  save_disclosure_spoken: true,
  save_speakers: true,
  save_model_call: true,
  save_agenda: true,
  save_assessment: true,
  save_alarm: true,
  save_alarm_reworded: true,
  save_alarm_arranged: true,
  save_alarm_acknowledged: true,
  save_run_started: true,
  save_run_ended: true,
  save_auto_event: true,
};

export function isDurable(effect: SessionEffect): effect is DurableEffect {
  return Object.hasOwn(DURABLE, effect.type);
}
