import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { findConsultation } from "@/lib/consultation/read_model.ts";
import { finishingView } from "@/lib/consultation/finishing_view.ts";
import type { FinishingState } from "@/lib/page/finishing_state.ts";
import { services } from "@/lib/services.ts";

/** How far finishing is, for the page that waits for it. */
export const handler = define.handlers({
  GET(ctx) {
    const box = services();
    const consultation = findConsultation(box.record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    return Response.json(finishingView(consultation, box) satisfies FinishingState);
  },
});
