/** What has to be typed before a consultation is deleted. */
export const DELETE_WORD = "delete";

export interface DeleteFormProps {
  readonly id: string;
  /** Open where somebody has a reason to delete it, such as a patient who did not agree (CO6). */
  readonly isDue: boolean;
}

/** Deletes a consultation's words and sound, after the word has been typed (CO4). */
export function DeleteForm({ id, isDue }: DeleteFormProps) {
  return (
    <details class="fold" open={isDue}>
      <summary>Delete this consultation</summary>
      <form class="stack-tight" method="post" action={`/consultations/${id}/delete`}>
        <p>
          Its words and its sound are deleted for good: transcript, recording, reference, alarms,
          and what Alba said. That it took place, and how long, stays on the record.
        </p>
        <div class="field">
          <label for="confirm">Type “{DELETE_WORD}” to confirm</label>
          <input
            class="input"
            id="confirm"
            name="confirm"
            autoComplete="off"
            autoCapitalize="none"
            spellcheck={false}
            required
          />
        </div>
        <div class="row">
          <button class="button button-stop" type="submit">Delete for good</button>
        </div>
      </form>
    </details>
  );
}
