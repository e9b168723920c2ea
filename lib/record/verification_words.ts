import type { Verification } from "@/lib/record/verify_record.ts";

/** What verify found, for people. */
export function verificationWords(verification: Verification): string {
  switch (verification.verdict) {
    case "unreadable":
      return verification.words;
    case "tampered": {
      const { row, code, words } = verification.bad;
      const where = row === null ? "" : ` First bad audit row: ${row}.`;
      return `TAMPERED (${code}): ${words}.${where}`;
    }
    case "untampered": {
      const { rows, recordings, purgedConsultations, unsealedRows, wordsGone } = verification;
      const notes = [
        `Untampered: ${rows} audit rows, ${recordings} signed-for recordings.`,
        ...(purgedConsultations > 0 ? [`Deleted on the record: ${purgedConsultations}.`] : []),
        ...(unsealedRows > 0 ? [`Newer than the signed head: ${unsealedRows} rows.`] : []),
        ...(wordsGone > 0
          ? [`Words of ${wordsGone} rows are gone without a deletion on the record.`]
          : []),
      ];
      return notes.join(" ");
    }
  }
}
