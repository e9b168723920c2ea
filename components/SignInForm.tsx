import type { ComponentChildren } from "preact";

export interface SignInChoice {
  readonly id: string;
  readonly name: string;
}

export interface SignInFormProps {
  readonly people: readonly SignInChoice[];
  readonly chosen: string | null;
  readonly next: string;
  readonly refusal: string | null;
  /** The field for the PIN. */
  readonly children: ComponentChildren;
}

/** Who are you, and your PIN. */
export function SignInForm({ people, chosen, next, refusal, children }: SignInFormProps) {
  const first = people.find(({ id }) => id === chosen) ?? people[0];
  return (
    <form class="stack card" method="post" action="/login">
      {refusal !== null && <p class="form-error" role="alert">{refusal}</p>}
      <input type="hidden" name="next" value={next} />
      <fieldset class="choices">
        <legend>Who are you?</legend>
        {people.map(({ id, name }) => (
          <label key={id} class="choice">
            <input type="radio" name="person" value={id} checked={id === first?.id} required />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {children}
      <div class="row">
        <button class="button button-main" type="submit">Sign in</button>
      </div>
    </form>
  );
}
