import { define } from "@/lib/web/define.ts";
import { services } from "@/lib/services.ts";

/** Stops a consultation without the live page's socket: no JavaScript, or the line is down. */
export const handler = define.handlers({
  POST(ctx) {
    const id = ctx.params.id ?? "";
    services().rooms.session(id)?.stop();
    return ctx.redirect(`/consultations/${id}`, 303);
  },
});
