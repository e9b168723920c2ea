import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { AutoAction } from "@/lib/protocol/auto_messages.ts";
import { isOpen, isStanding } from "@/lib/alarms/alarm.ts";
import type { AlarmView } from "@/lib/protocol/server_messages.ts";
import type { UrgentDuringAuto } from "@/components/live/live_auto.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { UrgentAlarm } from "@/components/live/UrgentAlarm.tsx";
import { canAct, type LiveView } from "@/lib/page/live_view.ts";

export interface UrgentProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
  readonly during: UrgentDuringAuto | undefined;
}

/**
 * What is urgent, and on which words that rests. Open alarms stand in a banner until the doctor has
 * seen them; what was seen and is not yet arranged stays in a strip below it (UR7).
 */
export function Urgent({ view, controller, during }: UrgentProps) {
  const alarms = useComputed(() => view.value.alarms).value;
  const isEnabled = useComputed(() => canAct(view.value)).value;
  const paused = during?.paused.value ?? [];
  const open = alarms.filter(isOpen).filter(({ id }) => !paused.some((one) => one.id === id));
  const standing = standingLines(alarms, during?.standing.value ?? []);
  return (
    <div class="urgent" role="region" aria-label="Urgent">
      <div role="alert">
        {during?.banner}
        {open.length > 0 && (
          <section class="urgent-open">
            <h2>{open.length === 1 ? "Urgent" : `Urgent: ${open.length} alarms`}</h2>
            <ul>{open.map((alarm) => <UrgentAlarm key={alarm.id} alarm={alarm} />)}</ul>
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
                <strong>{action}</strong>{" "}
                {acknowledged !== null && <span class="soft small">seen by {acknowledged.by}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type StandingLine = Pick<AlarmView, "acknowledged" | "action" | "id">;

/** Each once, in the words that were seen (UR2). */
function standingLines(
  alarms: readonly AlarmView[],
  named: readonly AutoAction[],
): readonly StandingLine[] {
  const other = named.filter(({ id }) => !alarms.some((alarm) => alarm.id === id));
  return [...alarms.filter(isStanding), ...other.map((one) => ({ ...one, acknowledged: null }))];
}
