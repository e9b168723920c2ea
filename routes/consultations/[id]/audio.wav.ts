import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { findConsultation } from "@/lib/consultation/read_model.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { services } from "@/lib/services.ts";
import { fileRangeResponse } from "@/lib/web/file_range.ts";

/** The untouched recording, in parts where the player asks for parts. */
export const handler = define.handlers({
  async GET(ctx) {
    const { record } = services();
    const consultation = findConsultation(record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    const path = recordingPath(record.paths, consultation.id);
    const answer = await fileRangeResponse(path, ctx.req, {
      "Content-Type": "audio/wav",
      "Content-Disposition": `inline; filename="consultation-${consultation.id}.wav"`,
      "Cache-Control": "no-store",
    });
    if (answer === null) throw new HttpError(404);
    return answer;
  },
});
