import { formOf } from "@/lib/web/form_of.ts";
import { HttpError } from "fresh";
import { z } from "zod";
import { findConsultation } from "@/lib/consultation/read_model.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { MAX_SPEAKERS } from "@/lib/page/speaker_words.ts";

const answer = z.union([
  z.literal("skip").transform(() => null),
  z.string().regex(/^\d$/).transform(Number).pipe(z.int().min(1).max(MAX_SPEAKERS)),
]);

const STATUS = { not_found: 404, wrong_state: 409, storage: 503 } as const;

/** The answer to "Who spoke?", right after Stop or changed later (FI1, FI4). */
export const handler = define.handlers({
  async POST(ctx) {
    const { finaliser, record } = services();
    const consultation = findConsultation(record, ctx.params.id ?? "");
    if (consultation === null) throw new HttpError(404);
    if (consultation.purgedWallMs !== null) {
      throw new HttpError(409, "This consultation was deleted; nobody can be told apart any more.");
    }
    const parsed = answer.safeParse((await formOf(ctx.req)).get("speakers"));
    if (!parsed.success) {
      throw new HttpError(422, `Say that 1 to ${MAX_SPEAKERS} people spoke, or skip the question.`);
    }
    const outcome = finaliser.redeclare(consultation.id, parsed.data);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code], outcome.words);
    return ctx.redirect(`/consultations/${consultation.id}`, 303);
  },
});
