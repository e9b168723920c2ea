import { join } from "node:path";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import type { Clock } from "@/lib/clock.ts";
import type { Config, SettingName } from "@/lib/config.ts";
import { openRooms } from "@/lib/consultation/rooms.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";
import type { SessionSettings } from "@/lib/consultation/step_context.ts";
import type { EarsEngine, VoiceEngine } from "@/lib/engines/ports.ts";
import { openPeople } from "@/lib/people/people.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { createRulesEngine, type RulesEngine } from "@/lib/rules/engine.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { Services } from "@/lib/services.ts";
import { openSpeechCache } from "@/lib/speech/cache.ts";
import { fillDoctor, type Phrases } from "@/lib/speech/phrases.ts";
import { speechLibrary } from "@/lib/speech/speech_library.ts";

/** A page that was told to play and has not begun after this long never will. */
const START_TIMEOUT_MS = 8_000;

/** Slack for a page's own report of the end, beyond the sound's known length. */
const LOST_MARGIN_MS = 2_000;

/** How long a page may take to confirm that it is silent. */
const CANCEL_TIMEOUT_MS = 1_000;

export interface ServiceParts {
  readonly config: Config;
  readonly fromEnvironment: readonly SettingName[];
  readonly clock: Clock;
  readonly record: ClinicRecord;
  readonly ears: EarsEngine;
  readonly voice: VoiceEngine;
  /** With the place for the doctor's name still open. */
  readonly phrases: Phrases;
  /** The recordings' files; the disk's own unless a test brings a disk that fails. */
  readonly openRecorder?: SessionParts["openRecorder"];
}

/** Puts a box together from its parts; the same for the service and for tests with fake engines. */
export function buildServices(parts: ServiceParts): Services {
  const { config, clock, ears, phrases, record, voice } = parts;
  const cache = openSpeechCache({ folder: join(config.DATA_DIR, "speech"), clock });
  const speech = speechLibrary({ phrases, doctorName: config.DOCTOR_NAME, voice, cache });
  const people = openPeople({
    record,
    doctorName: config.DOCTOR_NAME,
    hasPassphrase: config.OWNER_PASSPHRASE !== "",
    shared: false,
  });
  const rules = createRulesEngine();
  const rooms = openRooms({
    clock,
    record,
    ears,
    voice,
    speech,
    openRecorder: parts.openRecorder ?? openWavRecorder,
    earsLabel: ears.kind === "whisper" ? `whisper ${config.STT_MODEL}` : ears.kind,
    settingsOf: (consultation) => sessionSettings(consultation, parts, rules),
  });
  const { fromEnvironment } = parts;
  return { config, fromEnvironment, clock, record, people, ears, voice, speech, rooms };
}

function sessionSettings(
  consultation: Pick<Consultation, "id" | "room" | "clinician" | "clinicianName">,
  { config, ears, phrases, voice }: ServiceParts,
  rules: RulesEngine,
): SessionSettings {
  return {
    consultation: consultation.id,
    room: consultation.room,
    phrases: fillDoctor(phrases, consultation.clinicianName),
    limits: {
      maxUtteranceMs: config.SPEECH_MAX_UTTERANCE_S * 1000,
      startTimeoutMs: START_TIMEOUT_MS,
      lostMarginMs: LOST_MARGIN_MS,
      cancelTimeoutMs: CANCEL_TIMEOUT_MS,
    },
    spanLeadMs: config.SPEECH_SPAN_LEAD_MS,
    spanTailMs: config.SPEECH_SPAN_TAIL_MS,
    floor: config.BARGE_IN_RMS_THRESHOLD,
    silenceNudgeS: config.SILENCE_NUDGE_S,
    clinician: { id: consultation.clinician, name: consultation.clinicianName },
    rules,
    actionMatchThreshold: config.AUTO_ACTION_MATCH_THRESHOLD,
    engines: { stt: ears.kind, tts: voice.kind },
  };
}
