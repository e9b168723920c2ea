import { HttpError } from "fresh";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { personOf } from "@/lib/web/person_of.ts";

/** Stops a consultation without the live page's socket: no JavaScript, or the line is down. */
export const handler = define.handlers({
  POST(ctx) {
    const id = ctx.params.id ?? "";
    const { id: clinician, name } = personOf(ctx);
    if (!services().rooms.stop(id, { id: clinician, name })) {
      throw new HttpError(503, "Cannot stop the consultation: the disk refuses to write.");
    }
    return ctx.redirect(`/consultations/${id}`, 303);
  },
});
