import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { ConsentAnswer } from "@/lib/protocol/shared.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { canAct, type LiveView, maySilence } from "@/lib/page/live_view.ts";

export interface ConsentProps {
  readonly id: string;
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
  readonly mayErase: boolean;
  /** Stops the consultation; its page then offers to delete it. */
  readonly onStop: (() => void) | undefined;
}

/** What a no is called: before anything was agreed to, or after. */
const ANSWERS: readonly { readonly answer: ConsentAnswer; readonly label: string }[] = [
  { answer: "given", label: "Agreed" },
  { answer: "refused", label: "Refused" },
  { answer: "withdrawn", label: "Withdrawn" },
];

const WORDS: Readonly<Record<ConsentAnswer, string>> = {
  given: "The patient agrees to Alba listening.",
  refused: "The patient refused. Alba has stopped listening.",
  withdrawn: "The patient has withdrawn consent. Alba has stopped listening.",
};

/** The patient's answer to the disclosure, one tap each; a no stops Alba at that tap (CO6). */
export function Consent({ id, view, controller, mayErase, onStop }: ConsentProps) {
  const answer = useComputed(() => view.value.consent).value;
  const mayAgree = useComputed(() => canAct(view.value)).value;
  const mayRefuse = useComputed(() => maySilence(view.value)).value;
  const isDisclosed = useComputed(() => view.value.disclosureSpoken).value;
  const isDue = isDisclosed && answer === null;
  const isNo = answer === "refused" || answer === "withdrawn";
  return (
    <section
      class={`consent${isDue ? " consent-due" : ""}${isNo ? " consent-no" : ""}`}
      aria-labelledby="consent"
    >
      <h2 id="consent">The patient's answer</h2>
      <div class="consent-answers">
        {ANSWERS.map((one) => (
          <button
            key={one.answer}
            type="button"
            class="button"
            aria-pressed={answer === one.answer}
            disabled={controller === null || !(one.answer === "given" ? mayAgree : mayRefuse)}
            onClick={() => controller?.noteConsent(one.answer)}
          >
            {one.label}
          </button>
        ))}
      </div>
      <p class="soft small" role="status">
        {answer === null ? "Not noted yet." : WORDS[answer]}
      </p>
      {isNo && !mayErase && (
        <p>Stop the consultation; then the owner of this box can delete what was heard.</p>
      )}
      {isNo && mayErase && (
        <form
          method="post"
          action={`/consultations/${id}/stop`}
          onSubmit={(event) => {
            if (onStop === undefined) return;
            event.preventDefault();
            onStop();
          }}
        >
          <button class="button button-stop" type="submit">Stop, then delete what was heard</button>
        </form>
      )}
    </section>
  );
}
