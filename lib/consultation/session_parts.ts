import type { Clock } from "@/lib/clock.ts";
import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import type { EarsEngine, VoiceEngine } from "@/lib/engines/ports.ts";
import type { Finaliser } from "@/lib/consultation/finalise/finaliser.ts";
import type { Decisions } from "@/lib/models/decisions.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { OpenRecorderOutcome } from "@/lib/audio/wav_recorder.ts";
import type { SpeechLibrary } from "@/lib/speech/speech_library.ts";
import type { SessionSettings } from "@/lib/consultation/step_context.ts";

/** What a session is given to meet the world with. */
export interface SessionParts {
  readonly clock: Clock;
  readonly record: ClinicRecord;
  readonly ears: EarsEngine;
  /** Judges ends of turns by their sound (TT14). */
  readonly ear: TurnEar;
  readonly voice: VoiceEngine;
  readonly speech: SpeechLibrary;
  /** The model's side of decision support; the rules need nobody. */
  readonly decisions: Decisions;
  /** The work that begins when a recording is sealed. */
  readonly finaliser: Finaliser;
  readonly openRecorder: (path: string) => OpenRecorderOutcome;
  /** Written into each transcript segment, such as `whisper base`. */
  readonly earsLabel: string;
  readonly settingsOf: (consultation: Consultation) => SessionSettings;
  /** The session no longer needs to be kept. */
  readonly onRetired: (consultation: Consultation["id"]) => void;
}
