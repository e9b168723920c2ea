import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { PeopleOutcome } from "@/lib/people/people_changes.ts";
import { openPeople } from "@/lib/people/people.ts";
import { may } from "@/lib/people/permissions.ts";
import { dataFolder, liveConsultation, openedRecord } from "@/tests/record/record_for_test.ts";
import { memoryPeople } from "./memory_people.ts";

function person(outcome: PeopleOutcome) {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.person;
}

function code(outcome: PeopleOutcome): string {
  assert.ok(!outcome.ok);
  assert.match(outcome.words, /^Cannot /);
  return outcome.code;
}

Deno.test("[CO7] one clinician without a PIN is asked nothing; the first PIN, a passphrase or sharing asks everybody", async () => {
  const { people } = memoryPeople();
  const owner = people.owner();
  assert.deepEqual([owner.name, owner.role, people.signInRequired], ["Smith", "owner", false]);
  person(await people.setPin(owner.id, "274916", owner));
  assert.equal(people.signInRequired, true);
  assert.equal(memoryPeople({ hasPassphrase: true }).people.signInRequired, true);
  assert.equal(memoryPeople({ shared: true }).people.signInRequired, true);
});

Deno.test("[CO7] a PIN opens for its own person only, and for nobody once they have retired", async () => {
  const { people } = memoryPeople();
  const smith = people.owner();
  person(await people.setPin(smith.id, "274916", smith));
  const wu = person(await people.add({ name: "Wu", role: "owner", pin: "591837" }, smith));
  assert.equal(await people.checkPin(smith.id, "274916"), true);
  assert.equal(await people.checkPin(wu.id, "274916"), false);
  assert.equal(await people.checkPin("somebody", "274916"), false);
  person(people.retire(smith.id, wu));
  assert.equal(await people.checkPin(smith.id, "274916"), false);
  assert.equal(people.find(smith.id), null);
  assert.deepEqual(people.list().map(({ name }) => name), ["Wu"]);
});

Deno.test("[CO7] nobody can lock the owner out: no PIN for others before an owner has one", async () => {
  const { people } = memoryPeople();
  const owner = people.owner();
  const wu = { name: "Wu", role: "clinician", pin: "591837" } as const;
  assert.equal(code(await people.add(wu, owner)), "own_pin_first");
  assert.equal(people.ownerCanSignIn, false);
  person(await people.setPin(owner.id, "274916", owner));
  assert.equal(people.ownerCanSignIn, true);
  person(await people.add(wu, owner));
  const withPassphrase = memoryPeople({ hasPassphrase: true }).people;
  person(await withPassphrase.add(wu, withPassphrase.owner()));
});

Deno.test("[CO7] the last owner who could sign in does not retire", async () => {
  const { people } = memoryPeople();
  const owner = people.owner();
  assert.equal(code(people.retire(owner.id, owner)), "last_owner");
  person(await people.setPin(owner.id, "274916", owner));
  const wu = person(await people.add({ name: "Wu", role: "clinician", pin: "591837" }, owner));
  assert.equal(code(people.retire(owner.id, owner)), "last_owner");
  person(people.retire(wu.id, owner));
  const ito = person(await people.add({ name: "Ito", role: "owner", pin: "591837" }, owner));
  person(people.retire(owner.id, ito));
  assert.equal(code(people.retire(ito.id, ito)), "last_owner");
});

Deno.test("[CO7] an owner without a PIN is nobody who could take over", async () => {
  const { clinicians, people } = memoryPeople();
  const smith = people.owner();
  person(await people.setPin(smith.id, "274916", smith));
  const jones = clinicians.ensureOwner("Jones");
  assert.equal(code(people.retire(smith.id, smith)), "last_owner");
  person(people.retire(jones.id, smith));
});

