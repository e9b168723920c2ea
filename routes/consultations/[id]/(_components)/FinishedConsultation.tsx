import { type Deleted, DELETED_WORDS } from "@/lib/consultation/deleted.ts";
import type { ConsultationSummary } from "@/lib/consultation/read_model.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { Review } from "@/lib/consultation/review_model.ts";
import type { FinishingState } from "@/lib/page/finishing_state.ts";
import { dateWords, durationWords } from "@/lib/page/format_time.ts";
import { speakerNames } from "@/lib/page/speaker_words.ts";
import { stateWords } from "@/lib/page/state_words.ts";
import { DeleteForm } from "@/components/DeleteForm.tsx";
import { PageFrame } from "@/components/PageFrame.tsx";
import { ReferenceForm } from "@/components/ReferenceForm.tsx";
import { StateBadge } from "@/components/StateBadge.tsx";
import { ApproveForm } from "@/components/review/ApproveForm.tsx";
import { ReviewLines } from "@/components/review/ReviewLines.tsx";
import { Speakers } from "@/components/review/Speakers.tsx";
import { TimelinePicture } from "@/components/review/TimelinePicture.tsx";
import { TimelineTable } from "@/components/review/TimelineTable.tsx";
import { UrgentReview } from "@/components/review/UrgentReview.tsx";
import { WhoSpokeReview } from "@/components/review/WhoSpokeReview.tsx";
import { Finishing } from "@/islands/Finishing.tsx";
import { Recording } from "@/islands/Recording.tsx";
import { Timeline } from "@/islands/Timeline.tsx";
import { UndoStop } from "@/islands/UndoStop.tsx";

export interface FinishedConsultationProps {
  readonly consultation: ConsultationSummary & { readonly clinicianName: string };
  readonly review: Review;
  readonly finishing: FinishingState;
  readonly deleted: Deleted;
  /** What the patient answered to the disclosure; null when nobody noted it. */
  readonly consent: Consultation["consent"];
  /** True for whoever may delete it. */
  readonly mayErase: boolean;
  /** How long Stop may still be undone, ms; 0 when it may not. */
  readonly undoLeftMs: number;
  readonly roomName: string;
  readonly canSignOut: boolean;
}

const CONSENT_WORDS: Readonly<Record<"given" | "refused" | "withdrawn", string | null>> = {
  given: null,
  refused: "The patient refused. What was heard before can be deleted below.",
  withdrawn: "The patient has withdrawn consent. What was heard before can be deleted below.",
};

/** A consultation after Stop: while it is finished, in its review, and approved. */
export function FinishedConsultation(props: FinishedConsultationProps) {
  const { consultation, consent, finishing, deleted, roomName, canSignOut } = props;
  const { id, reference, state } = consultation;
  const isFinishing = state === "stopping" || state === "finalising";
  const isBusy = isFinishing || finishing.progress !== null;
  const consentWords = consent === null ? null : CONSENT_WORDS[consent];
  const isNo = consent === "refused" || consent === "withdrawn";
  const isKept = deleted !== "everything";
  return (
    <PageFrame title="Consultation" here={null} room={roomName} canSignOut={canSignOut}>
      <div class="stack">
        <header class="stack-tight">
          <h1>{reference ?? "Consultation without a patient reference"}</h1>
          <p class="row soft">
            <StateBadge state={state} />
            <span>{aboutWords(consultation)}</span>
          </p>
          <p>{stateWords(state).long}</p>
          {props.undoLeftMs > 0 && <UndoStop id={id} leftMs={props.undoLeftMs} />}
          {consentWords !== null && <p class="notice">{consentWords}</p>}
          {deleted !== "nothing" && <p class="notice">{DELETED_WORDS[deleted]}</p>}
        </header>
        {isKept && (!isFinishing || props.review.alarms.length > 0) && (
          <UrgentReview consultation={id} alarms={props.review.alarms} isFinishing={isFinishing} />
        )}
        {isBusy && <Finishing id={id} now={finishing} />}
        {isBusy && (
          <noscript>
            <p>
              <a class="button" href={`/consultations/${id}`}>Look again</a>
            </p>
          </noscript>
        )}
        {!isFinishing && isKept && <Judged {...props} isBusy={isBusy} />}
        {isKept && <Told {...props} isFinishing={isFinishing} />}
        {isKept && state !== "approved" && <ReferenceForm id={id} reference={reference} />}
        {isKept && props.mayErase && !isFinishing && <DeleteForm id={id} isDue={isNo} />}
      </div>
    </PageFrame>
  );
}

/** What has to be answered before approval, and the approval. */
function Judged(
  { consent, consultation, review, finishing, isBusy }: FinishedConsultationProps & {
    isBusy: boolean;
  },
) {
  const { id, state } = consultation;
  const { declaration } = finishing;
  const isReview = state === "review";
  const open = review.alarms.some(({ acknowledgedWallMs, arrangedWallMs }) =>
    acknowledgedWallMs === null && arrangedWallMs === null
  );
  const waitsFor = [
    ...(open ? ["Something urgent above has not been seen by anybody yet."] : []),
    ...(declaration.state === "open" ? ["Nobody has said who spoke yet."] : []),
    ...(isBusy ? ["The speakers are being told apart."] : []),
  ];
  return (
    <>
      {declaration.state !== "not_asked" && (
        <WhoSpokeReview
          id={id}
          answer={declaration.state === "answered" ? declaration.speakers : undefined}
          mayChange={isReview && !isBusy}
        />
      )}
      {isReview && (
        <ApproveForm
          id={id}
          quality={review.quality}
          isConsentMissing={consent === null && review.lines.length > 0}
          waitsFor={waitsFor}
        />
      )}
    </>
  );
}

/** Timeline, recording and transcript. */
function Told(
  { consultation, review, deleted, isFinishing }: FinishedConsultationProps & {
    isFinishing: boolean;
  },
) {
  const { id, recordedMs } = consultation;
  const { lines, marks, speakers, timeline } = review;
  const names = speakerNames(speakers);
  const audioUrl = recordedMs === null || isFinishing || deleted !== "nothing"
    ? null
    : `/consultations/${id}/audio.wav`;
  return (
    <>
      {timeline !== null && !isFinishing && (
        <section class="stack-tight" aria-labelledby="timeline">
          <h2 id="timeline">Timeline</h2>
          <TimelinePicture timeline={timeline} marks={marks} names={names}>
            {audioUrl !== null && <Timeline durationMs={timeline.durationMs} />}
          </TimelinePicture>
          <TimelineTable timeline={timeline} marks={marks} names={names} />
        </section>
      )}
      <section class="stack-tight transcript-page" aria-labelledby="transcript">
        <h2 id="transcript">Transcript and recording</h2>
        {audioUrl !== null && <Recording audioUrl={audioUrl} />}
        <Speakers speakers={speakers} names={names} />
        {lines.length === 0 && (
          <p class="soft">
            {recordedMs === null
              ? "No sound was recorded and nothing was typed."
              : "No words were heard in this recording."}
          </p>
        )}
        <ReviewLines lines={lines} names={names} audioUrl={audioUrl} />
      </section>
    </>
  );
}

function aboutWords(consultation: FinishedConsultationProps["consultation"]): string {
  const parts = [dateWords(consultation.startedWallMs), `Dr ${consultation.clinicianName}`];
  if (consultation.recordedMs !== null) {
    parts.push(`${durationWords(consultation.recordedMs)} recorded`);
  }
  return parts.join(" · ");
}
