import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { MAX_TYPED_CHARACTERS } from "@/lib/protocol/shared.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import { canSpeak, isPaused, type LiveView } from "@/lib/page/live_view.ts";

export interface PatientAnswerProps {
  readonly view: ReadonlySignal<LiveView>;
  readonly controller: LiveController | null;
}

/** For a patient who cannot speak: a large field, written down as the patient's own words (SK5). */
export function PatientAnswer({ view, controller }: PatientAnswerProps) {
  const isEnabled = useComputed(() => canSpeak(view.value)).value;
  const paused = useComputed(() => isPaused(view.value)).value;
  const text = useSignal("");
  const told = useSignal("");

  const submit = (event: Event) => {
    event.preventDefault();
    const answer = text.value.trim();
    if (answer === "") return;
    // Kept in the field when it did not leave this page, so that nothing typed is lost.
    const isSent = controller?.type(answer, "patient") ?? false;
    told.value = isSent ? "Your answer has been written down." : "Not sent yet. Please try again.";
    if (isSent) text.value = "";
  };

  return (
    <form class="patient-answer" onSubmit={submit}>
      <label for="patient-answer">You can type your answer here</label>
      <textarea
        class="input"
        id="patient-answer"
        rows={2}
        maxLength={MAX_TYPED_CHARACTERS}
        autoComplete="off"
        value={text}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          told.value = "";
        }}
      />
      <button class="button button-main" type="submit" disabled={!isEnabled}>Send</button>
      <p role="status">{paused ? "Alba is not listening at the moment." : told}</p>
    </form>
  );
}
