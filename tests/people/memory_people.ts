import type { AuditEntry } from "@/lib/record/audit.ts";
import type { AuditKind } from "@/lib/record/audit_events.ts";
import type { Clinician, ClinicianStore } from "@/lib/record/clinician_store.ts";
import { type ClinicianId, clinicianId } from "@/lib/record/ids.ts";
import { openPeople, type People, type PeopleOptions } from "@/lib/people/people.ts";

interface Kept {
  readonly clinician: Clinician;
  readonly pinHash: string | null;
}

export interface MemoryPeople {
  readonly people: People;
  readonly clinicians: ClinicianStore;
  /** Kinds and details of what was audited, in order. */
  readonly audited: { readonly kind: string; readonly detail: unknown }[];
}

/** The real rules over a store without a disk, for tests of what stands above them. */
export function memoryPeople(options: Partial<Omit<PeopleOptions, "record">> = {}): MemoryPeople {
  const kept = new Map<ClinicianId, Kept>();
  const audited: MemoryPeople["audited"] = [];
  const change = (id: ClinicianId, more: Partial<Clinician>, pinHash?: string | null) => {
    const known = kept.get(id);
    if (known === undefined) return;
    const hash = pinHash === undefined ? known.pinHash : pinHash;
    kept.set(id, {
      clinician: { ...known.clinician, ...more, hasPin: hash !== null },
      pinHash: hash,
    });
  };
  const clinicians: ClinicianStore = {
    ensureOwner(name) {
      return this.list().find((one) => one.role === "owner" && one.name === name) ??
        this.add({ name, role: "owner", pinHash: null }, null);
    },
    list: () => [...kept.values()].map(({ clinician }) => clinician).filter((one) => !one.retired),
    get: (id) => kept.get(id)?.clinician,
    pinHash: (id) => kept.get(id)?.pinHash ?? null,
    add({ name, role, pinHash }) {
      const id = clinicianId.parse(String(kept.size).padStart(26, "0"));
      const hasPin = pinHash !== null;
      const clinician: Clinician = { id, name, role, createdWallMs: 0, hasPin, retired: false };
      kept.set(id, { clinician, pinHash });
      return clinician;
    },
    rename: (id, name) => change(id, { name }),
    setPin: (id, pinHash) => change(id, {}, pinHash),
    retire: (id) => change(id, { retired: true }, null),
  };
  const record: PeopleOptions["record"] = {
    clinicians,
    audit: {
      append<Kind extends AuditKind>({ kind, detail }: AuditEntry<Kind>) {
        return audited.push({ kind, detail });
      },
      list: () => [],
      seal() {},
      close() {},
    },
    transaction: (work) => ({ ok: true, value: work() }),
  };
  const people = openPeople({
    record,
    doctorName: "Smith",
    hasPassphrase: false,
    shared: false,
    ...options,
  });
  return { people, clinicians, audited };
}
