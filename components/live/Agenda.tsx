import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { Beside } from "@/components/live/live_auto.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { canSpeak, type LiveView } from "@/lib/page/live_view.ts";
import type { AgendaView } from "@/lib/protocol/server_messages.ts";

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
  const news = useComputed(() => view.value.agendaNews).value;
  const isEnabled = useComputed(() => canSpeak(view.value)).value;
  const questions = agenda?.questions ?? [];
  const considerations = agenda?.considerations ?? [];
  const version = agenda?.version ?? 0;
  /** The class of what is new itself, or of the fold that hides it. */
  const mark = (...words: readonly string[]) =>
    words.some((one) => news.includes(one)) ? " agenda-new" : "";
  const item = (index: number) => {
    const one = questions[index];
    const ref = { agenda: { version, index } };
    return one === undefined ? null : (
      <li key={one.question}>
        <button
          type="button"
          class={`button agenda-question${one.urgent ? " agenda-urgent" : ""}${mark(one.question)}`}
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
  const items = questions.map((_, index) => item(index));
  const rest = questions.slice(SHOWN_QUESTIONS).map(({ question }) => question);
  return (
    <section class="stack-tight agenda-panel" aria-labelledby="agenda" tabIndex={0}>
      <h2 id="agenda">Worth asking</h2>
      <p class="soft small">{whoseWords(agenda)}</p>
      <p class="visually-hidden" role="status">
        {news.length > 0 && `New, worth asking or considering: ${news.length}`}
      </p>
      <ol class="agenda">{items.slice(0, SHOWN_QUESTIONS)}</ol>
      {rest.length > 0 && (
        <details class="fold">
          <summary>
            <span key={version} class={mark(...rest)}>{rest.length} more</span>
          </summary>
          <ol class="agenda">{items.slice(SHOWN_QUESTIONS)}</ol>
        </details>
      )}
      {considerations.length > 0 && (
        <details class="fold">
          <summary>
            <span key={version} class={mark(...considerations.map(({ condition }) => condition))}>
              To consider: {considerations.length}
            </span>
          </summary>
          <ul class="considerations">
            {considerations.map(({ against, condition, for: speaksFor }) => (
              <li key={condition} class={mark(condition)}>
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

/** Whose view this is (CD2): a model's may be older than what was said since; the rules keep up. */
function whoseWords(agenda: AgendaView | null): string {
  if (agenda === null || agenda.questions.length + agenda.considerations.length === 0) {
    return "Questions appear here once a complaint has been told.";
  }
  if (agenda.source === "rule") return "By the embedded rules";
  const landed = new Date(agenda.landed_wall_ms);
  return `By the model, as of ${landed.toLocaleTimeString("en-GB", { timeStyle: "short" })}`;
}
