import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import { ruleOfficer } from "@/lib/auto/rule_officer.ts";
import { NO_MODEL, type ShortAnswer } from "@/lib/consultation/short_answer.ts";
import { openTurn, patientWords, type SaidTurns } from "@/lib/consultation/slices/said_turns.ts";
import { guardLay } from "@/lib/speech/lay_wording.ts";
import { guardTopic } from "@/lib/speech/topic.ts";

interface Guarded {
  readonly event: AutoEvent;
  readonly effects: readonly SliceEffect[];
}

/** The embedded officer needs nobody and is never late (TT3). */
export function verdictOfRule(call: number, said: SaidTurns): AutoEvent {
  const verdict = ruleOfficer(openTurn(said));
  return { type: "officer_verdict", by: "rule", call, failure: null, elapsedMs: 0, ...verdict };
}

/**
 * A short call's answer for the controller: a model's words pass their guards first (SP3, SP6).
 * Where no model could be asked, the embedded officer judges instead of one more silence (TT3).
 */
export function answerEvent(
  answer: ShortAnswer,
  said: SaidTurns,
  settings: AutoSettings,
): Guarded {
  const { call, elapsedMs, failure } = answer;
  const common = { call, elapsedMs, failure };
  switch (answer.kind) {
    case "officer": {
      if (failure === NO_MODEL) return { event: verdictOfRule(call, said), effects: [] };
      const verdict = answer.verdict ?? { finishedThought: false, handedBack: false };
      return {
        event: { type: "officer_verdict", by: "model", ...common, ...verdict },
        effects: [],
      };
    }
    case "rerank": {
      const { drop = [], ignored = [], order = [] } = answer.reranking ?? {};
      // What it made up stays in the list: the controller ignores and counts it (QU6).
      const event = {
        type: "rerank_answer",
        ...common,
        order: [...order, ...ignored],
        drop,
      } as const;
      return { event, effects: [] };
    }
    case "topic":
      return topicEvent(answer, common, said, settings);
  }
}

function topicEvent(
  { question, reply }: Extract<ShortAnswer, { kind: "topic" }>,
  common: Pick<ShortAnswer, "call" | "elapsedMs" | "failure">,
  turns: SaidTurns,
  { layMinSimilarity: threshold }: AutoSettings,
): Guarded {
  const grounds = { question, patientWords: patientWords(turns) };
  const topic = reply === null ? null : guardTopic(reply.topic, grounds);
  const verdict = reply === null ? null : guardLay(question, reply.lay, threshold);
  const said = verdict?.ok === true
    ? { lay: verdict.text, laySimilarity: verdict.similarity }
    : { lay: null, laySimilarity: null };
  const event = { type: "topic_answer", ...common, topic, ...said } as const;
  // An unusable wording was compared with nothing; the call's own row tells of it.
  if (verdict === null || verdict.ok || verdict.why === "unusable") return { event, effects: [] };
  const { similarity, text: lay } = verdict;
  // A condition is the patient's business: it stands beside the row, not on it.
  const condition = verdict.why === "condition" ? verdict.condition : undefined;
  const turn = verdict.why === "turned" ? verdict.turn : undefined;
  const entry = {
    kind: "auto.lay_rejected",
    detail: { similarity, threshold },
    text: JSON.stringify({ question, lay, condition, turn }),
  } as const;
  return { event, effects: [{ type: "audit", entry }] };
}
