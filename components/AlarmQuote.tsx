export interface AlarmQuoteProps {
  /** Null when whoever raised the alarm quoted nothing. */
  readonly quote: string | null;
  /** The question that the quoted words answer; null where they stand for themselves. */
  readonly question: string | null;
  /** False when the quote does not stand in the transcript (CD6). */
  readonly isFound: boolean;
  readonly source: "rule" | "model";
}

/** The words an alarm rests on: a "Yes." is shown with what was asked, each in its own quotes. */
export function AlarmQuote({ isFound, question, quote, source }: AlarmQuoteProps) {
  const who = <span class="soft small">{source === "rule" ? " rule" : " model"}</span>;
  if (quote === null) return <p class="urgent-quote">No words are quoted for it{who}</p>;
  return (
    <p class="urgent-quote">
      {isFound
        ? question === null ? "Said: " : "Asked and answered: "
        : "Not found in the transcript: "}
      {question !== null && (
        <>
          <q>{question}</q>
          {" — "}
        </>
      )}
      <q>{quote}</q>
      {who}
    </p>
  );
}
