import { type ReadonlySignal, useComputed } from "@preact/signals";
import { AlarmQuote } from "@/components/AlarmQuote.tsx";
import { isOpen, isStanding } from "@/lib/alarms/alarm.ts";
import type { AlarmView } from "@/lib/protocol/server_messages.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { canAct, type LiveView } from "@/lib/page/live_view.ts";

export interface UrgentProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
}

/**
 * What is urgent, and on which words that rests. Open alarms stand in a banner until the doctor has
 * seen them; what was seen and is not yet arranged stays in a strip below it (UR7).
 */
export function Urgent({ view, controller }: UrgentProps) {
  const alarms = useComputed(() => view.value.alarms).value;
  const isEnabled = useComputed(() => canAct(view.value)).value;
  const open = alarms.filter(isOpen);
  const standing = alarms.filter(isStanding);
  return (
    <div class="urgent" role="region" aria-label="Urgent">
      <div role="alert">
        {open.length > 0 && (
          <section class="urgent-open">
            <h2>{open.length === 1 ? "Urgent" : `Urgent: ${open.length} alarms`}</h2>
            <ul>{open.map((alarm) => <Alarm key={alarm.id} alarm={alarm} />)}</ul>
            <button
              type="button"
              class="button button-main"
              disabled={!isEnabled}
              onClick={() => controller?.acknowledge(open.map(({ id }) => id))}
            >
              {open.length === 1 ? "I have seen this" : "I have seen these"}
            </button>
          </section>
        )}
      </div>
      {standing.length > 0 && (
        <section class="urgent-standing" aria-label="Seen, not yet arranged">
          <p>Seen, not yet arranged:</p>
          <ul>
            {standing.map(({ acknowledged, action, id }) => (
              <li key={id}>
                <strong>{action}</strong> <span class="soft small">seen by {acknowledged?.by}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Alarm({ alarm }: { alarm: AlarmView }) {
  const { action, question, quote, quote_found, reason, source } = alarm;
  return (
    <li>
      <p class="urgent-action">{action}</p>
      <p>{reason}</p>
      {quote !== null && (
        <AlarmQuote quote={quote} question={question} isFound={quote_found} source={source} />
      )}
    </li>
  );
}
