import type { ConsentAnswer } from "@/lib/protocol/shared.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type { Person } from "@/lib/consultation/session_event.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";

/** Whether Alba may listen (CO6): what the patient answered to the disclosure, as noted so far. */
export interface ConsentSlice {
  readonly answer: ConsentAnswer | null;
}

const NO_CONSENT =
  "The patient did not agree, so Alba does not listen. Note “agreed” first if that has changed.";

/**
 * Decides what a tap on Pause, Resume or an answer means for listening; `capture` carries it out. An
 * answer changed to “given” starts nothing by itself: the doctor resumes when the room is ready.
 */
export function consentSlice(
  state: ConsentSlice,
  input: SliceInput,
  context: StepContext,
): SliceResult<ConsentSlice> {
  if (input.from === "outside" || input.event.type !== "command") return nothing(state);
  const { message } = input.event;
  switch (message.type) {
    case "pause":
      return { state, effects: [], inner: [{ type: "pausing", reason: reasonOf(state) }] };
    case "resume":
      return mayListen(state)
        ? { state, effects: [], inner: [{ type: "resuming" }] }
        : { state, effects: [refusal()], inner: [] };
    case "consent":
      return noted(state, message, input.event.by ?? context.settings.clinician);
    default:
      return nothing(state);
  }
}

function mayListen({ answer }: ConsentSlice): boolean {
  return answer === null || answer === "given";
}

function reasonOf({ answer }: ConsentSlice): "tapped" | "refused" | "withdrawn" {
  return answer === null || answer === "given" ? "tapped" : answer;
}

function noted(
  state: ConsentSlice,
  { answer }: PageMessageOf<"consent">,
  by: Person,
): SliceResult<ConsentSlice> {
  if (answer === state.answer) return nothing(state);
  const next: ConsentSlice = { answer };
  return {
    state: next,
    effects: [
      { type: "save_consent", answer, clinician: by.id },
      { type: "broadcast", message: { type: "consent", consent: answer } },
    ],
    inner: mayListen(next)
      ? [{ type: "consent_given" }]
      : [{ type: "pausing", reason: reasonOf(next) }],
  };
}

function refusal(): SliceEffect {
  return {
    type: "to_control",
    message: { type: "error", code: "no_consent", message: NO_CONSENT, in_reply_to: "resume" },
  };
}
