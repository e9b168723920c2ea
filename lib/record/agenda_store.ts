import { z } from "zod";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { assessmentSource } from "@/lib/record/audit_events.ts";
import { jsonColumn, wallMsColumn, wholeMs } from "@/lib/record/columns.ts";
import type { ConsultationId, RoomId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

const agendaShape = z.object({
  source: assessmentSource,
  summary: z.string(),
  questions: z.array(z.object({
    question: z.string(),
    rationale: z.string(),
    urgent: z.boolean(),
  })),
  considerations: z.array(z.object({
    condition: z.string(),
    for: z.array(z.string()),
    against: z.array(z.string()),
  })),
});

/** One immutable version of what was worth asking (CD2). */
export interface StoredAgenda extends z.infer<typeof agendaShape> {
  readonly version: number;
  readonly landedWallMs: number;
}

/** Every version is audited with its number and size; its words can be purged. */
export interface AgendaStore {
  add(
    place: { readonly consultation: ConsultationId; readonly room: RoomId },
    agenda: {
      readonly version: number;
      readonly source: "model" | "rule";
      /** The model's, in a sentence or two; empty from the rules. */
      readonly summary: string;
      readonly questions: readonly {
        readonly question: string;
        readonly rationale: string;
        readonly urgent: boolean;
      }[];
      readonly considerations: readonly {
        readonly condition: string;
        readonly for: readonly string[];
        readonly against: readonly string[];
      }[];
    },
  ): void;
  /** In the order in which they landed: a pass in flight may land after a newer number. */
  list(consultation: ConsultationId): StoredAgenda[];
}

const row = z.object({
  version: z.int(),
  agenda: jsonColumn(agendaShape),
  landed_wall_ms: wallMsColumn,
}).transform(({ agenda, landed_wall_ms, version }): StoredAgenda => ({
  ...agenda,
  version,
  landedWallMs: landed_wall_ms,
}));

export function agendaStore({ audit, clock, database }: StoreParts): AgendaStore {
  const insert = database.command(
    `INSERT INTO agenda_version (consultation, room, version, agenda, engine, landed_wall_ms)
     VALUES (:consultation, :room, :version, :agenda, :engine, :now)`,
  );
  const all = database.query(
    `SELECT version, agenda, landed_wall_ms FROM agenda_version
     WHERE consultation = :consultation ORDER BY rowid`,
    row,
  );
  return {
    add({ consultation, room }, { considerations, questions, source, summary, version }) {
      database.atomically(() => {
        insert.run({
          consultation,
          room,
          version,
          agenda: canonicalJson({
            source,
            summary,
            questions: questions.map((one) => ({ ...one })),
            considerations: considerations.map((one) => ({ ...one })),
          }),
          engine: source,
          now: wholeMs(clock.wallMs()),
        });
        const detail = { version, questions: questions.length, source };
        audit.append({ room, consultation, kind: "cds.agenda", detail });
      });
    },
    list: (consultation) => all.all({ consultation }),
  };
}
