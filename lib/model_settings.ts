import { choice, engineUrl, number, text, whole } from "@/lib/setting_types.ts";

/** The cap of one kind of model call: a model without one may write for minutes. */
function tokens(value: number, call: string) {
  const note = `The longest reply of ${call}; beyond it the call has failed.`;
  return whole(value, { min: 16, max: 8192, unit: "tokens", note });
}

function patience(value: number, call: string) {
  const note = `How long ${call} may run.`;
  return number(value, { min: 1, max: 600, unit: "seconds", note });
}

/** Which model is asked, where, and how long and how much it may answer. */
export const MODEL_SETTINGS = {
  CDS_ENGINE: choice("auto", ["auto", "ollama", "openai", "rules"], {
    note: "Who helps to decide: a model through Ollama where there is one (auto), Ollama, an " +
      "OpenAI-compatible server on this box, or the embedded rules alone. The rules always run.",
  }),
  CDS_MODEL: text("medgemma", { note: "The model's name on its server.", max: 100 }),
  OLLAMA_URL: engineUrl("http://127.0.0.1:11434", { note: "Where Ollama listens." }),
  OPENAI_BASE_URL: engineUrl("", {
    note: "Base URL of the OpenAI-compatible server, with its version, for CDS_ENGINE=openai.",
  }),
  OPENAI_API_KEY: text("", {
    note: "Sent to that server in its authorization header and nowhere else.",
    secret: true,
  }),
  CDS_SHORT_URL: engineUrl("", {
    note:
      "A second server of the same kind for the short calls, so that they need not wait for a " +
      "long one.",
  }),
  CDS_SHORT_MODEL: text("", {
    note: "The model for the short calls; set alone, it is a second model of the first server.",
    max: 100,
  }),
  CDS_NUM_CTX: whole(8192, {
    min: 2048,
    max: 131_072,
    unit: "tokens",
    note: "The model's window, one for every call: another value makes a server load it anew.",
  }),
  CDS_URGENCY_MAX_TOKENS: tokens(1000, "an urgency call"),
  CDS_ASSESSMENT_MAX_TOKENS: tokens(1500, "an assessment"),
  CDS_AFFECT_MAX_TOKENS: tokens(800, "an affect call"),
  CDS_URGENCY_TIMEOUT_S: patience(60, "an urgency call"),
  CDS_ASSESSMENT_TIMEOUT_S: patience(60, "an assessment"),
  CDS_AFFECT_TIMEOUT_S: patience(30, "an affect call"),
  CDS_GROWTH_CHARS: whole(150, {
    min: 20,
    max: 5000,
    unit: "characters",
    note: "New words after which the model is asked again.",
  }),
} as const;

/** The window must hold the longest reply and a transcript worth reading besides. */
const LEAST_PROMPT_TOKENS = 1024;

interface ModelValues {
  readonly CDS_ENGINE: string;
  readonly OPENAI_BASE_URL: string;
  readonly CDS_NUM_CTX: number;
  readonly CDS_URGENCY_MAX_TOKENS: number;
  readonly CDS_ASSESSMENT_MAX_TOKENS: number;
  readonly CDS_AFFECT_MAX_TOKENS: number;
}

/** Relations between these settings that no single schema can see. */
export function modelContradictions(
  values: ModelValues,
): { readonly name: keyof ModelValues; readonly got: string; readonly takes: string }[] {
  if (values.CDS_ENGINE === "openai" && values.OPENAI_BASE_URL === "") {
    const { takes } = MODEL_SETTINGS.OPENAI_BASE_URL;
    return [{ name: "OPENAI_BASE_URL", got: "nothing", takes }];
  }
  const longest = Math.max(
    values.CDS_URGENCY_MAX_TOKENS,
    values.CDS_ASSESSMENT_MAX_TOKENS,
    values.CDS_AFFECT_MAX_TOKENS,
  );
  const missing = longest + LEAST_PROMPT_TOKENS - values.CDS_NUM_CTX;
  // A value that could not be read is named already, and makes this no number.
  if (!(missing > 0)) return [];
  const takes = `at least ${longest + LEAST_PROMPT_TOKENS} with the replies that are allowed`;
  return [{ name: "CDS_NUM_CTX", got: String(values.CDS_NUM_CTX), takes }];
}
