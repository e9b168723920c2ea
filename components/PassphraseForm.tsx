/** Signs in with the passphrase of the box, as its owner. */
export function PassphraseForm(
  { next, refusal }: { readonly next: string; readonly refusal: string | null },
) {
  return (
    <form class="stack card" method="post" action="/login">
      {refusal !== null && <p class="form-error" role="alert">{refusal}</p>}
      <input type="hidden" name="next" value={next} />
      <div class="field">
        <label for="passphrase">Passphrase of this box</label>
        <input
          class="input"
          id="passphrase"
          name="passphrase"
          type="password"
          autoComplete="current-password"
          required
        />
      </div>
      <div class="row">
        <button class="button button-main" type="submit">Sign in</button>
      </div>
    </form>
  );
}
