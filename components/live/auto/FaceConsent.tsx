import { type ReadonlySignal, useComputed } from "@preact/signals";
import { type AutoPageView, isRunning } from "@/lib/page/auto_page_view.ts";
import { canAct, maySilence } from "@/lib/page/live_view.ts";
import type { AutoParts } from "@/components/live/live_auto.ts";

export interface FaceConsentProps extends AutoParts {
  readonly view: ReadonlySignal<AutoPageView | null>;
}

/**
 * The patient's answer, where the face covers the panel that it is noted in (CO6): two plain buttons
 * while a run wants to know it, and nothing once it is noted. The patient may read them (SK4).
 */
export function FaceConsent({ live, noteConsent, view }: FaceConsentProps) {
  const isWanted = useComputed(() => {
    const auto = view.value;
    if (auto === null || live.value.consent !== null) return false;
    // A run that an unclear answer ended waits for just this.
    return isRunning(auto) || live.value.disclosureSpoken;
  }).value;
  const mayAgree = useComputed(() => canAct(live.value)).value;
  const mayRefuse = useComputed(() => maySilence(live.value)).value;
  if (!isWanted) return null;
  return (
    <div class="face-consent" role="group" aria-label="The patient's answer">
      <button
        class="button"
        type="button"
        disabled={noteConsent === null || !mayAgree}
        onClick={() => noteConsent?.("given")}
      >
        Agreed
      </button>
      <button
        class="button"
        type="button"
        disabled={noteConsent === null || !mayRefuse}
        onClick={() => noteConsent?.("refused")}
      >
        Refused
      </button>
    </div>
  );
}
