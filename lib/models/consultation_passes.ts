import type { ChatOutcome } from "@/lib/engines/chat/port.ts";
import { type Affect, affectCall } from "@/lib/models/calls/affect.ts";
import { type CallChat, nextPrompt, withReply } from "@/lib/models/calls/append_chat.ts";
import { type Assessment, assessmentCall } from "@/lib/models/calls/assessment.ts";
import { type PassCall, promptText } from "@/lib/models/calls/pass_call.ts";
import type { TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import { type Urgency, urgencyCall } from "@/lib/models/calls/urgency.ts";
import type { CallContent } from "@/lib/models/model_runner.ts";
import type { CallOutcome } from "@/lib/models/model_call_row.ts";
import { promptHash } from "@/lib/models/prompt_hash.ts";
import type { PassKind } from "@/lib/models/schedule_state.ts";

/** What a pass reads. Lines are those of the record; what Alba said is not among them (CD1). */
export interface PassInput {
  readonly transcript: readonly TranscriptLine[];
  /** Lines that a red flag rests on; a long transcript never loses them. */
  readonly flagged: ReadonlySet<number>;
}

/** What a pass brought; null where its call failed, and then what stood before still stands (CD4). */
export interface PassResults {
  readonly urgency: Urgency | null;
  readonly assessment: Assessment | null;
  readonly affect: Affect | null;
}

export const NO_RESULTS: PassResults = { urgency: null, assessment: null, affect: null };

export interface CallLimits {
  readonly maxTokens: number;
  readonly timeoutMs: number;
}
export type PassLimits = Readonly<Record<PassKind, CallLimits>>;

export interface PassCallsOptions {
  readonly limits: PassLimits;
  readonly numCtx: number;
}

/** One chat for each kind of call of one consultation, each growing at its end only (CD10). */
export class ConsultationPasses {
  readonly #options: PassCallsOptions;
  readonly #chats = new Map<PassKind, CallChat>();

  constructor(options: PassCallsOptions) {
    this.#options = options;
  }

  /** The call of one kind; `land` hears its result, and is not called when there is none. */
  content(
    kind: PassKind,
    input: () => PassInput,
    land: (result: Partial<PassResults>) => void,
  ): CallContent {
    switch (kind) {
      case "urgency":
        return this.#content(urgencyCall, input, (urgency) => land({ urgency }));
      case "assessment":
        return this.#content(assessmentCall, input, (assessment) => land({ assessment }));
      case "affect":
        return this.#content(affectCall, input, (affect) => land({ affect }));
    }
  }

  #content<Result>(
    call: PassCall<Result>,
    inputOf: () => PassInput,
    land: (result: Result) => void,
  ): CallContent {
    const limits = this.#options.limits[call.kind];
    const prompt = () =>
      nextPrompt(this.#chats.get(call.kind) ?? null, {
        prompt: promptText(call.promptFile),
        task: call.task,
        ...inputOf(),
        budgetTokens: this.#options.numCtx - limits.maxTokens,
      });
    let sent: ReturnType<typeof prompt> | null = null;
    return {
      promptHash: promptHash(call.promptFile),
      build: () => {
        sent = prompt();
        const { messages, fresh } = sent;
        return { messages, fresh, answer: { kind: "json", schema: call.schema }, ...limits };
      },
      read: (outcome: ChatOutcome): CallOutcome => {
        // A failed chat begins anew: the server's cache holds half an answer that is not in ours.
        this.#chats.delete(call.kind);
        if (outcome.outcome !== "ok") return outcome.outcome;
        const result = call.read(outcome.value, inputOf().transcript);
        if (result === null) return "wrong_shape";
        if (sent !== null) this.#chats.set(call.kind, withReply(sent, outcome.text));
        land(result);
        return "ok";
      },
    };
  }
}
