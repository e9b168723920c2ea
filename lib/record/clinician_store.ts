import { z } from "zod";
import { wallMsColumn, wholeMs } from "@/lib/record/columns.ts";
import { type ClinicianId, clinicianId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

export interface Clinician {
  readonly id: ClinicianId;
  readonly name: string;
  readonly role: "owner" | "clinician" | "trainer";
  readonly createdWallMs: number;
}

export interface ClinicianStore {
  /**
   * The owner of this name, made when there is none. A changed DOCTOR_NAME makes a new person
   * instead of renaming one: who started an old consultation stays who it was.
   */
  ensureOwner(name: string): Clinician;
}

const row = z.object({
  id: clinicianId,
  name: z.string(),
  role: z.enum(["owner", "clinician", "trainer"]),
  created_wall_ms: wallMsColumn,
}).transform(({ created_wall_ms, ...rest }): Clinician => ({
  ...rest,
  createdWallMs: created_wall_ms,
}));

export function clinicianStore({ database, clock, newId }: StoreParts): ClinicianStore {
  const insert = database.command(
    `INSERT INTO clinician (id, name, role, created_wall_ms) VALUES (:id, :name, 'owner', :now)`,
  );
  const owner = database.query(
    `SELECT id, name, role, created_wall_ms FROM clinician
     WHERE role = 'owner' AND name = :name AND retired_wall_ms IS NULL`,
    row,
  );
  return {
    ensureOwner(name) {
      const known = owner.get({ name });
      if (known !== undefined) return known;
      const createdWallMs = wholeMs(clock.wallMs());
      const id = clinicianId.parse(newId());
      insert.run({ id, name, now: createdWallMs });
      return { id, name, role: "owner", createdWallMs };
    },
  };
}
