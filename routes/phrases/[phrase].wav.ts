import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { services } from "@/lib/services.ts";
import { PHRASE_IDS } from "@/lib/speech/phrase_ids.ts";
import { resolveSpeech } from "@/lib/speech/spoken.ts";
import { wavResponse } from "@/lib/web/wav_response.ts";

/** A fixed phrase as audio, for the sound check. */
export const handler = define.handlers({
  async GET(ctx) {
    const phrase = PHRASE_IDS.find((id) => id === ctx.params.phrase);
    if (phrase === undefined) throw new HttpError(404);
    const { speech } = services();
    const spoken = resolveSpeech({ phrase }, { phrases: speech.phrases, agendas: [] });
    const prepared = spoken === null ? null : await speech.prepare(spoken, ctx.req.signal);
    const wav = prepared?.ok === true ? await speech.audio(prepared.key) : null;
    if (wav === null) throw new HttpError(404, "Alba has no voice on this box.");
    return wavResponse(wav);
  },
});
