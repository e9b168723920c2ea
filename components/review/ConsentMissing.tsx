/** What was written down without a noted answer to the disclosure, and the way to note it (CO6, FI7). */
export function ConsentMissing({ id }: { readonly id: string }) {
  return (
    <form
      class="notice notice-attention stack-tight"
      method="post"
      action={`/consultations/${id}/consent`}
    >
      <p id="consent-missing">Consent was not noted. Note it now:</p>
      <div class="row" role="group" aria-labelledby="consent-missing">
        <button class="button" type="submit" name="answer" value="given">Given</button>
        <button class="button" type="submit" name="answer" value="refused">Refused</button>
      </div>
    </form>
  );
}
