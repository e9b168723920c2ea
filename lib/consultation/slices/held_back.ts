import type { AgendaItem } from "@/lib/auto/auto_event.ts";
import { isPlainQuestion } from "@/lib/speech/plain_question.ts";

/**
 * An agenda as auto mode may ask from it (SP1): the same places, with a mark on each text that is no
 * plain question. A model writes what it likes there, and the patient may have told it what.
 */
export function withHeldBack(questions: readonly AgendaItem[]): readonly AgendaItem[] {
  return questions.map((one) => isPlainQuestion(one.question) ? one : { ...one, isHeldBack: true });
}
