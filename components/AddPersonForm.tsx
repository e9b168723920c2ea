import { PinInput } from "@/components/PersonCard.tsx";

export interface AddPersonFormProps {
  readonly roles: readonly { readonly id: string; readonly words: string }[];
  /** The role that is chosen until another one is. */
  readonly usual: string;
  readonly maxName: number;
  readonly minDigits: number;
  readonly maxDigits: number;
}

/** Adds a person, who gets a PIN with it. */
export function AddPersonForm(
  { roles, usual, maxName, minDigits, maxDigits }: AddPersonFormProps,
) {
  return (
    <form class="card stack" method="post" action="/people">
      <h2>Add a person</h2>
      <input type="hidden" name="action" value="add" />
      <div class="field">
        <label for="new-name">Name, as Alba says it after “Dr”</label>
        <input
          class="input"
          id="new-name"
          name="name"
          maxLength={maxName}
          autoComplete="off"
          required
        />
      </div>
      <fieldset class="choices">
        <legend>Role</legend>
        {roles.map(({ id, words }) => (
          <label key={id} class="choice">
            <input type="radio" name="role" value={id} checked={id === usual} />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for="new-pin">PIN, {minDigits} to {maxDigits} digits</label>
        <PinInput id="new-pin" maxDigits={maxDigits} />
      </div>
      <div class="row">
        <button class="button button-main" type="submit">Add</button>
      </div>
    </form>
  );
}
