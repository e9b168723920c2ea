import { AlarmQuote } from "@/components/AlarmQuote.tsx";
import type { AlarmView } from "@/lib/protocol/server_messages.ts";

/** One alarm of a list: what to do, why, and the words that it rests on. */
export function UrgentAlarm({ alarm }: { alarm: AlarmView }) {
  const { action, question, quote, quote_found, reason, source } = alarm;
  return (
    <li>
      <p class="urgent-action">{action}</p>
      <p>{reason}</p>
      <AlarmQuote quote={quote} question={question} isFound={quote_found} source={source} />
    </li>
  );
}
