import { choice, number, toggle, whole } from "@/lib/setting_types.ts";

const seconds = (
  value: number,
  notes: { min: number; max: number; note: string; guess?: boolean },
) => number(value, { ...notes, unit: "seconds" });

const similarity = (value: number, notes: { note: string; guess?: boolean }) =>
  number(value, { ...notes, min: 0, max: 1, unit: "similarity" });

/** When Alba speaks by herself, how long she waits, and how loud the room may be (auto mode). */
export const AUTO_SETTINGS = {
  AUTO_MODE_ENABLED: toggle(false, {
    note:
      "Lets a doctor hand the history to Alba. While it is false the page has no Auto pill and " +
      "the service knows no message of it.",
  }),
  AUTO_GOLDEN_MINUTES_S: seconds(90, {
    min: 60,
    max: 120,
    note: "How long the patient may speak at first before anything is asked.",
  }),
  AUTO_ENCOURAGER_MIN_QUIET_S: seconds(4, {
    min: 1,
    max: 15,
    note: "Quiet in the golden minutes after which Alba encourages the patient to go on.",
    guess: true,
  }),
  AUTO_ENCOURAGER_MAX_UNANSWERED: whole(2, {
    min: 1,
    max: 10,
    unit: "encouragers",
    note: "After so many without an answer the golden minutes are over.",
    guess: true,
  }),
  AUTO_EOT_QUIET_S: seconds(2, {
    min: 0.5,
    max: 10,
    note: "Quiet after which it is judged whether the patient has finished.",
    guess: true,
  }),
  AUTO_EOT_FALLBACK_S: seconds(3.5, {
    min: 1,
    max: 20,
    note: "Quiet that ends the patient's turn whatever was judged; more than AUTO_EOT_QUIET_S.",
    guess: true,
  }),
  AUTO_OFFICER: choice("auto", ["auto", "model", "rule"], {
    note: "Who judges whether the patient has finished: the model, the embedded rule, or the " +
      "model only where short calls have a server or a model of their own (auto).",
  }),
  AUTO_OFFICER_TIMEOUT_S: seconds(2, {
    min: 0.2,
    max: 20,
    note: "How long that judgement is waited for.",
  }),
  AUTO_OFFICER_MAX_WAIT_S: seconds(30, {
    min: 1,
    max: 120,
    note: "How long it is waited for while the model is busy with a whole assessment.",
  }),
  AUTO_OFFICER_MAX_TOKENS: replyTokens(64, "that judgement"),
  AUTO_THINK_THRESHOLD_S: seconds(3, {
    min: 0.5,
    max: 20,
    note: "How long a question may be prepared before Alba says that she is thinking.",
    guess: true,
  }),
  AUTO_NO_ANSWER_GRACE_S: seconds(12, {
    min: 3,
    max: 60,
    note: "Silence after a question, after which it is asked once more.",
  }),
  AUTO_EMPTY_WAIT_S: seconds(30, {
    min: 2,
    max: 120,
    note: "How long Alba waits for new questions when all have been asked.",
  }),
  AUTO_SHORT_CALLS_HOLD_S: seconds(4, {
    min: 0,
    max: 30,
    note: "How long the assessment of an answer waits for the short calls before it.",
  }),
  AUTO_STRICT_REVISE: toggle(true, {
    note: "Asks for a whole assessment after every answer, not only when no question is left.",
  }),
  AUTO_PRESYNTH: toggle(true, {
    note: "Makes order, words and sound of the next questions before their moment has come.",
  }),
  AUTO_PRESYNTH_WAIT_S: seconds(2, {
    min: 0,
    max: 20,
    note: "How long a question waits for its sound to be made ahead.",
  }),
  AUTO_TOPIC_TIMEOUT_S: seconds(2, {
    min: 0.2,
    max: 20,
    note:
      "How long a question's topic and plain wording are waited for; then it is asked as written.",
  }),
  AUTO_TOPIC_MAX_TOKENS: replyTokens(48, "a question's topic with its plain wording"),
  AUTO_TOPIC_MATCH_THRESHOLD: similarity(0.6, {
    note: "How alike two topics must be to count as one.",
  }),
  AUTO_LAY_MIN_SIMILARITY: similarity(0.3, {
    note: "How alike a plain wording must be to its question to be said instead of it.",
    guess: true,
  }),
  AUTO_RERANK_TIMEOUT_S: seconds(2, {
    min: 0.2,
    max: 20,
    note: "How long a new order of the questions is waited for; then the old one holds.",
  }),
  AUTO_RERANK_MAX_TOKENS: replyTokens(200, "a new order of the questions", true),
  AUTO_RERANK_CONTEXT_TURNS: whole(6, {
    min: 1,
    max: 50,
    unit: "turns",
    note: "The latest turns that the new order is judged from.",
  }),
  AUTO_RERANK_MAX_CHARS: whole(1500, {
    min: 200,
    max: 10_000,
    unit: "characters",
    note: "No more than so much of them.",
    guess: true,
  }),
  AUTO_QUEUE_MAX: whole(12, {
    min: 1,
    max: 50,
    unit: "questions",
    note: "The most questions that wait to be asked.",
    guess: true,
  }),
  AUTO_QUEUE_ABSENT_PASSES: whole(3, {
    min: 1,
    max: 20,
    unit: "assessments",
    note: "A question that so many in a row no longer name is dropped.",
    guess: true,
  }),
  AUTO_FLOOR_MARGIN: number(3, {
    min: 1,
    max: 20,
    unit: "times the room's noise",
    note: "How far above the sound check's noise the room counts as somebody speaking.",
    guess: true,
  }),
  AUTO_FLOOR_MIN: number(0.02, {
    min: 0.001,
    max: 0.5,
    unit: "RMS (full scale 1)",
    note: "The least level that counts so; also where no sound check was made.",
    guess: true,
  }),
  AUTO_FLOOR_MAX: number(0.08, {
    min: 0.001,
    max: 0.5,
    unit: "RMS (full scale 1)",
    note: "The greatest level that counts so; not less than AUTO_FLOOR_MIN.",
    guess: true,
  }),
  AUTO_TRACE_S: seconds(8, {
    min: 1,
    max: 30,
    note: "How much of the room's level goes on the record with the end of a turn.",
  }),
  AUTO_QUIET_REPORT_AUDIT_S: seconds(1, {
    min: 0,
    max: 60,
    note: "Of the page's reports of quiet, one so often goes on the record.",
  }),
  AUTO_ENABLE_RETRIES: whole(3, {
    min: 1,
    max: 10,
    unit: "attempts",
    note: "How often Alba tries to say her first phrases in a room that is not quiet.",
  }),
  AUTO_ENABLE_RETRY_WINDOW_S: seconds(30, {
    min: 5,
    max: 300,
    note: "How long she tries.",
  }),
  AUTO_EAR: choice("shadow", ["off", "shadow", "on"], {
    note: "An acoustic judge of whether the patient has finished: not asked, only recorded " +
      "(shadow), or allowed to shorten and stretch the wait.",
    guess: true,
  }),
  AUTO_EAR_HOLD_S: seconds(5, {
    min: 1,
    max: 20,
    note: "The longest it may stretch the wait to; more than AUTO_EOT_QUIET_S.",
    guess: true,
  }),
  AUTO_SPEAKER_DECLARATION_WAIT_S: seconds(180, {
    min: 0,
    max: 1800,
    note: "How long “Who spoke?” is waited for when Alba has taken part in the history; not less " +
      "than SPEAKER_DECLARATION_WAIT_S.",
  }),
} as const;

