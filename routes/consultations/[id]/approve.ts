import { HttpError } from "fresh";
import { approveConsultation } from "@/lib/consultation/approve_consultation.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { personOf } from "@/lib/web/person_of.ts";

const STATUS = { not_found: 404, not_in_review: 409, open_alarms: 409, storage: 503 } as const;

/** Locks the record of a reviewed consultation; refused while an alarm is open (FI3). */
export const handler = define.handlers({
  POST(ctx) {
    const id = ctx.params.id ?? "";
    const outcome = approveConsultation(services().record, id, personOf(ctx).id);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code], outcome.words);
    return ctx.redirect(`/consultations/${id}`, 303);
  },
});