Deno.test("[CO7] names are told apart on the sign-in page, and say something", async () => {
  const { people } = memoryPeople({ hasPassphrase: true });
  const owner = people.owner();
  const add = (name: string) => people.add({ name, role: "clinician", pin: "591837" }, owner);
  person(await add("Wu"));
  for (const name of ["Wu", " wu ", "SMITH"]) assert.equal(code(await add(name)), "name_taken");
  for (const name of ["", "  ", "12", "x".repeat(61), "a\u0007b"]) {
    assert.equal(code(await add(name)), "bad_name", name);
  }
  const [, wu] = people.list();
  assert.equal(code(people.rename(wu?.id ?? "", "smith", owner)), "name_taken");
  assert.equal(person(people.rename(wu?.id ?? "", "WU", owner)).name, "WU");
  assert.equal(code(people.rename("nobody", "Ito", owner)), "gone");
  assert.equal(code(await add("Ito").then(() => people.setPin("nobody", "591837", owner))), "gone");
});

Deno.test("[CO7] two forms sent at once make one person", async () => {
  const { people } = memoryPeople({ hasPassphrase: true });
  const wu = { name: "Wu", role: "clinician", pin: "591837" } as const;
  const outcomes = await Promise.all([
    people.add(wu, people.owner()),
    people.add(wu, people.owner()),
  ]);
  assert.deepEqual(outcomes.map(({ ok }) => ok).sort(), [false, true]);
});

Deno.test("[CO7] owners manage people, clinicians see records, trainers see no patient", () => {
  const acts = ["see_records", "erase_records", "manage_people"] as const;
  const allowed = (role: "owner" | "clinician" | "trainer") =>
    acts.filter((act) => may({ role }, act));
  assert.deepEqual(allowed("owner"), [...acts]);
  assert.deepEqual(allowed("clinician"), ["see_records", "erase_records"]);
  assert.deepEqual(allowed("trainer"), []);
});

Deno.test("[CO7] every change is on the audit with who made it, and never a PIN", async () => {
  using folder = dataFolder();
  const { record, doctor } = openedRecord(folder.path);
  const people = openPeople({ record, doctorName: "Smith", hasPassphrase: false, shared: false });
  person(await people.setPin(doctor.id, "274916", doctor));
  const wu = person(await people.add({ name: "Wu", role: "clinician", pin: "591837" }, doctor));
  person(people.rename(wu.id, "Wu-Ito", doctor));
  people.noteSignedIn(wu);
  people.noteSignInFailed("wrong_pin");
  people.noteSignedOutEverywhere(wu, doctor, 2);
  person(people.retire(wu.id, doctor));
  const { database } = record.paths;
  record.close();
  using stored = new DatabaseSync(database, { readOnly: true });
  const rows = stored
    .prepare("SELECT kind, detail FROM audit WHERE kind LIKE 'people.%' OR kind LIKE 'access.%'")
    .all().map(({ kind, detail }) => [kind, JSON.parse(String(detail))]);
  const [by, clinician] = [doctor.id, wu.id];
  assert.deepEqual(rows, [
    ["people.added", { by: null, clinician: by, role: "owner" }],
    ["people.pin_set", { by, clinician: by }],
    ["people.added", { by, clinician, role: "clinician" }],
    ["people.renamed", { by, clinician }],
    ["access.login", { clinician }],
    ["access.login_failed", { reason: "wrong_pin" }],
    ["people.signed_out_everywhere", { by, clinician, sessions: 2 }],
    ["people.retired", { by, clinician }],
  ]);
  const bytes = new TextDecoder("latin1").decode(Deno.readFileSync(database));
  assert.ok(!bytes.includes("274916") && !bytes.includes("591837"));
});

Deno.test("[CO7] a renamed or retired owner is not made anew by DOCTOR_NAME at the next start", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, doctor } = opened;
  const { clinicians } = record;
  const { id } = liveConsultation(opened);
  clinicians.rename(doctor.id, "Smith-Jones", doctor.id);
  assert.equal(clinicians.ensureOwner("Smith").id, doctor.id);
  const people = openPeople({ record, doctorName: "Smith", hasPassphrase: true, shared: false });
  const ito = person(await people.add({ name: "Ito", role: "owner", pin: "591837" }, doctor));
  person(people.retire(doctor.id, ito));
  assert.equal(clinicians.ensureOwner("Smith").id, ito.id);
  assert.equal(clinicians.list().length, 1);
  assert.equal(record.consultations.get(id)?.clinicianName, "Smith-Jones", "it stays theirs");
});
