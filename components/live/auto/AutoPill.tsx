import { type ReadonlySignal, useComputed } from "@preact/signals";
import { type AutoPageView, isRunning } from "@/lib/page/auto_page_view.ts";
import { canAct, isPaused } from "@/lib/page/live_view.ts";
import type { AutoParts } from "@/components/live/live_auto.ts";

export interface AutoPillProps extends AutoParts {
  readonly view: ReadonlySignal<AutoPageView | null>;
}

/**
 * Auto mode's one switch (VI1). It says what the service said, never what was tapped; a tap on it
 * ends a run from every state (DW1), and one that starts a run shows the face, too (EN2), unless with
 * the alarm's sound off it would cover all that tells of an alarm.
 */
export function AutoPill({ controller, isAlarmHeard, isFaceShown, live, view }: AutoPillProps) {
  const word = useComputed(() => wordOf(view.value)).value;
  const isOn = word !== "off";
  const isEnabled = useComputed(() => canAct(live.value) && (isOn || !isPaused(live.value))).value;
  const tap = () => {
    controller?.toggle(!isOn);
    if (!isOn && isAlarmHeard.value) isFaceShown.value = true;
  };
  if (view.value === null) return null;
  return (
    <button
      class={`button auto-pill auto-pill-${isOn ? "on" : "off"}`}
      type="button"
      aria-pressed={isOn}
      disabled={controller === null || !isEnabled}
      onClick={tap}
    >
      Auto: {word}
    </button>
  );
}

/** It stands above the face, too: a pause, which is always an urgent one, is not told from it (SK4). */
function wordOf(view: AutoPageView | null): "off" | "starting…" | "on" {
  if (view === null || !isRunning(view)) return "off";
  return view.starting ? "starting…" : "on";
}
