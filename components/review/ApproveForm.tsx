import { ConsentMissing } from "@/components/review/ConsentMissing.tsx";
import type { ReviewQuality } from "@/lib/consultation/review_model.ts";

export interface ApproveFormProps {
  readonly id: string;
  readonly quality: ReviewQuality;
  /** Words were written down, and nobody noted whether the patient agreed. */
  readonly isConsentMissing: boolean;
  /** Why approval has to wait, one sentence each; empty when it may be given. */
  readonly waitsFor: readonly string[];
}

/** What to know about the transcript before approving it (FI7), then the approval itself. */
export function ApproveForm({ id, isConsentMissing, quality, waitsFor }: ApproveFormProps) {
  return (
    <section class="stack-tight" aria-labelledby="approval">
      <h2 id="approval">Approval</h2>
      <QualityWords quality={quality} />
      {isConsentMissing && <ConsentMissing id={id} />}
      {waitsFor.map((words) => <p key={words} class="notice notice-attention">{words}</p>)}
      {waitsFor.length === 0 && (
        <form class="stack-tight" method="post" action={`/consultations/${id}/approve`}>
          <div class="row">
            <button class="button button-main" type="submit">Approve this record</button>
          </div>
          <p class="hint soft small">Approving locks the record. A later change is an amendment.</p>
        </form>
      )}
    </section>
  );
}

export function QualityWords({ quality }: { readonly quality: ReviewQuality }) {
  switch (quality.kind) {
    case "good":
      return <p class="soft">The transcript was heard well enough by every measure.</p>;
    case "not_measured":
      return (
        <p class="notice notice-attention">
          How well this transcript was heard could not be measured. Compare it with the recording.
        </p>
      );
    case "doubtful":
      return (
        <ul class="notice notice-attention quality">
          {quality.words.map((words) => <li key={words}>{words}</li>)}
        </ul>
      );
  }
}
