import { formOf } from "@/lib/web/form_of.ts";
import { HttpError } from "fresh";
import { findConsultation } from "@/lib/consultation/read_model.ts";
import { eraseConsultation } from "@/lib/record/erase_consultation.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { personOf } from "@/lib/web/person_of.ts";
import { DELETE_WORD } from "@/components/DeleteForm.tsx";

/**
 * Deletes the words and the sound of a finished consultation for good (CO4). The word that the form
 * asks for has to come with it: one press must not be enough.
 */
export const handler = define.handlers({
  async POST(ctx) {
    const { people, record, speech } = services();
    const consultation = findConsultation(record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    const form = await formOf(ctx.req);
    const typed = String(form.get("confirm") ?? "").trim().toLowerCase();
    if (typed !== DELETE_WORD) {
      throw new HttpError(422, `Nothing was deleted. Type “${DELETE_WORD}” to confirm.`);
    }
    const outcome = await eraseConsultation({
      record,
      forgetSpeech: () => speech.forgetSaid(people.list().map(({ name }) => name)),
      consultation: consultation.id,
      by: personOf(ctx).id,
    });
    if (!outcome.ok) throw new HttpError(409, outcome.words);
    return ctx.redirect(`/consultations/${consultation.id}`, 303);
  },
});
