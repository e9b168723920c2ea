import { chooseModels } from "@/lib/models/choose_models.ts";
import type { Decisions } from "@/lib/models/decisions.ts";
import { ModelDecisions, type ModelDecisionsOptions } from "@/lib/models/model_decisions.ts";
import type { EngineState } from "@/lib/engines/ports.ts";

export type DecisionsOptions = Omit<ModelDecisionsOptions, "models"> & {
  /** Instead of those that the settings name; for tests and simulation. */
  readonly models?: ModelDecisionsOptions["models"];
};

const RULES_ONLY: EngineState = {
  state: "ready",
  words: "The embedded rules decide; no model is asked",
};

/** What the settings ask for: a model with the rules beside it, or the rules alone. */
export function createDecisions(options: DecisionsOptions): Decisions {
  const models = options.models ?? chooseModels(options.config, options.clock);
  return models === null ? rulesOnly() : new ModelDecisions({ ...options, models });
}

function rulesOnly(): Decisions {
  return {
    requestPass: () => ({ accepted: false, words: RULES_ONLY.words }),
    releasePass() {},
    shortCall: () => null,
    cancelCall() {},
    cancel() {},
    state: () => RULES_ONLY,
    close() {},
  };
}
