import { z } from "zod";
import type { AskedBefore, AutoEvent } from "@/lib/auto/auto_event.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";

/** What stands beside an `auto.queue_consumed` row. */
const consumedWords = z.object({
  question: z.string(),
  wording: z.object({ topic: z.string().optional() }).nullish(),
});

/**
 * What the patient has been asked in a consultation, as its record has it: a question that auto mode
 * had said or a doctor had tapped, and that began to sound (QF4, QU8). A controller rebuilt by another
 * build or other thresholds may believe otherwise; the record was there (MA9). Null: nothing.
 */
export function askedBefore(
  id: ConsultationId,
  { audit, utterances }: Pick<ClinicRecord, "audit" | "utterances">,
): Extract<AutoEvent, { type: "asked_before" }> | null {
  const heard = new Map(
    utterances.list(id).filter(wasHeard).map((utterance) => [utterance.id as string, utterance]),
  );
  const byItem = new Map<unknown, AskedBefore>();
  for (const { detail, kind, text } of audit.list(id)) {
    const item = detail["item"];
    const before = byItem.get(item);
    if (kind === "auto.queue_answered" && before !== undefined) {
      byItem.set(item, { ...before, isAnswered: true });
    }
    if (kind !== "auto.queue_consumed" || !heard.has(String(detail["utterance"]))) continue;
    const words = consumedWords.safeParse(JSON.parse(text ?? "null"));
    if (!words.success) continue;
    const { question, wording } = words.data;
    byItem.set(item, { question, topic: wording?.topic ?? null, isAnswered: false });
  }
  const anythingElse = [...heard.values()].some(({ ref, refDetail }) =>
    ref["phrase"] === "anything_else" && refDetail["via"] === "auto"
  );
  const asked = [...byItem.values()];
  return asked.length === 0 && !anythingElse ? null : { type: "asked_before", asked, anythingElse };
}

/** It began to sound, and the page did not take it back (SP10). */
function wasHeard({ endReason, startSample }: SystemUtterance): boolean {
  return startSample !== null && endReason !== "politeness_abort";
}
