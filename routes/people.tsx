import { formOf } from "@/lib/web/form_of.ts";
import { HttpError, page } from "fresh";
import { PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "@/lib/people/pin.ts";
import { MAX_NAME_CHARACTERS } from "@/lib/people/person_name.ts";
import type { ClinicianRole } from "@/lib/record/clinician_store.ts";
import { services } from "@/lib/services.ts";
import { define, type State } from "@/lib/web/define.ts";
import { changePeople, type PeopleAction, readPeopleForm } from "@/lib/web/people_form.ts";
import { personOf } from "@/lib/web/person_of.ts";
import { AddPersonForm } from "@/components/AddPersonForm.tsx";
import { PageFrame } from "@/components/PageFrame.tsx";
import { PersonCard, type ShownPerson } from "@/components/PersonCard.tsx";

const ROLE_WORDS: { readonly [role in ClinicianRole]: string } = {
  owner: "Owner: everything, also this page",
  clinician: "Clinician: patients' consultations",
  trainer: "Trainer: no patients' consultations",
};
const ROLE_NAMES: { readonly [role in ClinicianRole]: string } = {
  owner: "Owner",
  clinician: "Clinician",
  trainer: "Trainer",
};

const DONE: { readonly [action in PeopleAction]: string } = {
  add: "The person was added and can sign in.",
  rename: "The name was changed. Earlier consultations show the new name.",
  set_pin: "The PIN is in force. Their other devices have to sign in again.",
  sign_out: "Every device of theirs has to sign in again.",
  retire: "The person was retired and can no longer sign in.",
};

interface Data {
  readonly room: string;
  readonly canSignOut: boolean;
  readonly people: readonly ShownPerson[];
  readonly done: string | null;
  readonly refusal: string | null;
}

function dataOf(state: State, more: Pick<Data, "done" | "refusal">): Data {
  const { config, people } = services();
  const { access } = state;
  return {
    room: config.ROOM_NAME,
    canSignOut: access.loginRequired,
    people: people.list().map((person) => ({
      id: person.id,
      name: person.name,
      role: ROLE_NAMES[person.role],
      hasPin: person.hasPin,
      devices: access.signInsOf(person),
      isYou: person.id === access.person?.id,
    })),
    ...more,
  };
}

function isAction(given: string | null): given is PeopleAction {
  return given !== null && Object.hasOwn(DONE, given);
}

export const handler = define.handlers({
  GET(ctx) {
    const done = ctx.url.searchParams.get("done");
    return page(dataOf(ctx.state, { done: isAction(done) ? DONE[done] : null, refusal: null }));
  },
  async POST(ctx) {
    const form = readPeopleForm(await formOf(ctx.req));
    if (form === null) throw new HttpError(400, "This form is not one of ours. Reload the page.");
    const by = personOf(ctx);
    const { access } = ctx.state;
    const outcome = await changePeople(form, { people: services().people, access, by });
    if (outcome.ok) {
      const isOut = access.person === null;
      return ctx.redirect(isOut ? "/login" : `/people?done=${form.action}`, 303);
    }
    const data = dataOf(ctx.state, { done: null, refusal: outcome.words });
    return page(data, { status: 409 });
  },
});

export default define.page<typeof handler>(function PeoplePage({ data }) {
  const { room, canSignOut, people, done, refusal } = data;
  const roles = Object.entries(ROLE_WORDS).map(([id, words]) => ({ id, words }));
  return (
    <PageFrame title="People" here="people" room={room} canSignOut={canSignOut}>
      <div class="stack">
        <div class="prose">
          <h1>People</h1>
          <p class="soft">
            {canSignOut
              ? "Everybody signs in with a PIN. What they start, acknowledge and approve bears their name."
              : "Nobody is asked for a PIN on this box. From the first PIN on, everybody signs in."}
          </p>
        </div>
        {refusal !== null && <p class="form-error" role="alert">{refusal}</p>}
        {done !== null && <p class="notice" role="status">{done}</p>}
        {people.map((person) => (
          <PersonCard
            key={person.id}
            {...person}
            maxName={MAX_NAME_CHARACTERS}
            maxDigits={PIN_MAX_DIGITS}
          />
        ))}
        <AddPersonForm
          roles={roles}
          usual="clinician"
          maxName={MAX_NAME_CHARACTERS}
          minDigits={PIN_MIN_DIGITS}
          maxDigits={PIN_MAX_DIGITS}
        />
      </div>
    </PageFrame>
  );
});
