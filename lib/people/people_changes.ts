import type { Clinician, ClinicianRole, ClinicianStore } from "@/lib/record/clinician_store.ts";
import { clinicianId } from "@/lib/record/ids.ts";
import { parsePin } from "@/lib/people/pin.ts";
import { isSameName, MAX_NAME_CHARACTERS, personName } from "@/lib/people/person_name.ts";
import { hashSecret } from "@/lib/people/secret_hash.ts";

export type PeopleOutcome =
  | { readonly ok: true; readonly person: Clinician }
  | {
    readonly ok: false;
    readonly code: "bad_name" | "name_taken" | "bad_pin" | "own_pin_first" | "last_owner" | "gone";
    readonly words: string;
  };

/** What an owner may change. An outcome that is not ok has changed nothing. */
export interface PeopleChanges {
  add(
    person: { readonly name: string; readonly role: ClinicianRole; readonly pin: string },
    by: Clinician,
  ): Promise<PeopleOutcome>;
  rename(id: string, name: string, by: Clinician): PeopleOutcome;
  setPin(id: string, pin: string, by: Clinician): Promise<PeopleOutcome>;
  retire(id: string, by: Clinician): PeopleOutcome;
}

/** By id as it came from outside; null for the unknown and the retired. */
export function findPerson(clinicians: ClinicianStore, id: string): Clinician | null {
  const parsed = clinicianId.safeParse(id);
  const person = parsed.success ? clinicians.get(parsed.data) : undefined;
  return person === undefined || person.retired ? null : person;
}

/** Whether an owner could sign in with a PIN if `without` were not there. */
export function hasOwnerWithPin(clinicians: ClinicianStore, without?: string): boolean {
  return clinicians.list()
    .some(({ hasPin, id, role }) => role === "owner" && hasPin && id !== without);
}

export function peopleChanges(
  { clinicians, hasPassphrase }: { clinicians: ClinicianStore; hasPassphrase: boolean },
): PeopleChanges {
  const isTaken = (name: string, except?: string) =>
    clinicians.list().some((other) => other.id !== except && isSameName(other.name, name));
  const anOwnerCanEnter = (without?: string) =>
    hasPassphrase || hasOwnerWithPin(clinicians, without);

  return {
    async add({ name: given, role, pin }, by) {
      const name = personName.safeParse(given);
      if (!name.success) return BAD_NAME;
      const parsed = parsePin(pin);
      if (!parsed.ok) return { ok: false, code: "bad_pin", words: parsed.words };
      // From the first PIN on everybody has to sign in, and so has who gives it.
      if (!anOwnerCanEnter()) return OWN_PIN_FIRST;
      const pinHash = await hashSecret(parsed.pin);
      // Asked after the wait for the hash: two forms may have been sent at once.
      if (isTaken(name.data)) return NAME_TAKEN;
      return { ok: true, person: clinicians.add({ name: name.data, role, pinHash }, by.id) };
    },
    rename(id, given, by) {
      const person = findPerson(clinicians, id);
      if (person === null) return GONE;
      const name = personName.safeParse(given);
      if (!name.success) return BAD_NAME;
      if (isTaken(name.data, person.id)) return NAME_TAKEN;
      clinicians.rename(person.id, name.data, by.id);
      return { ok: true, person: { ...person, name: name.data } };
    },
    async setPin(id, pin, by) {
      const parsed = parsePin(pin);
      if (!parsed.ok) return { ok: false, code: "bad_pin", words: parsed.words };
      const hash = await hashSecret(parsed.pin);
      const person = findPerson(clinicians, id);
      if (person === null) return GONE;
      if (person.role !== "owner" && !anOwnerCanEnter()) return OWN_PIN_FIRST;
      clinicians.setPin(person.id, hash, by.id);
      return { ok: true, person: { ...person, hasPin: true } };
    },
    retire(id, by) {
      const person = findPerson(clinicians, id);
      if (person === null) return GONE;
      const hasSuccessor = clinicians.list()
        .some((other) => other.role === "owner" && other.id !== person.id);
      if (!hasSuccessor || !anOwnerCanEnter(person.id)) return LAST_OWNER;
      clinicians.retire(person.id, by.id);
      return { ok: true, person: { ...person, retired: true, hasPin: false } };
    },
  };
}

type Refusal = Extract<PeopleOutcome, { ok: false }>;

const BAD_NAME: Refusal = {
  ok: false,
  code: "bad_name",
  words: `Cannot use this name: it takes 1 to ${MAX_NAME_CHARACTERS} characters with a letter.`,
};
const NAME_TAKEN: Refusal = {
  ok: false,
  code: "name_taken",
  words: "Cannot use this name: somebody on this box has it. Add a first name or an initial.",
};
const OWN_PIN_FIRST: Refusal = {
  ok: false,
  code: "own_pin_first",
  words: "Cannot give this PIN yet: no owner has one, and nobody could open this page any more. " +
    "Set an owner's PIN first.",
};
const LAST_OWNER: Refusal = {
  ok: false,
  code: "last_owner",
  words: "Cannot retire this person: no other owner could sign in. Give another owner a PIN first.",
};
const GONE: Refusal = {
  ok: false,
  code: "gone",
  words: "Cannot change this person: they are not on this box any more. Reload the page.",
};
