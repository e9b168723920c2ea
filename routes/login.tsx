import { formOf } from "@/lib/web/form_of.ts";
import { page } from "fresh";
import { PIN_MAX_DIGITS } from "@/lib/people/pin.ts";
import { services } from "@/lib/services.ts";
import { define, type State } from "@/lib/web/define.ts";
import { safeNext } from "@/lib/web/safe_next.ts";
import { PageFrame } from "@/components/PageFrame.tsx";
import { PassphraseForm } from "@/components/PassphraseForm.tsx";
import { PinPad } from "@/islands/PinPad.tsx";
import { type SignInChoice, SignInForm } from "@/components/SignInForm.tsx";

interface Data {
  readonly next: string;
  readonly room: string;
  readonly people: readonly SignInChoice[];
  /** Id of the person who is offered first. */
  readonly chosen: string | null;
  readonly hasPassphrase: boolean;
  /** What went wrong with which form, or null. */
  readonly refusal: { readonly form: "pin" | "passphrase"; readonly words: string } | null;
}

function dataOf(state: State, next: string, refusal: Data["refusal"], chosen?: string): Data {
  const { config, people } = services();
  return {
    next,
    room: config.ROOM_NAME,
    people: people.list().filter(({ hasPin }) => hasPin).map(({ id, name }) => ({ id, name })),
    chosen: chosen ?? state.access.lastPerson?.id ?? null,
    hasPassphrase: state.access.hasPassphrase,
    refusal,
  };
}

export const handler = define.handlers({
  GET(ctx) {
    const next = safeNext(ctx.url.searchParams.get("next"), ctx.url);
    if (ctx.state.access.signedIn) return ctx.redirect(next, 303);
    return page(dataOf(ctx.state, next, null));
  },
  async POST(ctx) {
    const form = await formOf(ctx.req);
    const field = (name: string) => String(form.get(name) ?? "");
    const next = safeNext(field("next"), ctx.url);
    const { access } = ctx.state;
    const which = form.has("passphrase") ? "passphrase" : "pin";
    const outcome = which === "passphrase"
      ? await access.signInWithPassphrase(field("passphrase"))
      : await access.signInWithPin(field("person"), field("pin"));
    if (outcome.ok) {
      const { clock, speech } = services();
      // After the answer: the page that comes next should not wait for a voice.
      clock.after(0, () => void speech.warm(new AbortController().signal, outcome.person.name));
      return ctx.redirect(next, 303);
    }
    const { code, waitMs, words } = outcome;
    const data = dataOf(ctx.state, next, { form: which, words }, field("person") || undefined);
    const headers = { "Retry-After": String(Math.ceil(waitMs / 1000)) };
    return code === "wait" ? page(data, { status: 429, headers }) : page(data, { status: 403 });
  },
});

export default define.page<typeof handler>(function LoginPage({ data }) {
  const { next, people, chosen, hasPassphrase, refusal } = data;
  const wordsFor = (form: "pin" | "passphrase") => refusal?.form === form ? refusal.words : null;
  return (
    <PageFrame title="Sign in" here={null} room={data.room} canSignOut={false}>
      <div class="stack narrow">
        <h1>Sign in</h1>
        {people.length > 0 && (
          <SignInForm
            people={people}
            chosen={chosen}
            next={next}
            refusal={wordsFor("pin")}
          >
            <PinPad label="PIN" maxDigits={PIN_MAX_DIGITS} />
          </SignInForm>
        )}
        {hasPassphrase && <PassphraseForm next={next} refusal={wordsFor("passphrase")} />}
        {people.length === 0 && !hasPassphrase && (
          <p class="notice notice-attention">
            Nobody on this box has a PIN yet. Start Alba without LAN_SHARE and give an owner one on
            the page People, or set OWNER_PASSPHRASE.
          </p>
        )}
      </div>
    </PageFrame>
  );
});
