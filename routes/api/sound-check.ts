import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { boxRoom } from "@/lib/consultation/box_room.ts";
import { bargeInAdvice } from "@/lib/consultation/barge_in_advice.ts";
import {
  findingWords,
  heardAlba,
  soundCheckAdvice,
} from "@/lib/consultation/sound_check_advice.ts";
import { type SoundCheckReply, soundCheckReport } from "@/lib/protocol/sound_check.ts";
import { services } from "@/lib/services.ts";

/** Keeps what a sound check measured and answers what is wrong, in words (TR6). */
export const handler = define.handlers({
  async POST(ctx) {
    const { config, record } = services();
    const parsed = soundCheckReport.safeParse(await ctx.req.json().catch(() => null));
    if (!parsed.success) throw new HttpError(400, "This is not a sound check's result.");
    const { data } = parsed;
    const findings = soundCheckAdvice(data, config.BARGE_IN_RMS_THRESHOLD);
    const written = record.transaction(() =>
      record.soundChecks.add({
        room: boxRoom(record),
        noiseFloorRms: data.noise_floor_rms,
        quietPeak: data.quiet_peak,
        speechPeak: data.speech_peak,
        loopbackPeak: data.loopback_peak,
        inputLabel: data.input_label,
        outputLabel: data.output_label,
        findings,
      })
    );
    if (!written.ok) throw new HttpError(503, written.words);
    const loopback = { peak: data.loopback_peak, isHeard: heardAlba(findings) };
    const reply: SoundCheckReply = {
      findings: findings.map((code) => ({ code, words: findingWords(code) })),
      barge_in: bargeInAdvice(loopback, config),
    };
    return Response.json(reply);
  },
});
