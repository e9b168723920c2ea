import { officerCall, type OfficerInput, type OfficerVerdict } from "@/lib/models/calls/officer.ts";
import { promptText } from "@/lib/models/calls/pass_call.ts";
import { rerankCall, type Reranking, type RerankInput } from "@/lib/models/calls/rerank.ts";
import type { ShortCall } from "@/lib/models/calls/short_call.ts";
import { topicCall, type TopicInput, type TopicReply } from "@/lib/models/calls/topic.ts";
import type { CallLimits } from "@/lib/models/consultation_passes.ts";
import type { CallContent } from "@/lib/models/model_runner.ts";
import { promptHash } from "@/lib/models/prompt_hash.ts";

/**
 * What a short call needs. `input` is asked when the call's turn has come, so that it holds the
 * newest words; `land` hears the answer, and is not called when there is none.
 */
export interface ShortCallOptions<Input, Result> {
  readonly limits: CallLimits;
  readonly input: () => Input;
  readonly land: (result: Result) => void;
}

export function officerContent(options: ShortCallOptions<OfficerInput, OfficerVerdict>) {
  return shortCallContent(officerCall, options);
}

export function topicContent(options: ShortCallOptions<TopicInput, TopicReply>) {
  return shortCallContent(topicCall, options);
}

export function rerankContent(options: ShortCallOptions<RerankInput, Reranking>) {
  return shortCallContent(rerankCall, options);
}

function shortCallContent<Input, Result>(
  call: ShortCall<Input, Result>,
  { limits, input, land }: ShortCallOptions<Input, Result>,
): CallContent {
  let sent: Input | null = null;
  return {
    promptHash: promptHash(call.promptFile),
    build() {
      sent = input();
      const messages = [
        { role: "system", content: promptText(call.promptFile) },
        { role: "user", content: call.ask(sent) },
      ] as const;
      return { messages, fresh: messages, answer: call.answer(sent), ...limits };
    },
    read(outcome) {
      if (outcome.outcome !== "ok") return outcome.outcome;
      // Read against what was sent: the queue may have changed while the model answered.
      const result = sent === null ? null : call.read(outcome.value, sent);
      if (result === null) return "wrong_shape";
      land(result);
      return "ok";
    },
  };
}
