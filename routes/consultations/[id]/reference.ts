import { formOf } from "@/lib/web/form_of.ts";
import { HttpError } from "fresh";
import { findConsultation } from "@/lib/consultation/read_model.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { personOf } from "@/lib/web/person_of.ts";
import { MAX_REFERENCE_CHARACTERS } from "@/components/StartForm.tsx";

/** Re-attaches a consultation to another patient's reference, or to none (CO4: "wrong patient"). */
export const handler = define.handlers({
  async POST(ctx) {
    const { record } = services();
    const consultation = findConsultation(record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    if (consultation.purgedWallMs !== null) {
      throw new HttpError(409, "This consultation was deleted; it gets no reference any more.");
    }
    const form = await formOf(ctx.req);
    const given = String(form.get("reference") ?? "").trim().slice(0, MAX_REFERENCE_CHARACTERS);
    const reference = given === "" ? null : given;
    const written = record.transaction(() =>
      record.consultations.setPatientReference(consultation.id, {
        reference,
        clinician: personOf(ctx).id,
      })
    );
    if (!written.ok) throw new HttpError(409, `${written.words}. Try again.`);
    if (!written.value.ok) {
      const { code, words } = written.value;
      throw new HttpError(
        409,
        code === "wrong_state" ? "An approved consultation keeps its reference." : words,
      );
    }
    return ctx.redirect(`/consultations/${consultation.id}`, 303);
  },
});
