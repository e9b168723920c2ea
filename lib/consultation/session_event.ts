import type { AlarmCandidate, AlarmSource } from "@/lib/alarms/alarm.ts";
import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { ShortAnswer } from "@/lib/consultation/short_answer.ts";
import type { Line } from "@/lib/consultation/agenda.ts";
import type { DecisionsEvent } from "@/lib/models/decisions.ts";
import type { CommittedSpeech, EarsEvent, EngineState } from "@/lib/engines/ports.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import type { ClinicianId } from "@/lib/record/ids.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { PhraseId } from "@/lib/speech/phrase_ids.ts";

/** A clinician, as acts of theirs are put on record (CO7). */
export interface Person {
  readonly id: ClinicianId;
  readonly name: string;
}

/** Everything that can happen to a consultation. Identifiers are drawn by the shell, never inside. */
export type SessionEvent =
  /** `freshId` names what the message may create: a typed line or an utterance. */
  | {
    readonly type: "page";
    readonly link: string;
    readonly message: PageMessage;
    readonly freshId: string;
    /** Who is signed in on that page; null when their sign-in has ended. */
    readonly by: Person | null;
  }
  | {
    readonly type: "frame";
    readonly link: string;
    readonly sequence: number;
    readonly pcm: Int16Array;
  }
  | { readonly type: "disconnected"; readonly link: string }
  /** The sign-in under which that page was opened was ended by hand (SE8); it did not run out. */
  | { readonly type: "signed_out"; readonly link: string }
  /** A page asked for speech by sending words instead of naming a phrase. */
  | { readonly type: "raw_speech"; readonly link: string }
  /** Stop without a page in control: the plain form of a browser whose socket is down. */
  | { readonly type: "stop_requested"; readonly by: Person }
  | { readonly type: "tick" }
  | { readonly type: "ears"; readonly event: EarsEvent; readonly freshId: string }
  /** Of this consultation's passes, or of the model's engine. */
  | { readonly type: "decisions"; readonly event: DecisionsEvent }
  | { readonly type: "voice_state"; readonly engine: EngineState }
  | {
    readonly type: "voice_prepared";
    readonly utteranceId: string;
    readonly durationMs: number;
    readonly url: string;
  }
  | { readonly type: "voice_failed"; readonly utteranceId: string; readonly words: string }
  /** A run of auto mode is to begin; what the shell had to look up for it is there (EN4). */
  | {
    readonly type: "auto_begin";
    readonly run: string;
    readonly client: AutoClient;
    /** The room's newest; null where none was made. */
    readonly soundCheck: {
      readonly id: string;
      readonly noiseFloorRms: number;
      readonly checkedWallMs: number;
    } | null;
  }
  /** What auto mode wants said goes the way of a tap (SP7); `freshId` names the utterance. */
  | { readonly type: "auto_say"; readonly freshId: string; readonly say: AutoSay }
  | { readonly type: "auto_hush"; readonly reason: "cancelled" | "urgency_pause" }
  | {
    readonly type: "auto_pass";
    readonly reason: "golden_exit" | "turn_end" | "asked";
    readonly holdMs: number;
  }
  /** A short call of the model's is back, or will never be. */
  | { readonly type: "auto_answer"; readonly answer: ShortAnswer }
  /** The acoustic ear's score of a span: the probability that its thought is finished, 0 to 1. */
  | { readonly type: "ear_scored"; readonly span: number; readonly finished: number }
  /** What may be said next has been made, or could not be. */
  | { readonly type: "speech_ahead"; readonly token: number; readonly ok: boolean }
  /** `position` is what the recording really holds; what lay beyond it was not written. */
  | {
    readonly type: "recording_failed";
    readonly code: "disk_full" | "io";
    readonly words: string;
    readonly position: number;
  }
  | { readonly type: "storage_failed"; readonly words: string }
  /** The service found this consultation unfinished when it started. */
  | { readonly type: "resumed" }
  | { readonly type: "flushed" }
  | { readonly type: "finalise_progress"; readonly words: string; readonly share: number }
  | { readonly type: "finalised" };

/** What of the controller's `say` the voice needs. */
export type AutoSay = Omit<Extract<AutoEffect, { type: "say" }>, "type">;

/** Where a run is made, as its row names it. */
export type AutoClient = Extract<AutoEvent, { type: "toggle_on" }>["client"];

/** What earlier slices tell later ones within one step; it only travels forward. */
export type InnerEvent =
  /** A message from the page in control, or one that any page may send. */
  | {
    readonly type: "command";
    readonly message: PageMessage;
    readonly freshId: string;
    readonly by: Person | null;
  }
  | { readonly type: "frame"; readonly sequence: number; readonly pcm: Int16Array }
  /** `taken`: by another page, so that the one that had it falls silent; else it is gone. */
  | { readonly type: "control_lost"; readonly taken: boolean }
  | {
    readonly type: "joined";
    readonly link: string;
    readonly inControl: boolean;
    readonly startedUtterances: readonly string[];
  }
  | { readonly type: "stopping" }
  /** Wanted: off the record, and why (CO6). */
  | { readonly type: "pausing"; readonly reason: "tapped" | "refused" | "withdrawn" }
  /** Wanted: on the record again. */
  | { readonly type: "resuming" }
  /** The patient agrees, after all or from the start. */
  | { readonly type: "consent_given" }
  /** Capture went off the record. */
  | { readonly type: "paused" }
  /** Capture is on the record again and waits for its page. */
  | { readonly type: "unpaused" }
  /** Samples that went into the recording; `gap` samples are silence nobody recorded. */
  | {
    readonly type: "audio";
    readonly from: number;
    readonly pcm: Int16Array;
    readonly gap: boolean;
  }
  | {
    readonly type: "ear_audio";
    readonly from: number;
    readonly pcm: Int16Array;
    readonly muted: boolean;
  }
  | {
    readonly type: "committed";
    readonly id: string;
    readonly speech: CommittedSpeech;
    readonly startMs: number;
    readonly endMs: number;
  }
  | { readonly type: "tentative"; readonly text: string }
  /** Alba has asked a question of the agenda. */
  | { readonly type: "alba_asked"; readonly question: string }
  /** Alba has said a phrase to its end. */
  | { readonly type: "phrase_said"; readonly phrase: PhraseId }
  /** News for auto mode, from the slice that knows it. */
  | { readonly type: "to_auto"; readonly event: AutoEvent }
  /** One more committed piece, heard or typed. */
  | { readonly type: "segment"; readonly segment: TranscriptSegmentMessage }
  /** One more whole sentence, put together from its pieces. */
  | { readonly type: "line"; readonly line: Line }
  /** What one assessment found urgent, and which standing actions it saw arranged. */
  | {
    readonly type: "assessed";
    readonly source: AlarmSource;
    readonly version: number;
    readonly segment: string;
    /** Null where it was over at once, as the rules' are. */
    readonly startedWallMs: number | null;
    readonly candidates: readonly AlarmCandidate[];
    readonly arranged: readonly string[];
  };
