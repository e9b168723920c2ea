import { MAX_REFERENCE_CHARACTERS } from "@/components/StartForm.tsx";

/** Changes a consultation's patient reference, as when it was started for the wrong patient (CO4). */
export function ReferenceForm(
  { id, reference }: { readonly id: string; readonly reference: string | null },
) {
  return (
    <details class="fold">
      <summary>{reference === null ? "Add a patient reference" : "Wrong patient?"}</summary>
      <form class="stack-tight" method="post" action={`/consultations/${id}/reference`}>
        <div class="field">
          <label for="new-reference">Patient reference</label>
          <input
            class="input"
            id="new-reference"
            name="reference"
            value={reference ?? ""}
            maxLength={MAX_REFERENCE_CHARACTERS}
            autoComplete="off"
            spellcheck={false}
          />
        </div>
        <div class="row">
          <button class="button" type="submit">Change the reference</button>
        </div>
      </form>
    </details>
  );
}
