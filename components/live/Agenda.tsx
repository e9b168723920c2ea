import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { Beside } from "@/components/live/live_auto.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { canSpeak, type LiveView } from "@/lib/page/live_view.ts";

/** More than this is not an agenda but a list; the rest is one tap away. */
const SHOWN_QUESTIONS = 4;

export interface AgendaProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
  readonly beside: Beside | undefined;
}

/**
 * What is still worth asking and why; a tap lets Alba ask it, word for word (SP1 c). The panel keeps
 * its height, because a phrase that moved under a finger would be spoken by mistake.
 */
export function Agenda({ view, controller, beside }: AgendaProps) {
  const agenda = useComputed(() => view.value.agenda).value;
  const isEnabled = useComputed(() => canSpeak(view.value)).value;
  const questions = agenda?.questions ?? [];
  const version = agenda?.version ?? 0;
  const item = (index: number) => {
    const one = questions[index];
    const ref = { agenda: { version, index } };
    return one === undefined ? null : (
      <li key={one.question}>
        <button
          type="button"
          class={`button agenda-question${one.urgent ? " agenda-urgent" : ""}`}
          disabled={!isEnabled}
          onClick={() => controller?.speak(ref)}
        >
          <span>
            {one.urgent ? `Urgent: ${one.question}` : one.question}
          </span>
          <span class="soft small">{one.rationale}</span>
        </button>
        {beside?.(ref)}
      </li>
    );
  };
  const first = questions.slice(0, SHOWN_QUESTIONS).map((_, index) => item(index));
  const rest = questions.slice(SHOWN_QUESTIONS).map((_, at) => item(at + SHOWN_QUESTIONS));
  return (
    <section class="stack-tight agenda-panel" aria-labelledby="agenda" tabIndex={0}>
      <h2 id="agenda">Worth asking</h2>
      {questions.length === 0 && (
        <p class="soft small">Questions appear here once a complaint has been told.</p>
      )}
      <ol class="agenda">{first}</ol>
      {rest.length > 0 && (
        <details class="fold">
          <summary>{rest.length} more</summary>
          <ol class="agenda">{rest}</ol>
        </details>
      )}
      {agenda !== null && agenda.considerations.length > 0 && (
        <details class="fold">
          <summary>To consider: {agenda.considerations.length}</summary>
          <ul class="considerations">
            {agenda.considerations.map(({ against, condition, for: speaksFor }) => (
              <li key={condition}>
                <strong>{condition}</strong>
                {speaksFor.length > 0 && <span>for: {speaksFor.join("; ")}</span>}
                {against.length > 0 && <span>against: {against.join("; ")}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
