import { formOf } from "@/lib/web/form_of.ts";
import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { boxRoom } from "@/lib/consultation/box_room.ts";
import { consultationMode } from "@/lib/record/audit_events.ts";
import { services } from "@/lib/services.ts";
import { personOf } from "@/lib/web/person_of.ts";
import { MAX_REFERENCE_CHARACTERS } from "@/components/StartForm.tsx";

export const handler = define.handlers({
  GET: (ctx) => ctx.redirect("/", 303),
  /** Starts a consultation, or leads to the one that is already live in the room (CO3). */
  async POST(ctx) {
    const { record, rooms } = services();
    const form = await formOf(ctx.req);
    const reference = String(form.get("reference") ?? "").trim().slice(0, MAX_REFERENCE_CHARACTERS);
    const outcome = rooms.start({
      room: boxRoom(record),
      clinician: personOf(ctx).id,
      patientReference: reference === "" ? null : reference,
      // A page that is older than the choice does not send it.
      mode: consultationMode.catch("in_person").parse(form.get("mode")),
    });
    if (outcome.ok) return ctx.redirect(`/consultations/${outcome.consultation}`, 303);
    if (outcome.live !== null) return ctx.redirect(`/consultations/${outcome.live}`, 303);
    throw new HttpError(409, outcome.words);
  },
});
