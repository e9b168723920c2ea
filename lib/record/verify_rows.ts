import { z } from "zod";
import type { Database } from "@/lib/record/database.ts";
import { bad, type BadRow, type ProvenRow } from "@/lib/record/verify_chain.ts";

/** What the audit says a row of another table must hold now; undefined where it says nothing. */
interface Claim {
  /** The newest audit row that speaks of it. */
  readonly seq: number;
  readonly consultation: string | null;
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** Collects what the chain says of other tables, then compares those tables with it. */
export interface RowClaims {
  note(row: ProvenRow): void;
  /** Consultations whose words and audio were deleted on the record. */
  readonly purged: ReadonlySet<string>;
  /** Those whose audio was, with the words or before them. */
  readonly withoutAudio: ReadonlySet<string>;
  check(database: Database): BadRow | undefined;
}

const TABLES = ["consultation", "transcript_segment", "system_utterance"] as const;
type ClaimedTable = (typeof TABLES)[number];
type Value = string | number | null;
type Note = { readonly table: ClaimedTable; readonly id: string; readonly values: Claim["values"] };

const text = z.string();
const whole = z.int();

export function rowClaims(): RowClaims {
  const claims: Record<ClaimedTable, Map<string, Claim>> = {
    consultation: new Map(),
    transcript_segment: new Map(),
    system_utterance: new Map(),
  };
  const purged = new Set<string>();
  const withoutAudio = new Set<string>();

  function note(row: ProvenRow): void {
    const claim = claimOf(row);
    if (row.kind === "record.purged") {
      const consultation = text.parse(row.detail["consultation"]);
      withoutAudio.add(consultation);
      if (row.detail["text"] === true) purged.add(consultation);
    }
    if (claim === undefined) return;
    const known = claims[claim.table].get(claim.id);
    claims[claim.table].set(claim.id, {
      seq: row.seq,
      consultation: row.consultation,
      values: { ...known?.values, ...claim.values },
    });
  }

  function checkTable(database: Database, table: ClaimedTable): BadRow | undefined {
    const stored = new Map(
      database.query(`SELECT * FROM ${table}`, z.looseObject({ id: text })).all({})
        .map((row) => [row.id, row]),
    );
    for (const [id, { seq, consultation, values }] of claims[table]) {
      const isPurged = consultation !== null && purged.has(consultation);
      const row = stored.get(id);
      stored.delete(id);
      if (row === undefined) {
        if (isPurged) continue;
        return bad(seq, "row_disagrees", `audit row ${seq} speaks of a ${table} that is not there`);
      }
      for (const [column, value] of Object.entries(values)) {
        if (row[column] === value || (column === "text" && isPurged)) continue;
        const words = `the ${table} of audit row ${seq} holds another ${column} than was written`;
        return bad(seq, "row_disagrees", words);
      }
    }
    if (stored.size === 0) return undefined;
    return bad(null, "row_disagrees", `${stored.size} rows of ${table} are not on the audit`);
  }

  return {
    note,
    purged,
    withoutAudio,
    check(database) {
      for (const table of TABLES) {
        const found = checkTable(database, table);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** Words that are gone without a purge are counted elsewhere; here they claim nothing. */
function wordsOf(row: ProvenRow): Readonly<Record<string, Value>> {
  return row.text === null ? {} : { text: row.text };
}

function claimOf(row: ProvenRow): Note | undefined {
  const { detail } = row;
  switch (row.kind) {
    case "consultation.created":
      return consultationNote(row, { state: "live", clinician: text.parse(detail["clinician"]) });
    case "consultation.transition":
      return consultationNote(row, { state: text.parse(detail["to"]) });
    case "consultation.consent_noted":
      return consultationNote(row, { consent: text.parse(detail["answer"]) });
    case "consultation.segment_committed":
      return {
        table: "transcript_segment",
        id: text.parse(detail["segment"]),
        values: {
          start_sample: whole.parse(detail["start_sample"]),
          end_sample: whole.parse(detail["end_sample"]),
          ...wordsOf(row),
        },
      };
    case "speech.requested":
      return utteranceNote(row, wordsOf(row));
    case "speech.started":
      return utteranceNote(row, { start_sample: whole.parse(detail["sample"]) });
    case "speech.ended":
      return utteranceNote(row, {
        end_sample: whole.nullable().parse(detail["sample"]),
        end_reason: text.parse(detail["reason"]),
      });
    default:
      return undefined;
  }
}

function consultationNote(row: ProvenRow, values: Claim["values"]): Note | undefined {
  return row.consultation === null
    ? undefined
    : { table: "consultation", id: row.consultation, values };
}

function utteranceNote(row: ProvenRow, values: Claim["values"]): Note {
  return { table: "system_utterance", id: text.parse(row.detail["utterance"]), values };
}
