import { HttpError } from "fresh";
import { z } from "zod";
import { noteConsentInReview } from "@/lib/consultation/note_consent.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { formOf } from "@/lib/web/form_of.ts";
import { personOf } from "@/lib/web/person_of.ts";

const STATUS = { not_found: 404, not_in_review: 409, storage: 503 } as const;

const noted = z.enum(["given", "refused"]);

/** Notes in the review what the patient answered to the disclosure (CO6). */
export const handler = define.handlers({
  async POST(ctx) {
    const id = ctx.params.id ?? "";
    const answer = noted.safeParse((await formOf(ctx.req)).get("answer"));
    if (!answer.success) throw new HttpError(422, "An answer is given or refused.");
    const outcome = noteConsentInReview(services().record, id, answer.data, personOf(ctx).id);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code], outcome.words);
    return ctx.redirect(`/consultations/${id}`, 303);
  },
});
