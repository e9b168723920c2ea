import type { Clock } from "@/lib/clock.ts";
import { fakeChat, type FakeChatAct } from "@/lib/engines/chat/fake_chat.ts";
import type { ChatEngine, ChatRequest } from "@/lib/engines/chat/port.ts";
import { affectCall } from "@/lib/models/calls/affect.ts";
import { assessmentCall } from "@/lib/models/calls/assessment.ts";
import { officerCall } from "@/lib/models/calls/officer.ts";
import { promptText } from "@/lib/models/calls/pass_call.ts";
import { rerankCall } from "@/lib/models/calls/rerank.ts";
import { topicCall } from "@/lib/models/calls/topic.ts";
import { urgencyCall } from "@/lib/models/calls/urgency.ts";
import type { ChosenModels } from "@/lib/models/choose_models.ts";
import {
  type CallFate,
  callFate,
  type ModelCall,
  type Profile,
} from "@/lib/rehearsal/patients/profiles.ts";
import type { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import type { StubModel } from "@/lib/rehearsal/round/stub_model.ts";

/** Which call a request is, by the prompt that opens it. */
const CALL_OF_PROMPT: ReadonlyMap<string, ModelCall> = new Map([
  [promptText(officerCall.promptFile), "officer"],
  [promptText(topicCall.promptFile), "topic"],
  [promptText(rerankCall.promptFile), "rerank"],
  [promptText(urgencyCall.promptFile), "urgency"],
  [promptText(assessmentCall.promptFile), "assessment"],
  [promptText(affectCall.promptFile), "affect"],
]);

const REFUSED = { outcome: "refused", words: "The model's server refuses the connection" } as const;

/** A reply that no cap is long enough for. */
const ENDLESS = "and on ".repeat(4_000);

/** Servers in virtual time: what they say is the stub's, when and whether at all the profile's. */
export function simulatedModels(
  clock: Clock,
  profile: Profile,
  stub: StubModel,
  hits: FaultHits,
  hasShortServer: boolean,
): ChosenModels {
  const asked = new Map<ModelCall, number>();
  const script = (request: ChatRequest): FakeChatAct => {
    const call = CALL_OF_PROMPT.get(request.messages[0]?.content ?? "");
    if (call === undefined) throw new Error("Cannot answer a call whose prompt nobody knows");
    const nth = asked.get(call) ?? 0;
    asked.set(call, nth + 1);
    const fate = callFate(profile, call, nth);
    strikes(fate, hits);
    return actOf(fate, () => stub.answer(call, request));
  };
  const engine = (model: string): ChatEngine => fakeChat({ clock, script, model });
  return { main: engine("stub"), short: hasShortServer ? engine("short stub") : null };
}

function strikes(fate: CallFate, hits: FaultHits): void {
  switch (fate.kind) {
    case "refused":
      return hits.add("dead");
    case "garbage":
      return hits.add("garbage");
    case "runs_away":
      return hits.add("runaway");
    case "answers":
      return fate.isSlow ? hits.add("slow") : undefined;
  }
}

function actOf(fate: CallFate, answer: () => string): FakeChatAct {
  switch (fate.kind) {
    case "refused":
      return { act: "fail", trouble: REFUSED };
    case "garbage":
      return { act: "reply", text: "Certainly! Here you are: {{", delayMs: fate.ms };
    case "runs_away":
      return fate.until === "timeout"
        ? { act: "hang" }
        : { act: "reply", text: ENDLESS, delayMs: 500 };
    case "answers":
      return { act: "reply", text: answer(), delayMs: fate.ms };
  }
}
