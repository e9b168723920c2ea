import type { ClinicianId, ConsultationId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { PurgeOutcome } from "@/lib/record/purge_consultation.ts";
import { RecordError } from "@/lib/record/record_error.ts";

export type EraseOutcome = PurgeOutcome | {
  readonly ok: false;
  readonly code: RecordError["code"] | "speech";
  readonly words: string;
};

/**
 * Deletes a finished consultation because a person wants it: words and sound in the record, and
 * what Alba said in the cache of speech (CO4). A failing disk is a value; the deletion may be
 * asked for again.
 */
export async function eraseConsultation(
  { record, forgetSpeech, consultation, by }: {
    readonly record: Pick<ClinicRecord, "purge">;
    readonly forgetSpeech: () => Promise<void>;
    readonly consultation: ConsultationId;
    readonly by: ClinicianId;
  },
): Promise<EraseOutcome> {
  try {
    const outcome = record.purge(consultation, { by, reason: "asked" });
    if (!outcome.ok) return outcome;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return { ok: false, code: error.code, words: `${error.message}. Try again.` };
  }
  try {
    await forgetSpeech();
  } catch {
    const words = "Cannot delete what Alba said: the disk reports an error. Try again.";
    return { ok: false, code: "speech", words };
  }
  return { ok: true };
}
