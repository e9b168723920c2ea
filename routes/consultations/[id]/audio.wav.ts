import { HttpError } from "fresh";
import { recordingView } from "@/lib/consultation/recording_view.ts";
import { findConsultation } from "@/lib/consultation/read_model.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { recordingResponse } from "@/lib/web/recording_response.ts";

/**
 * The untouched recording, or with `?alba=muted` the same with Alba's own voice silenced, in parts
 * where the player asks for parts.
 */
export const handler = define.handlers({
  async GET(ctx) {
    const { config, record } = services();
    const consultation = findConsultation(record, ctx.params.id ?? "");
    const isMuted = ctx.url.searchParams.get("alba") === "muted";
    const view = consultation === null
      ? null
      : recordingView(record, consultation, isMuted ? config : null);
    const name = `consultation-${ctx.params.id}${isMuted ? "-without-alba" : ""}`;
    const answer = view === null ? null : await recordingResponse(view, ctx.req, {
      "Content-Type": "audio/wav",
      "Content-Disposition": `inline; filename="${name}.wav"`,
      "Cache-Control": "no-store",
    });
    if (answer === null) throw new HttpError(404);
    return answer;
  },
});
