import { answerWords } from "@/lib/page/speaker_words.ts";
import { WhoSpoke } from "@/components/review/WhoSpoke.tsx";

export interface WhoSpokeReviewProps {
  readonly id: string;
  /** Undefined while nobody has answered, null after Skip. */
  readonly answer: number | null | undefined;
  /** False once the record is approved. */
  readonly mayChange: boolean;
}

/** The answer to "Who spoke?" in the review; an ignored question stays until it is answered (FI4). */
export function WhoSpokeReview({ id, answer, mayChange }: WhoSpokeReviewProps) {
  if (answer === undefined) {
    return (
      <section class="notice notice-attention stack-tight" aria-labelledby="who-spoke">
        <h2 id="who-spoke">Who spoke?</h2>
        <p>Nobody has said yet. This record cannot be approved before.</p>
        <WhoSpoke id={id} answer={undefined} />
      </section>
    );
  }
  if (!mayChange) return <p class="soft">Who spoke: {answerWords(answer)}.</p>;
  return (
    <details class="fold">
      <summary>Who spoke: {answerWords(answer)}. Change</summary>
      <div class="stack-tight">
        <p class="soft">Another answer tells the speakers apart anew. The words stay the same.</p>
        <WhoSpoke id={id} answer={answer} />
      </div>
    </details>
  );
}
