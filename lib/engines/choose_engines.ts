import type { Clock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import { absentVoice } from "@/lib/engines/absent_voice.ts";
import { openAiEars } from "@/lib/engines/openai_transcription.ts";
import { piperVoice } from "@/lib/engines/piper.ts";
import type { EarsEngine, VoiceEngine } from "@/lib/engines/ports.ts";
import { type EngineInstallation, readInstallation } from "@/lib/engines/setup_installation.ts";
import { enginesFolder } from "@/lib/engines/setup_paths.ts";
import { typedEars } from "@/lib/engines/typed_ears.ts";
import { whisperEars } from "@/lib/engines/whisper.ts";

/** The engines of this box, started and warming, and how to end their processes. */
export interface ChosenEngines {
  readonly ears: EarsEngine;
  readonly voice: VoiceEngine;
  close(): Promise<void>;
}

const NO_PYTHON = "Speech recognition is not installed on this box. Type what is said instead.";
const CHOSEN_TYPED = "Typed mode is chosen in the settings. Type what is said.";
const OTHER_MODEL =
  "The chosen speech model is not installed. Run “deno task setup”, then restart.";
const NO_VOICE =
  "Alba's voice is not installed on this box. The browser speaks, or you read aloud.";
const CHOSEN_SILENT = "Alba's voice is off in the settings. The browser speaks, or you read aloud.";

/** Picks what the settings ask for and the installation has; what is missing is said in words. */
export function chooseEngines(config: Config, clock: Clock): ChosenEngines {
  const installation = readInstallation(enginesFolder(config.DATA_DIR));
  const ears = chooseEars(config, installation, clock);
  const voice = chooseVoice(config, installation, clock);
  return {
    ears: ears.engine,
    voice,
    async close() {
      await Promise.all([ears.close(), voice.close()]);
    },
  };
}

interface ChosenEars {
  readonly engine: EarsEngine;
  close(): Promise<void>;
}

function chooseEars(
  config: Config,
  { isolation, python, whisper }: EngineInstallation,
  clock: Clock,
): ChosenEars {
  const nothingToClose = () => Promise.resolve();
  switch (config.STT_ENGINE) {
    case "typed":
      return { engine: typedEars(CHOSEN_TYPED), close: nothingToClose };
    case "openai": {
      const engine = openAiEars({
        baseUrl: config.STT_URL,
        model: config.STT_MODEL,
        apiKey: config.STT_API_KEY,
        clock,
      });
      return { engine, close: () => engine.close() };
    }
    case "whisper": {
      if (python === null || whisper === null) {
        return { engine: typedEars(NO_PYTHON), close: nothingToClose };
      }
      if (whisper.model !== config.STT_MODEL) {
        return { engine: typedEars(OTHER_MODEL), close: nothingToClose };
      }
      const engine = whisperEars({
        python,
        modelFolder: whisper.modelDir,
        device: config.STT_DEVICE,
        home: enginesFolder(config.DATA_DIR),
        isolation,
        clock,
      });
      return { engine, close: () => engine.close() };
    }
  }
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
