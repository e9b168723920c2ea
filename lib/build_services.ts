import { join } from "node:path";
import { msToSamples } from "@/lib/audio/units.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import type { Clock } from "@/lib/clock.ts";
import type { Config, SettingName } from "@/lib/config.ts";
import { waitFactor } from "@/lib/consultation/consultation_mode.ts";
import { type Finaliser, openFinaliser } from "@/lib/consultation/finalise/finaliser.ts";
import { readAutoMode } from "@/lib/consultation/read_auto_mode.ts";
import { openRooms, type Rooms } from "@/lib/consultation/rooms.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";
import type { SessionSettings } from "@/lib/consultation/step_context.ts";
import { absentEar, NO_EAR } from "@/lib/engines/ear/absent_ear.ts";
import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import type { EarsEngine, VoiceEngine } from "@/lib/engines/ports.ts";
import type { SpeakerEngine } from "@/lib/engines/speakers/speaker_encoder.ts";
import type { TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import type { ChosenModels } from "@/lib/models/choose_models.ts";
import { createDecisions } from "@/lib/models/create_decisions.ts";
import { openPeople } from "@/lib/people/people.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { createRulesEngine, type RulesEngine } from "@/lib/rules/engine.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { Services } from "@/lib/services.ts";
import { openSpeechCache, type SpeechCache } from "@/lib/speech/cache.ts";
import { fillDoctor, type Phrases } from "@/lib/speech/phrases.ts";
import { speechLibrary } from "@/lib/speech/speech_library.ts";

/** A page that was told to play and has not begun after this long never will. */
const START_TIMEOUT_MS = 8_000;

/** Slack for a page's own report of the end, beyond the sound's known length. */
const LOST_MARGIN_MS = 2_000;

/** How long a page may take to confirm that it is silent. */
const CANCEL_TIMEOUT_MS = 1_000;

const NO_SPEAKERS: SpeakerEngine = {
  available: false,
  words: "Speakers are not told apart on this box.",
};

export interface ServiceParts {
  readonly config: Config;
  readonly fromEnvironment: readonly SettingName[];
  readonly clock: Clock;
  readonly record: ClinicRecord;
  readonly ears: EarsEngine;
  readonly voice: VoiceEngine;
  /** Reads recordings that are over; null, as for typed ears, where nobody transcribes. */
  readonly transcriber?: TranscriberBackend | null;
  readonly speakers?: SpeakerEngine;
  readonly ear?: TurnEar;
  /** Instead of the models that the settings name; for tests. */
  readonly models?: ChosenModels;
  /** With the place for the doctor's name still open. */
  readonly phrases: Phrases;
  /** Built once for many boxes; a round in virtual time has thousands. */
  readonly rules?: RulesEngine;
  /** Where what was said is kept; the disk unless a round in virtual time has none. */
  readonly speechCache?: SpeechCache;
  /** The work after Stop; a round in virtual time has none. */
  readonly finaliser?: Finaliser;
  /** The recordings' files; the disk's own unless a test brings a disk that fails. */
  readonly openRecorder?: SessionParts["openRecorder"];
}

/** Puts a box together from its parts; the same for the service and for tests with fake engines. */
export function buildServices(parts: ServiceParts): Services {
  const { config, clock, ears, phrases, record, voice } = parts;
  const ear = parts.ear ?? absentEar(NO_EAR);
  const cache = parts.speechCache ??
    openSpeechCache({ folder: join(config.DATA_DIR, "speech"), clock });
  const speech = speechLibrary({ phrases, doctorName: config.DOCTOR_NAME, voice, cache });
  const people = openPeople({
    record,
    doctorName: config.DOCTOR_NAME,
    hasPassphrase: config.OWNER_PASSPHRASE !== "",
    shared: config.LAN_SHARE,
  });
  const rules = parts.rules ?? createRulesEngine();
  const earsLabel = ears.kind === "whisper" ? `whisper ${config.STT_MODEL}` : ears.kind;
  const finaliser = parts.finaliser ?? openFinaliser({
    clock,
    record,
    transcriber: parts.transcriber ?? null,
    transcriberLabel: earsLabel,
    speakers: parts.speakers ?? NO_SPEAKERS,
    margins: {
      lead: msToSamples(config.SPEECH_SPAN_LEAD_MS),
      tail: msToSamples(config.SPEECH_SPAN_TAIL_MS),
    },
    limits: {
      minCoverage: config.QUALITY_MIN_COVERAGE,
      maxLowConfidence: config.QUALITY_MAX_LOW_CONFIDENCE,
      maxGapS: config.QUALITY_MAX_GAP_S,
    },
    rules,
    actionMatchThreshold: config.AUTO_ACTION_MATCH_THRESHOLD,
    declarationWaitMs: config.SPEAKER_DECLARATION_WAIT_S * 1000,
    autoDeclarationWaitMs: config.AUTO_SPEAKER_DECLARATION_WAIT_S * 1000,
  });
  const decisions = createDecisions({
    config,
    clock,
    newId: record.newId,
    models: parts.models,
    onEvent: (event) => rooms.decided(event),
  });
  const rooms: Rooms = openRooms({
    clock,
    record,
    ears,
    voice,
    ear,
    speech,
    decisions,
    finaliser,
    openRecorder: parts.openRecorder ?? openWavRecorder,
    earsLabel,
    settingsOf: (consultation) => sessionSettings(consultation, parts, rules),
  });
  const { fromEnvironment } = parts;
  return {
    config,
    fromEnvironment,
    clock,
    record,
    people,
    ears,
    voice,
    ear,
    decisions,
    speech,
    finaliser,
    rooms,
  };
}

function sessionSettings(
  consultation: Pick<Consultation, "id" | "room" | "mode" | "clinician" | "clinicianName">,
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
    silenceNudgeS: config.SILENCE_NUDGE_S * waitFactor(consultation.mode),
    mode: consultation.mode,
    clinician: { id: consultation.clinician, name: consultation.clinicianName },
    rules,
    growthChars: config.CDS_GROWTH_CHARS,
    actionMatchThreshold: config.AUTO_ACTION_MATCH_THRESHOLD,
    engines: { stt: ears.kind, tts: voice.kind, cds: config.CDS_ENGINE },
    auto: readAutoMode(config, consultation.mode),
  };
}
