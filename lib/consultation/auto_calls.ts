import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { AutoCallLimits } from "@/lib/consultation/auto_mode_settings.ts";
import { NO_MODEL, type ShortAnswer } from "@/lib/consultation/short_answer.ts";
import type { SaidTurns } from "@/lib/consultation/slices/said_turns.ts";
import type { Decisions } from "@/lib/models/decisions.ts";
import type { ModelCallRow } from "@/lib/models/model_call_row.ts";
import type { CallContent } from "@/lib/models/model_runner.ts";
import { officerContent, rerankContent, topicContent } from "@/lib/models/short_calls.ts";

export type ShortAsk = Extract<AutoEffect, { type: "ask_officer" | "ask_topic" | "ask_rerank" }>;

export interface AutoCallsOptions {
  readonly decisions: Pick<Decisions, "shortCall" | "cancelCall">;
  readonly consultation: string;
  readonly room: string;
  readonly limits: AutoCallLimits;
  /** Asked when a call's turn has come, so that it reads the newest words. */
  readonly said: () => SaidTurns;
  /** Hears exactly one answer of every call that is not cancelled. */
  readonly onAnswer: (answer: ShortAnswer) => void;
}

/** What an answer holds before it is known how its call has ended. */
type Result =
  | { kind: "officer"; verdict: Extract<ShortAnswer, { kind: "officer" }>["verdict"] }
  | { kind: "topic"; question: string; reply: Extract<ShortAnswer, { kind: "topic" }>["reply"] }
  | { kind: "rerank"; reranking: Extract<ShortAnswer, { kind: "rerank" }>["reranking"] };

interface Running {
  readonly call: number;
  readonly result: Result;
}

/** The short calls of one consultation, from what the controller asks to what the model says. */
export class AutoCalls {
  readonly #options: AutoCallsOptions;
  readonly #running = new Map<string, Running>();

  constructor(options: AutoCallsOptions) {
    this.#options = options;
  }

  ask(ask: ShortAsk): void {
    const { consultation, decisions, room } = this.#options;
    const { content, kind, result } = this.#put(ask);
    const boundBehindPassMs = ask.type === "ask_officer" ? ask.boundBehindPassMs : ask.boundMs;
    const id = decisions.shortCall({
      kind,
      consultation,
      room,
      boundMs: ask.boundMs,
      boundBehindPassMs,
      content,
    });
    const running = { call: ask.call, result };
    if (id !== null) this.#running.set(id, running);
    else this.#answer(running, NO_MODEL, 0);
  }

  /** Every call's row passes here; those of passes are nobody's answer. */
  ended({ elapsedMs, id, outcome }: Pick<ModelCallRow, "id" | "outcome" | "elapsedMs">): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    this.#running.delete(id);
    this.#answer(running, outcome === "ok" ? null : outcome, Math.round(elapsedMs));
  }

  cancelAll(): void {
    const ids = [...this.#running.keys()];
    this.#running.clear();
    for (const id of ids) this.#options.decisions.cancelCall(id);
  }

  #answer({ call, result }: Running, failure: string | null, elapsedMs: number): void {
    this.#options.onAnswer({ call, failure, elapsedMs, ...result });
  }

  /** The call that an ask means, and the place its result is put in. */
  #put(ask: ShortAsk): {
    readonly kind: "officer" | "topic" | "rerank" | "prepare";
    readonly content: CallContent;
    readonly result: Result;
  } {
    const { limits, said } = this.#options;
    switch (ask.type) {
      case "ask_officer": {
        const result: Result = { kind: "officer", verdict: null };
        const content = officerContent({
          // Its wait may be long behind a pass; what is left of the bound ends its run in any case.
          limits: { maxTokens: limits.officerMaxTokens, timeoutMs: ask.boundBehindPassMs },
          input: () => ({ transcript: said().turns.flat() }),
          land: (verdict) => void (result.verdict = verdict),
        });
        return { kind: "officer", content, result };
      }
      case "ask_topic": {
        const { question } = ask;
        const result: Result = { kind: "topic", question, reply: null };
        const content = topicContent({
          limits: { maxTokens: limits.topicMaxTokens, timeoutMs: ask.boundMs },
          input: () => ({ question }),
          land: (reply) => void (result.reply = reply),
        });
        return { kind: ask.idle ? "prepare" : "topic", content, result };
      }
      case "ask_rerank": {
        const result: Result = { kind: "rerank", reranking: null };
        const content = rerankContent({
          limits: { maxTokens: limits.rerankMaxTokens, timeoutMs: ask.boundMs },
          input: () => ({
            turns: said().turns,
            pending: ask.items.map(({ id, question: text }) => ({ id, text })),
            contextTurns: limits.rerankContextTurns,
            maxChars: limits.rerankMaxChars,
          }),
          land: (reranking) => void (result.reranking = reranking),
        });
        return { kind: "rerank", content, result };
      }
    }
  }
}
