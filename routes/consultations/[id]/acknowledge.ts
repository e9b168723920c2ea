import { formOf } from "@/lib/web/form_of.ts";
import { acknowledgeInReview } from "@/lib/consultation/approve_consultation.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { personOf } from "@/lib/web/person_of.ts";

/** Notes who has seen the alarms that the review page displayed (FI3). */
export const handler = define.handlers({
  async POST(ctx) {
    const id = ctx.params.id ?? "";
    const displayed = (await formOf(ctx.req)).getAll("alarm").map(String);
    acknowledgeInReview(services().record, id, displayed, personOf(ctx).id);
    return ctx.redirect(`/consultations/${id}`, 303);
  },
});
