import { BOX } from "@/lib/record/audit.ts";
import type { Clinician } from "@/lib/record/clinician_store.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import {
  findPerson,
  hasOwnerWithPin,
  type PeopleChanges,
  peopleChanges,
} from "@/lib/people/people_changes.ts";
import { matchesSecret } from "@/lib/people/secret_hash.ts";

/** Why a sign-in failed, as the audit keeps it. */
export type SignInFailure = "wrong_passphrase" | "wrong_pin";

/** Who works with this box (CO7). */
export interface People extends PeopleChanges {
  /** False on a box of people without a PIN, which asks nobody. */
  readonly signInRequired: boolean;
  /** False where sharing the box would lock its owner out. */
  readonly ownerCanSignIn: boolean;
  /** Who has not retired. */
  list(): readonly Clinician[];
  /** By id as it came from outside; null for the unknown and the retired. */
  find(id: string): Clinician | null;
  /** Who acts where nobody is asked, and who knows the owner's passphrase. */
  owner(): Clinician;
  /** In constant time; false for whoever has no PIN. */
  checkPin(id: string, pin: string): Promise<boolean>;
  noteSignedIn(person: Clinician): void;
  noteSignedOut(person: Clinician): void;
  noteSignInFailed(reason: SignInFailure): void;
  noteSignedOutEverywhere(person: Clinician, by: Clinician, sessions: number): void;
}

export interface PeopleOptions {
  readonly record: Pick<ClinicRecord, "clinicians" | "audit" | "transaction">;
  /** DOCTOR_NAME, under which the first owner stands. */
  readonly doctorName: string;
  readonly hasPassphrase: boolean;
  /** LAN_SHARE: then everybody is asked. */
  readonly shared: boolean;
}

export function openPeople(options: PeopleOptions): People {
  const { record: { audit, clinicians, transaction }, doctorName, hasPassphrase, shared } = options;
  /** Signing in and out is never stopped by a full disk; the missing row is the smaller harm. */
  const note = (append: () => void) => void transaction(append);

  return {
    ...peopleChanges({ clinicians, hasPassphrase }),
    get signInRequired() {
      return hasPassphrase || shared || clinicians.list().some(({ hasPin }) => hasPin);
    },
    get ownerCanSignIn() {
      return hasPassphrase || hasOwnerWithPin(clinicians);
    },
    list: () => clinicians.list(),
    find: (id) => findPerson(clinicians, id),
    owner: () => clinicians.ensureOwner(doctorName),
    async checkPin(id, pin) {
      const person = findPerson(clinicians, id);
      const hash = person === null ? null : clinicians.pinHash(person.id);
      return hash !== null && await matchesSecret(pin, hash);
    },
    noteSignedIn: ({ id: clinician }) =>
      note(() => audit.append({ room: BOX, kind: "access.login", detail: { clinician } })),
    noteSignedOut: ({ id: clinician }) =>
      note(() => audit.append({ room: BOX, kind: "access.logout", detail: { clinician } })),
    noteSignInFailed: (reason) =>
      note(() => audit.append({ room: BOX, kind: "access.login_failed", detail: { reason } })),
    noteSignedOutEverywhere({ id: clinician }, by, sessions) {
      const detail = { clinician, by: by.id, sessions };
      note(() => audit.append({ room: BOX, kind: "people.signed_out_everywhere", detail }));
    },
  };
}
