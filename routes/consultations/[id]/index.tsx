import { HttpError, page } from "fresh";
import { Head } from "fresh/runtime";
import { define } from "@/lib/web/define.ts";
import { deletedOf } from "@/lib/consultation/deleted.ts";
import { finishingView } from "@/lib/consultation/finishing_view.ts";
import {
  type ConsultationDetail,
  consultationDetail,
  consultationSummary,
  findConsultation,
} from "@/lib/consultation/read_model.ts";
import { reviewOf } from "@/lib/consultation/review_model.ts";
import { undoStopLeftMs } from "@/lib/consultation/undo_stop.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { may } from "@/lib/people/permissions.ts";
import { liveLines } from "@/lib/page/live_lines.ts";
import type { PhraseButton } from "@/lib/page/phrase_buttons.ts";
import { services } from "@/lib/services.ts";
import { PHRASE_IDS } from "@/lib/speech/phrase_ids.ts";
import { personOf } from "@/lib/web/person_of.ts";
import { LiveConsultation } from "@/islands/LiveConsultation.tsx";
import { SupervisedConsultation } from "@/islands/SupervisedConsultation.tsx";
import {
  FinishedConsultation,
  type FinishedConsultationProps,
} from "./(_components)/FinishedConsultation.tsx";

interface LiveProps {
  readonly detail: ConsultationDetail;
  /** Id of the consultation's room, as the socket wants it. */
  readonly room: string;
  readonly roomName: string;
  readonly phrases: readonly PhraseButton[];
  /** True for whoever may delete a consultation. */
  readonly mayErase: boolean;
  /** EN1: with false the page holds nothing of auto mode. */
  readonly hasAuto: boolean;
}

type Data =
  | { readonly kind: "live"; readonly live: LiveProps }
  | { readonly kind: "finished"; readonly finished: FinishedConsultationProps };

export const handler = define.handlers({
  GET(ctx) {
    const box = services();
    const consultation = findConsultation(box.record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    if (consultation.state === "live") {
      return page<Data>({
        kind: "live",
        live: { ...liveProps(consultation), mayErase: may(personOf(ctx), "erase_records") },
      });
    }
    const finished: FinishedConsultationProps = {
      consultation: {
        ...consultationSummary(consultation),
        clinicianName: consultation.clinicianName,
      },
      review: reviewOf(box.record, consultation),
      finishing: finishingView(consultation, box),
      deleted: deletedOf(consultation),
      consent: consultation.consent,
      mayErase: may(personOf(ctx), "erase_records"),
      undoLeftMs: deletedOf(consultation) === "nothing" &&
          box.record.consultations.live(consultation.room) === undefined
        ? undoStopLeftMs(consultation, box.clock.wallMs())
        : 0,
      roomName: box.config.ROOM_NAME,
      canSignOut: ctx.state.access.loginRequired,
    };
    return page<Data>({ kind: "finished", finished });
  },
});

export default define.page<typeof handler>(function ConsultationPage({ data }) {
  return data.kind === "live"
    ? <Live {...data.live} />
    : <FinishedConsultation {...data.finished} />;
});

function liveProps(consultation: Consultation): Omit<LiveProps, "mayErase"> {
  const { config, record, speech } = services();
  const texts = speech.phrasesFor(consultation.clinicianName);
  return {
    detail: consultationDetail(record, consultation),
    room: consultation.room,
    roomName: config.ROOM_NAME,
    phrases: PHRASE_IDS.map((id) => ({ id, text: texts[id] })),
    hasAuto: config.AUTO_MODE_ENABLED,
  };
}

function Live({ detail, room, roomName, phrases, mayErase, hasAuto }: LiveProps) {
  const LivePage = hasAuto ? SupervisedConsultation : LiveConsultation;
  return (
    <>
      <Head>
        <title>Live consultation · Alba</title>
      </Head>
      <LivePage
        id={detail.id}
        room={room}
        roomName={roomName}
        reference={detail.reference}
        lines={liveLines(detail.lines)}
        phrases={phrases}
        mayErase={mayErase}
      />
    </>
  );
}
