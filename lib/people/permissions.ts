import type { ClinicianRole } from "@/lib/record/clinician_store.ts";

/**
 * What a person may do (CO7):
 * - `see_records`: open patients' consultations, start and control them, read, correct, approve;
 * - `erase_records`: delete a consultation for good;
 * - `manage_people`: the page People.
 */
export type Act = "see_records" | "erase_records" | "manage_people";

/** Trainers lead rehearsals, where nobody is a patient; patients' words are none of their business. */
const ACTS: { readonly [role in ClinicianRole]: readonly Act[] } = {
  owner: ["see_records", "erase_records", "manage_people"],
  clinician: ["see_records", "erase_records"],
  trainer: [],
};

export function may(person: { readonly role: ClinicianRole }, act: Act): boolean {
  return ACTS[person.role].includes(act);
}
