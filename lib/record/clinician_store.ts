import { z } from "zod";
import { BOX } from "@/lib/record/audit.ts";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { clinicianRole } from "@/lib/record/audit_events.ts";
import { wallMsColumn, wholeMs } from "@/lib/record/columns.ts";
import { type ClinicianId, clinicianId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

export type ClinicianRole = z.infer<typeof clinicianRole>;

export interface Clinician {
  readonly id: ClinicianId;
  readonly name: string;
  readonly role: ClinicianRole;
  readonly createdWallMs: number;
  /** Only who has a PIN can sign in with one. */
  readonly hasPin: boolean;
  /** A retired person stays in every record they made, and cannot sign in. */
  readonly retired: boolean;
}

/** Who makes a change; null for the box itself. */
export type ChangedBy = ClinicianId | null;

/** People of the box (CO7). Each change is audited with it; nobody is ever deleted. */
export interface ClinicianStore {
  /**
   * The owner whom the setting DOCTOR_NAME means, made when there is none. A changed DOCTOR_NAME
   * makes a new person instead of renaming one: who started an old consultation stays who it was.
   * Where that owner has retired it is the longest-standing one.
   */
  ensureOwner(settingName: string): Clinician;
  /** Who has not retired, in the order of their making. */
  list(): Clinician[];
  /** Anybody, also retired. */
  get(id: ClinicianId): Clinician | undefined;
  /** The stored hash of a PIN; null without one, or for nobody. */
  pinHash(id: ClinicianId): string | null;
  add(person: {
    readonly name: string;
    readonly role: ClinicianRole;
    readonly pinHash: string | null;
  }, by: ChangedBy): Clinician;
  rename(id: ClinicianId, name: string, by: ChangedBy): void;
  setPin(id: ClinicianId, pinHash: string, by: ChangedBy): void;
  retire(id: ClinicianId, by: ChangedBy): void;
}

const row = z.object({
  id: clinicianId,
  name: z.string(),
  role: clinicianRole,
  created_wall_ms: wallMsColumn,
  pin_hash: z.string().nullable(),
  retired_wall_ms: wallMsColumn.nullable(),
}).transform(({ created_wall_ms, pin_hash, retired_wall_ms, ...rest }) => ({
  pinHash: pin_hash,
  clinician: {
    ...rest,
    createdWallMs: created_wall_ms,
    hasPin: pin_hash !== null,
    retired: retired_wall_ms !== null,
  } satisfies Clinician,
}));

const SELECT = "SELECT id, name, role, created_wall_ms, pin_hash, retired_wall_ms FROM clinician";

export function clinicianStore(parts: StoreParts): ClinicianStore {
  const { database, audit, clock, newId } = parts;
  const { insert, rename, setPin, retire } = clinicianCommands(parts);
  const one = database.query(`${SELECT} WHERE id = :id`, row);
  const active = database.query(
    `${SELECT} WHERE retired_wall_ms IS NULL ORDER BY created_wall_ms, id`,
    row,
  );
  const ofSetting = database.query(
    `${SELECT} WHERE role = 'owner' AND setting_name = :settingName ORDER BY created_wall_ms, id`,
    row,
  );
  const list = () => active.all({}).map(({ clinician }) => clinician);

  function make(
    person: { name: string; role: ClinicianRole; pinHash: string | null },
    settingName: string | null,
    by: ChangedBy,
  ): Clinician {
    const createdWallMs = wholeMs(clock.wallMs());
    const id = clinicianId.parse(newId());
    const { name, role, pinHash } = person;
    database.atomically(() => {
      insert.run({ id, name, role, pinHash, settingName, now: createdWallMs });
      audit.append({ room: BOX, kind: "people.added", detail: { clinician: id, role, by } });
    });
    return { id, name, role, createdWallMs, hasPin: pinHash !== null, retired: false };
  }

  return {
    list,
    ensureOwner(settingName) {
      const meant = ofSetting.all({ settingName }).map(({ clinician }) => clinician);
      const standing = meant.find(({ retired }) => !retired);
      if (standing !== undefined) return standing;
      const successor = list().find(({ role }) => role === "owner");
      if (meant.length > 0 && successor !== undefined) return successor;
      return make({ name: settingName, role: "owner", pinHash: null }, settingName, null);
    },
    get: (id) => one.get({ id })?.clinician,
    pinHash: (id) => one.get({ id })?.pinHash ?? null,
    add: (person, by) => make(person, null, by),
    rename(id, name, by) {
      const from = one.get({ id })?.clinician.name ?? null;
      database.atomically(() => {
        rename.run({ id, name });
        const text = canonicalJson({ from, to: name });
        audit.append({ room: BOX, kind: "people.renamed", detail: { clinician: id, by }, text });
      });
    },
    setPin(id, pinHash, by) {
      database.atomically(() => {
        setPin.run({ id, pinHash });
        audit.append({ room: BOX, kind: "people.pin_set", detail: { clinician: id, by } });
      });
    },
    retire(id, by) {
      database.atomically(() => {
        retire.run({ id, now: wholeMs(clock.wallMs()) });
        audit.append({ room: BOX, kind: "people.retired", detail: { clinician: id, by } });
      });
    },
  };
}

function clinicianCommands({ database }: StoreParts) {
  return {
    insert: database.command(
      `INSERT INTO clinician (id, name, role, pin_hash, setting_name, created_wall_ms)
       VALUES (:id, :name, :role, :pinHash, :settingName, :now)`,
    ),
    rename: database.command("UPDATE clinician SET name = :name WHERE id = :id"),
    setPin: database.command("UPDATE clinician SET pin_hash = :pinHash WHERE id = :id"),
    // The hash goes with the right to use it.
    retire: database.command(
      `UPDATE clinician SET retired_wall_ms = :now, pin_hash = NULL
       WHERE id = :id AND retired_wall_ms IS NULL`,
    ),
  };
}
