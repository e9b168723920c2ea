import { answerWords, SPEAKER_ANSWERS } from "@/lib/page/speaker_words.ts";

export interface WhoSpokeProps {
  readonly id: string;
  /** The answer so far: undefined before there is one, null after Skip. */
  readonly answer: number | null | undefined;
}

/** One button for each answer to "Who spoke?"; a plain form, so that it works without JavaScript. */
export function WhoSpoke({ id, answer }: WhoSpokeProps) {
  const given = answer === undefined ? null : answer === null ? "skip" : String(answer);
  return (
    <form
      class="stack-tight"
      method="post"
      action={`/consultations/${id}/speakers`}
      aria-label="Who spoke?"
    >
      {answer !== undefined && <p>Your answer: {answerWords(answer)}.</p>}
      <div class="row">
        {SPEAKER_ANSWERS.map(({ value, words }) => (
          <button
            key={value}
            class={value === given ? "button button-main" : "button"}
            type="submit"
            name="speakers"
            value={value}
          >
            {words}
          </button>
        ))}
      </div>
    </form>
  );
}