function replyTokens(value: number, call: string, guess = false) {
  const note = `The longest reply of ${call}; beyond it the call has failed.`;
  return whole(value, { min: 16, max: 2048, unit: "tokens", note, guess });
}

interface AutoValues {
  readonly AUTO_EOT_QUIET_S: number;
  readonly AUTO_EOT_FALLBACK_S: number;
  readonly AUTO_EAR_HOLD_S: number;
  readonly AUTO_FLOOR_MIN: number;
  readonly AUTO_FLOOR_MAX: number;
  readonly AUTO_OFFICER_TIMEOUT_S: number;
  readonly AUTO_OFFICER_MAX_WAIT_S: number;
  readonly AUTO_SPEAKER_DECLARATION_WAIT_S: number;
  readonly SPEAKER_DECLARATION_WAIT_S: number;
}

interface Relation {
  readonly name: keyof AutoValues;
  readonly other: keyof AutoValues;
  readonly takes: "more than" | "at least";
}

/** What must hold between them, whatever each may be alone. */
const RELATIONS: readonly Relation[] = [
  // A fallback that comes first would leave the judgement without a use.
  { name: "AUTO_EOT_FALLBACK_S", takes: "more than", other: "AUTO_EOT_QUIET_S" },
  { name: "AUTO_EAR_HOLD_S", takes: "more than", other: "AUTO_EOT_QUIET_S" },
  { name: "AUTO_FLOOR_MAX", takes: "at least", other: "AUTO_FLOOR_MIN" },
  { name: "AUTO_OFFICER_MAX_WAIT_S", takes: "at least", other: "AUTO_OFFICER_TIMEOUT_S" },
  {
    name: "AUTO_SPEAKER_DECLARATION_WAIT_S",
    takes: "at least",
    other: "SPEAKER_DECLARATION_WAIT_S",
  },
];

/** Relations between these settings that no single schema can see. */
export function autoContradictions(
  values: AutoValues,
): { readonly name: keyof AutoValues; readonly got: string; readonly takes: string }[] {
  return RELATIONS.flatMap(({ name, takes, other }) => {
    const given = values[name];
    const least = values[other];
    // A value that could not be read is named already, and fails either comparison.
    const fits = takes === "more than" ? !(given <= least) : !(given < least);
    return fits
      ? []
      : [{ name, got: String(given), takes: `${takes} ${other}, which is ${least}` }];
  });
}
