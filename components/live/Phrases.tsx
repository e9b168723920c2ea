import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { Beside } from "@/components/live/live_auto.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { canSpeak, isNudging, type LiveView } from "@/lib/page/live_view.ts";
import { type PhraseButton, phrasePurpose } from "@/lib/page/phrase_buttons.ts";

export interface PhrasesProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
  readonly phrases: readonly PhraseButton[];
  readonly beside: Beside | undefined;
}

/** What Alba can say at a tap: what opens a consultation first and large, the rest below. */
export function Phrases({ view, controller, phrases, beside }: PhrasesProps) {
  const isEnabled = useComputed(() => canSpeak(view.value)).value;
  const isDisclosed = useComputed(() => view.value.disclosureSpoken).value;
  // What was tapped at the nudge has its choice there (DW3).
  const elsewhere =
    useComputed(() => view.value.nudgeTapped && isNudging(view.value) ? "silence_nudge" : null)
      .value;
  return (
    <section
      class="stack-tight phrase-panel"
      aria-labelledby="phrases"
      // It scrolls until then, and while its buttons are off nothing else in it has the keyboard.
      tabIndex={isDisclosed ? undefined : 0}
    >
      <h2 id="phrases">Alba says</h2>
      <div class="phrases">
        {phrases.map(({ id, text }) => {
          const choice = beside?.({ phrase: id });
          const purpose = phrasePurpose(id);
          const isDue = id === "disclosure" && !isDisclosed;
          const button = (
            <button
              key={id}
              type="button"
              class={`button phrase${purpose === null ? "" : " phrase-first"}${
                isDue ? " phrase-due" : ""
              }`}
              disabled={!isEnabled}
              onClick={() => controller?.speak({ phrase: id })}
            >
              {purpose === null ? text : (
                <>
                  <span>{purpose}{id === "disclosure" && isDisclosed ? " ✓ spoken" : ""}</span>
                  <span>{text}</span>
                </>
              )}
            </button>
          );
          return choice === undefined
            ? button
            : (
              <div key={id} class={`spot${purpose === null ? "" : " spot-first"}`}>
                {button}
                {id !== elsewhere && choice}
              </div>
            );
        })}
      </div>
      {!isDisclosed && (
        <p class="soft small">Alba says nothing else until the disclosure has been spoken.</p>
      )}
    </section>
  );
}
