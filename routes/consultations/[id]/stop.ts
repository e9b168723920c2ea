import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { personOf } from "@/lib/web/person_of.ts";

/** Stops a consultation without the live page's socket: no JavaScript, or the line is down. */
export const handler = define.handlers({
  POST(ctx) {
    const id = ctx.params.id ?? "";
    const { id: clinician, name } = personOf(ctx);
    services().rooms.session(id)?.stop({ id: clinician, name });
    return ctx.redirect(`/consultations/${id}`, 303);
  },
});
