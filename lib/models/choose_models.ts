import type { Clock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import { ollamaChat } from "@/lib/engines/chat/ollama.ts";
import { openAiChat } from "@/lib/engines/chat/openai_chat.ts";
import type { ChatEngine } from "@/lib/engines/chat/port.ts";

export type ModelSettings = Pick<
  Config,
  | "CDS_ENGINE"
  | "CDS_MODEL"
  | "OLLAMA_URL"
  | "OPENAI_BASE_URL"
  | "OPENAI_API_KEY"
  | "CDS_SHORT_URL"
  | "CDS_SHORT_MODEL"
  | "CDS_NUM_CTX"
>;

export interface ChosenModels {
  readonly main: ChatEngine;
  /** A second server or a second model for the short calls; null where one serves all (LA4). */
  readonly short: ChatEngine | null;
}

/** The models that the settings name, reached or not; null when only the rules shall decide. */
export function chooseModels(settings: ModelSettings, clock: Clock): ChosenModels | null {
  const numCtx = settings.CDS_NUM_CTX;
  const engineAt = (url: string, model: string): ChatEngine | null => {
    switch (settings.CDS_ENGINE) {
      case "rules":
        return null;
      case "auto":
      case "ollama":
        return ollamaChat({ baseUrl: url || settings.OLLAMA_URL, model, numCtx, clock });
      case "openai": {
        const apiKey = settings.OPENAI_API_KEY;
        const baseUrl = url || settings.OPENAI_BASE_URL;
        return openAiChat({ baseUrl, model, apiKey, numCtx, clock });
      }
    }
  };
  const { CDS_MODEL, CDS_SHORT_URL, CDS_SHORT_MODEL } = settings;
  const main = engineAt("", CDS_MODEL);
  if (main === null) return null;
  const hasShort = CDS_SHORT_URL !== "" || CDS_SHORT_MODEL !== "";
  const short = hasShort ? engineAt(CDS_SHORT_URL, CDS_SHORT_MODEL || CDS_MODEL) : null;
  return { main, short };
}
