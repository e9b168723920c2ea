import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { AutoPageView, SpeakChoice as Choice } from "@/lib/page/auto_page_view.ts";
import type { AutoPage } from "@/lib/page/auto_page_port.ts";
import { isSameRef } from "@/lib/page/same_ref.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import type { SpeechRef } from "@/lib/protocol/shared.ts";
import type { AutoParts } from "@/components/live/live_auto.ts";

export interface SpeakChoiceProps extends AutoParts {
  readonly view: ReadonlySignal<AutoPageView | null>;
  /** The control that this stands beside. */
  readonly at: SpeechRef;
}

/** The doctor's choice, beside the control that was tapped (DW3). */
export function SpeakChoice({ at, controller, live, view }: SpeakChoiceProps) {
  const choice = useComputed(() => {
    const asked = view.value?.choice ?? null;
    return asked !== null && isSameRef(asked.ref, at) ? asked : null;
  }).value;
  return choice === null ? null : <Buttons choice={choice} controller={controller} live={live} />;
}

/** The same where the tapped control is gone: the agenda has changed meanwhile. */
export function HomelessChoice(
  { controller, live, view }: Omit<SpeakChoiceProps, "at">,
) {
  const choice = useComputed(() => {
    const asked = view.value?.choice ?? null;
    return asked !== null && isGone(asked.ref, live.value) ? asked : null;
  }).value;
  return choice === null ? null : <Buttons choice={choice} controller={controller} live={live} />;
}

function isGone(ref: SpeechRef, { agenda }: LiveView): boolean {
  if (!("agenda" in ref)) return false;
  const { index, version } = ref.agenda;
  return agenda?.version !== version || agenda.questions[index] === undefined;
}

function Buttons(
  { choice, controller, live }: {
    readonly choice: Choice;
    readonly controller: AutoPage | null;
    readonly live: ReadonlySignal<LiveView>;
  },
) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.scrollIntoView({ block: "nearest" }), [choice]);
  useEffect(() => {
    const abort = new AbortController();
    addEventListener("keydown", (event) => {
      // Esc silences Alba first, which the page itself does.
      if (event.key !== "Escape" || live.peek().speech.state !== "idle") return;
      event.preventDefault();
      controller?.choose("alba");
    }, { signal: abort.signal, capture: true });
    return () => abort.abort();
  }, [controller]);
  return (
    <div ref={group} class="speak-choice" role="group" aria-label="Whose question is asked?">
      <button class="button" type="button" onClick={() => controller?.choose("doctor")}>
        Ask yours instead (Alba's question “{choice.queuedText}” waits)
      </button>
      <button class="button" type="button" onClick={() => controller?.choose("alba")}>
        Let Alba ask “{choice.queuedText}”
      </button>
    </div>
  );
}
