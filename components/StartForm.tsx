import { ModeChoice } from "@/components/live/ModeChoice.tsx";

/** The longest reference kept; it has to fit a line of the list. */
export const MAX_REFERENCE_CHARACTERS = 120;

/** One press starts a consultation; the reference may come later or never (CO4). */
export function StartForm() {
  return (
    <form class="start" method="post" action="/consultations">
      <label for="reference">
        Patient reference <span class="soft">(optional)</span>
      </label>
      <p id="reference-hint" class="hint soft small">
        Whatever finds the patient in your own system. It can stay empty.
      </p>
      <input
        class="input"
        id="reference"
        name="reference"
        maxLength={MAX_REFERENCE_CHARACTERS}
        autoComplete="off"
        spellcheck={false}
        aria-describedby="reference-hint"
      />
      <ModeChoice />
      <button class="button button-main" type="submit">Start consultation</button>
    </form>
  );
}
