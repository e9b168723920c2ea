import { type ReadonlySignal, useComputed } from "@preact/signals";
import { type AutoPageView, isPausedForUrgency } from "@/lib/page/auto_page_view.ts";
import { canAct } from "@/lib/page/live_view.ts";
import type { AutoAction } from "@/lib/protocol/auto_messages.ts";
import { UrgentAlarm } from "@/components/live/UrgentAlarm.tsx";
import type { AutoParts } from "@/components/live/live_auto.ts";

export interface PauseBannerProps extends AutoParts {
  readonly view: ReadonlySignal<AutoPageView | null>;
}

/**
 * Alba has stopped asking because something is urgent (VI4). Both buttons acknowledge exactly the
 * actions that are listed here (UR2); whatever comes later keeps the pause.
 */
export function PauseBanner({ controller, live, view }: PauseBannerProps) {
  const isShown = useComputed(() => view.value !== null && isPausedForUrgency(view.value)).value;
  const isEnabled = useComputed(() => canAct(live.value)).value;
  const actions = useComputed(() => view.value?.paused ?? []).value;
  const alarms = useComputed(() => live.value.alarms).value;
  if (!isShown) return null;
  const displayed = actions.map(({ id }) => id);
  const shown = ({ action, id }: AutoAction) => {
    const alarm = alarms.find((one) => one.id === id);
    return alarm === undefined
      ? (
        <li key={id}>
          <p class="urgent-action">{action}</p>
        </li>
      )
      : <UrgentAlarm key={id} alarm={alarm} />;
  };
  return (
    <section class="urgent-open auto-pause">
      <h2>Alba has paused: urgent</h2>
      {actions.length === 0 && <p>Nothing is pending any more.</p>}
      <ul>{actions.map(shown)}</ul>
      <div class="auto-pause-buttons">
        <button
          class="button button-main"
          type="button"
          disabled={controller === null || !isEnabled}
          onClick={() => controller?.resume(displayed)}
        >
          Resume auto
        </button>
        <button
          class="button"
          type="button"
          disabled={controller === null || !isEnabled}
          onClick={() => controller?.takeOver(displayed)}
        >
          Take over
        </button>
      </div>
      <p class="small">Either one notes that you have seen what stands here.</p>
    </section>
  );
}
