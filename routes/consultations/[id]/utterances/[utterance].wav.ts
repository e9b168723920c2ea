import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { services } from "@/lib/services.ts";
import { wavResponse } from "@/lib/web/wav_response.ts";

/** What Alba says next, for the live page to play. */
export const handler = define.handlers({
  async GET(ctx) {
    const session = services().rooms.session(ctx.params.id ?? "");
    const wav = await session?.utteranceAudio(ctx.params.utterance ?? "") ?? null;
    if (wav === null) throw new HttpError(404);
    return wavResponse(wav);
  },
});
