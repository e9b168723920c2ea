import { type ReadonlySignal, useComputed } from "@preact/signals";
import { isOpen } from "@/lib/alarms/alarm.ts";
import type { LiveView } from "@/lib/page/live_view.ts";

/**
 * Open alarms for a screen reader, and for nobody's eyes (SK4, SK5). Under a modal dialog the rest of
 * the page is inert, its own alert included, so that a screen reader hears of an alarm only within
 * the dialog. Each is read once, and again when it is worded anew.
 */
export function HeardAlarms({ view }: { readonly view: ReadonlySignal<LiveView> }) {
  const open = useComputed(() => view.value.alarms.filter(isOpen)).value;
  return (
    <div class="visually-hidden" role="alert" aria-atomic="false">
      {open.map(({ action, id }) => <p key={id}>{`Urgent: ${action}`}</p>)}
    </div>
  );
}
