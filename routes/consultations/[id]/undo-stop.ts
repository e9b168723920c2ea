import { HttpError } from "fresh";
import { findConsultation } from "@/lib/consultation/read_model.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { personOf } from "@/lib/web/person_of.ts";

const STATUS = {
  not_found: 404,
  wrong_state: 409,
  too_late: 409,
  room_busy: 409,
  storage: 503,
} as const;

/** Goes on with a consultation that was stopped a moment ago, with or without a script (CO6). */
export const handler = define.handlers({
  POST(ctx) {
    const { record, rooms } = services();
    const consultation = findConsultation(record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    const outcome = rooms.undoStop(consultation.id, personOf(ctx).id);
    // Tapped twice, the second answer is the live page, too.
    if (!outcome.ok && consultation.state !== "live") {
      throw new HttpError(STATUS[outcome.code], outcome.words);
    }
    return ctx.redirect(`/consultations/${consultation.id}`, 303);
  },
});
