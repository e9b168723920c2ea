import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { findConsultation } from "@/lib/consultation/read_model.ts";
import type { FinishingState } from "@/lib/page/finishing_state.ts";
import { services } from "@/lib/services.ts";

/** How far finishing is, for the page that waits for it. */
export const handler = define.handlers({
  GET(ctx) {
    const { record, rooms } = services();
    const consultation = findConsultation(record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    const state: FinishingState = {
      state: consultation.state,
      progress: rooms.session(consultation.id)?.state.lifecycle.progress ?? null,
    };
    return Response.json(state);
  },
});
