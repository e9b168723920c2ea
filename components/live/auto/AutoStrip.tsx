import { type ReadonlySignal, useComputed } from "@preact/signals";
import { type AutoPageView, mayHandOver } from "@/lib/page/auto_page_view.ts";
import { goldenLeftWords, phaseWords, planWords } from "@/lib/page/auto_words.ts";
import { canAct } from "@/lib/page/live_view.ts";
import { AutoPill } from "@/components/live/auto/AutoPill.tsx";
import { HomelessChoice } from "@/components/live/auto/SpeakChoice.tsx";
import type { AutoParts } from "@/components/live/live_auto.ts";

export interface AutoStripProps extends AutoParts {
  readonly view: ReadonlySignal<AutoPageView | null>;
  readonly goldenLeftS: ReadonlySignal<number | null>;
}

/**
 * Auto mode's row of the live page: its switch, where the run is, and what Alba is about to ask. It
 * has the same height whatever it says while a run is on.
 */
export function AutoStrip(props: AutoStripProps) {
  const { controller, isFaceShown, live, view, goldenLeftS } = props;
  const phase = useComputed(() => phaseWords(view.value)).value;
  const plan = useComputed(() => planWords(view.value)).value;
  const hands = useComputed(() => view.value !== null && mayHandOver(view.value)).value;
  const isEnabled = useComputed(() => canAct(live.value)).value;
  const left = useComputed(() => goldenLeftWords(goldenLeftS.value)).value;
  if (view.value === null) return null;
  return (
    <section class="auto-strip" aria-label="Auto mode">
      <div class="auto-controls">
        <AutoPill {...props} />
        <button
          class="button"
          type="button"
          disabled={controller === null}
          onClick={() => isFaceShown.value = true}
        >
          Face
        </button>
        <a class="button auto-sound-check" href="/sound-check" target="_blank">Sound check</a>
        <button
          class="button auto-handover"
          type="button"
          disabled={!hands || !isEnabled}
          onClick={() => controller?.handOver()}
        >
          Handover
        </button>
      </div>
      <div class="auto-words">
        <p class="auto-phase">
          {phase}
          {left !== "" && <span class="auto-left">{left}</span>}
        </p>
        <p class="auto-plan soft">{plan}</p>
        <p class="visually-hidden" role="status">{phase}</p>
      </div>
      <HomelessChoice {...props} />
    </section>
  );
}
