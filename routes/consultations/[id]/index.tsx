import { HttpError, page } from "fresh";
import { Head } from "fresh/runtime";
import { define } from "@/lib/web/define.ts";
import {
  type ConsultationDetail,
  consultationDetail,
  findConsultation,
} from "@/lib/consultation/read_model.ts";
import type { FinishingState } from "@/lib/page/finishing_state.ts";
import { dateWords, durationWords } from "@/lib/page/format_time.ts";
import { liveLines } from "@/lib/page/live_lines.ts";
import type { PhraseButton } from "@/lib/page/phrase_buttons.ts";
import { stateWords } from "@/lib/page/state_words.ts";
import { services } from "@/lib/services.ts";
import { PHRASE_IDS } from "@/lib/speech/phrase_ids.ts";
import type { StoredAlarm } from "@/lib/record/alarm_store.ts";
import { type Deleted, DELETED_WORDS, deletedOf } from "@/lib/consultation/deleted.ts";
import { may } from "@/lib/people/permissions.ts";
import { personOf } from "@/lib/web/person_of.ts";
import { DeleteForm } from "@/components/DeleteForm.tsx";
import { PageFrame } from "@/components/PageFrame.tsx";
import { ReferenceForm } from "@/components/ReferenceForm.tsx";
import { StateBadge } from "@/components/StateBadge.tsx";
import { UrgentReview } from "@/components/review/UrgentReview.tsx";
import { TranscriptLines } from "@/components/TranscriptLines.tsx";
import { Finishing } from "@/islands/Finishing.tsx";
import { LiveConsultation } from "@/islands/LiveConsultation.tsx";
import { Recording } from "@/islands/Recording.tsx";

interface Data {
  readonly detail: ConsultationDetail;
  /** Id of the consultation's room, as the socket wants it. */
  readonly room: string;
  readonly roomName: string;
  readonly canSignOut: boolean;
  readonly deleted: Deleted;
  /** True for whoever may delete it. */
  readonly mayErase: boolean;
  readonly progress: FinishingState["progress"];
  readonly phrases: readonly PhraseButton[];
  readonly alarms: readonly StoredAlarm[];
}

export const handler = define.handlers({
  GET(ctx) {
    const { config, record, rooms, speech } = services();
    const consultation = findConsultation(record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    const phrases = speech.phrasesFor(consultation.clinicianName);
    const data: Data = {
      detail: consultationDetail(record, consultation),
      room: consultation.room,
      roomName: config.ROOM_NAME,
      canSignOut: ctx.state.access.loginRequired,
      deleted: deletedOf(consultation),
      mayErase: may(personOf(ctx), "erase_records"),
      progress: rooms.session(consultation.id)?.state.lifecycle.progress ?? null,
      alarms: record.alarms.list(consultation.id),
      phrases: PHRASE_IDS.map((id) => ({ id, text: phrases[id] })),
    };
    return page(data);
  },
});

export default define.page<typeof handler>(function ConsultationPage({ data }) {
  return data.detail.state === "live" ? <Live {...data} /> : <Finished {...data} />;
});

function Live({ detail, room, roomName, phrases }: Data) {
  return (
    <>
      <Head>
        <title>Live consultation · Alba</title>
      </Head>
      <LiveConsultation
        id={detail.id}
        room={room}
        roomName={roomName}
        reference={detail.reference}
        lines={liveLines(detail.lines)}
        phrases={phrases}
      />
    </>
  );
}

function Finished(data: Data) {
  const { alarms, deleted, detail, roomName, canSignOut, mayErase, progress } = data;
  const isFinishing = detail.state === "stopping" || detail.state === "finalising";
  const audioUrl = detail.recordedMs === null || isFinishing || deleted !== "nothing"
    ? null
    : `/consultations/${detail.id}/audio.wav`;
  return (
    <PageFrame title="Consultation" here={null} room={roomName} canSignOut={canSignOut}>
      <div class="stack">
        <header class="stack-tight">
          <h1>{detail.reference ?? "Consultation without a patient reference"}</h1>
          <p class="row soft">
            <StateBadge state={detail.state} />
            <span>{aboutWords(detail)}</span>
          </p>
          <p>{stateWords(detail.state).long}</p>
          {deleted !== "nothing" && <p class="notice">{DELETED_WORDS[deleted]}</p>}
        </header>
        {isFinishing && <Finishing id={detail.id} progress={progress} />}
        {isFinishing && (
          <noscript>
            <p>
              <a class="button" href={`/consultations/${detail.id}`}>Look again</a>
            </p>
          </noscript>
        )}
        {!isFinishing && (
          <UrgentReview
            consultation={detail.id}
            alarms={alarms}
            canApprove={detail.state === "review"}
          />
        )}
        <section class="stack-tight" aria-labelledby="transcript">
          <h2 id="transcript">Transcript and recording</h2>
          {detail.lines.length === 0 && deleted !== "everything" && (
            <p class="soft">
              {detail.recordedMs === null
                ? "No sound was recorded and nothing was typed."
                : "No words were heard in this recording."}
            </p>
          )}
          {audioUrl === null
            ? <TranscriptLines lines={detail.lines} audioUrl={null} playing={null} />
            : <Recording lines={detail.lines} audioUrl={audioUrl} />}
        </section>
        {deleted !== "everything" && detail.state !== "approved" && (
          <ReferenceForm id={detail.id} reference={detail.reference} />
        )}
        {deleted !== "everything" && mayErase && !isFinishing && <DeleteForm id={detail.id} />}
      </div>
    </PageFrame>
  );
}

function aboutWords(detail: ConsultationDetail): string {
  const parts = [dateWords(detail.startedWallMs), `Dr ${detail.clinicianName}`];
  if (detail.recordedMs !== null) parts.push(`${durationWords(detail.recordedMs)} recorded`);
  return parts.join(" · ");
}
