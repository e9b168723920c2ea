import { z } from "zod";
import type { People } from "@/lib/people/people.ts";
import type { PeopleOutcome } from "@/lib/people/people_changes.ts";
import type { Clinician } from "@/lib/record/clinician_store.ts";
import type { RequestAccess } from "@/lib/web/request_access.ts";

const id = z.string().max(64);
/** Bounds only, so that `People` says in words what is wrong with a name or a PIN. */
const text = z.string().max(500);

/** What the forms of the page People send. */
const peopleForm = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("add"),
    name: text,
    role: z.enum(["owner", "clinician", "trainer"]),
    pin: text,
  }),
  z.strictObject({ action: z.literal("rename"), id, name: text }),
  z.strictObject({ action: z.literal("set_pin"), id, pin: text }),
  z.strictObject({ action: z.literal("sign_out"), id }),
  z.strictObject({ action: z.literal("retire"), id }),
]);
type PeopleForm = z.infer<typeof peopleForm>;
export type PeopleAction = PeopleForm["action"];

/** Null for what no form of ours sends. */
export function readPeopleForm(form: FormData): PeopleForm | null {
  const parsed = peopleForm.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}

/** Makes one change, and ends the sign-ins that it takes the ground from. */
export async function changePeople(
  form: PeopleForm,
  { people, access, by }: {
    readonly people: People;
    readonly access: RequestAccess;
    readonly by: Clinician;
  },
): Promise<PeopleOutcome> {
  switch (form.action) {
    case "add":
      return await people.add(form, by);
    case "rename":
      return people.rename(form.id, form.name, by);
    case "set_pin": {
      const outcome = await people.setPin(form.id, form.pin, by);
      if (!outcome.ok) return outcome;
      access.signOutEverywhere(outcome.person);
      // Whoever sets a PIN knows it; they stay where they are.
      if (outcome.person.id === by.id || access.person === null) access.adopt(by);
      return outcome;
    }
    case "sign_out": {
      const person = people.find(form.id);
      if (person === null) return gone();
      people.noteSignedOutEverywhere(person, by, access.signOutEverywhere(person));
      return { ok: true, person };
    }
    case "retire": {
      const outcome = people.retire(form.id, by);
      if (outcome.ok) access.signOutEverywhere(outcome.person);
      return outcome;
    }
  }
}

function gone(): PeopleOutcome {
  return { ok: false, code: "gone", words: "This person is not on this box any more." };
}
