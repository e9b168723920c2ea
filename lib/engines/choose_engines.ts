import type { Clock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import { absentVoice } from "@/lib/engines/absent_voice.ts";
import { absentEar, NO_EAR } from "@/lib/engines/ear/absent_ear.ts";
import { smartTurnEar } from "@/lib/engines/ear/smart_turn_ear.ts";
import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import { ge2eSpeakers } from "@/lib/engines/speakers/ge2e_speakers.ts";
import type { SpeakerEngine } from "@/lib/engines/speakers/speaker_encoder.ts";
import type { TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import { openAiEars } from "@/lib/engines/openai_transcription.ts";
import { piperVoice } from "@/lib/engines/piper.ts";
import type { EarsEngine, VoiceEngine } from "@/lib/engines/ports.ts";
import { type EngineInstallation, readInstallation } from "@/lib/engines/setup_installation.ts";
import { enginesFolder } from "@/lib/engines/setup_paths.ts";
import { typedEars } from "@/lib/engines/typed_ears.ts";
import { whisperEars } from "@/lib/engines/whisper.ts";

const CHOSEN_NO_EAR = "Off; turn ends are judged by words and silence.";

/** The engines of this box, started and warming, and how to end their processes. */
export interface ChosenEngines {
  readonly ears: EarsEngine;
  readonly voice: VoiceEngine;
  /** Reads whole recordings after Stop, behind live ears; null where nobody transcribes. */
  readonly transcriber: TranscriberBackend | null;
  readonly speakers: SpeakerEngine;
  /** Judges ends of turns by their sound, where auto mode is open and wants it (TT14). */
  readonly ear: TurnEar;
  close(): Promise<void>;
}

const NO_PYTHON = "Speech recognition is not installed on this box. Type what is said instead.";
const CHOSEN_TYPED = "Typed mode is chosen in the settings. Type what is said.";
const OTHER_MODEL =
  "The chosen speech model is not installed. Run “deno task setup”, then restart.";
const NO_VOICE =
  "Alba's voice is not installed on this box. The browser speaks, or you read aloud.";
const CHOSEN_SILENT = "Alba's voice is off in the settings. The browser speaks, or you read aloud.";

const NO_SPEAKERS =
  "The speaker encoder is not installed on this box. Give each line its speaker in the review.";
const CHOSEN_NOT_APART =
  "Telling speakers apart is off in the settings. Give each line its speaker in the review.";

/** Picks what the settings ask for and the installation has; what is missing is said in words. */
export function chooseEngines(config: Config, clock: Clock): ChosenEngines {
  const installation = readInstallation(enginesFolder(config.DATA_DIR));
  const ears = chooseEars(config, installation, clock);
  const voice = chooseVoice(config, installation, clock);
  const ear = chooseEar(config, installation, clock);
  return {
    ears: ears.engine,
    voice,
    transcriber: ears.backend,
    speakers: chooseSpeakers(config, installation, clock),
    ear,
    async close() {
      await Promise.all([ears.close(), voice.close(), ear.close()]);
    },
  };
}

interface ChosenEars {
  readonly engine: EarsEngine;
  readonly backend: TranscriberBackend | null;
  close(): Promise<void>;
}

function chooseEars(
  config: Config,
  { isolation, python, whisper }: EngineInstallation,
  clock: Clock,
): ChosenEars {
  const typed = (words: string): ChosenEars => ({
    engine: typedEars(words),
    backend: null,
    close: () => Promise.resolve(),
  });
  switch (config.STT_ENGINE) {
    case "typed":
      return typed(CHOSEN_TYPED);
    case "openai": {
      const engine = openAiEars({
        baseUrl: config.STT_URL,
        model: config.STT_MODEL,
        apiKey: config.STT_API_KEY,
        clock,
      });
      return { engine, backend: engine.backend, close: () => engine.close() };
    }
    case "whisper": {
      if (python === null || whisper === null) {
        return typed(NO_PYTHON);
      }
      if (whisper.model !== config.STT_MODEL) {
        return typed(OTHER_MODEL);
      }
      const engine = whisperEars({
        python,
        modelFolder: whisper.modelDir,
        device: config.STT_DEVICE,
        home: enginesFolder(config.DATA_DIR),
        isolation,
        clock,
      });
      return { engine, backend: engine.backend, close: () => engine.close() };
    }
  }
}

function chooseSpeakers(
  config: Config,
  { isolation, python, speakers }: EngineInstallation,
  clock: Clock,
): SpeakerEngine {
  if (config.SPEAKERS_ENGINE === "none") return { available: false, words: CHOSEN_NOT_APART };
  if (python === null || speakers === null) return { available: false, words: NO_SPEAKERS };
  return ge2eSpeakers({
    python,
    weightsPath: speakers.weightsPath,
    home: enginesFolder(config.DATA_DIR),
    isolation,
    clock,
  });
}

function chooseEar(
  config: Config,
  { ear, isolation, python }: EngineInstallation,
  clock: Clock,
): TurnEar {
  if (!config.AUTO_MODE_ENABLED || config.AUTO_EAR === "off") return absentEar(CHOSEN_NO_EAR);
  if (python === null || ear === null) return absentEar(NO_EAR);
  const home = enginesFolder(config.DATA_DIR);
  return smartTurnEar({ python, modelPath: ear.modelPath, home, isolation, clock });
}

function chooseVoice(
  config: Config,
  { isolation, piper, python }: EngineInstallation,
  clock: Clock,
): VoiceEngine {
  if (config.TTS_ENGINE === "none") return absentVoice(CHOSEN_SILENT);
  if (python === null || piper === null) return absentVoice(NO_VOICE);
  return piperVoice({
    python,
    ...piper,
    speed: config.TTS_SPEED,
    volume: config.TTS_VOLUME,
    maxUtteranceS: config.SPEECH_MAX_UTTERANCE_S,
    home: enginesFolder(config.DATA_DIR),
    isolation,
    clock,
  });
}
