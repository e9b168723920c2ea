import { HttpError } from "fresh";
import { approveConsultation } from "@/lib/consultation/approve_consultation.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { personOf } from "@/lib/web/person_of.ts";

const STATUS = {
  not_found: 404,
  not_in_review: 409,
  open_alarms: 409,
  undeclared: 409,
  storage: 503,
} as const;

/**
 * Locks the record of a reviewed consultation; refused while an alarm is open (FI3), while nobody has
 * said who spoke (FI4), and while lines still change because that answer was changed.
 */
export const handler = define.handlers({
  POST(ctx) {
    const id = ctx.params.id ?? "";
    const { finaliser, record } = services();
    if (finaliser.state(id) !== null) {
      throw new HttpError(409, "The speakers are being told apart. Approve when that is done.");
    }
    const outcome = approveConsultation(record, id, personOf(ctx).id);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code], outcome.words);
    return ctx.redirect(`/consultations/${id}`, 303);
  },
});
