import { page } from "fresh";
import { define } from "@/lib/web/define.ts";
import { services } from "@/lib/services.ts";
import { PageFrame } from "@/components/PageFrame.tsx";

/** Where the login leads: a path of this site, or home for anything else. */
function safeNext(given: string | null): string {
  const isPath = given !== null && /^\/(?![/\\])/.test(given);
  return isPath ? given : "/";
}

export const handler = define.handlers({
  GET(ctx) {
    const next = safeNext(ctx.url.searchParams.get("next"));
    if (ctx.state.access.signedIn) return ctx.redirect(next, 303);
    return page({ next, room: services().config.ROOM_NAME, refusal: null });
  },
  async POST(ctx) {
    const form = await ctx.req.formData();
    const next = safeNext(String(form.get("next") ?? ""));
    const outcome = await ctx.state.access.signIn(String(form.get("passphrase") ?? ""));
    if (outcome.ok) return ctx.redirect(next, 303);
    const status = outcome.code === "wait" ? 429 : 403;
    return page(
      { next, room: services().config.ROOM_NAME, refusal: outcome.words as string | null },
      { status },
    );
  },
});

export default define.page<typeof handler>(function LoginPage({ data }) {
  return (
    <PageFrame title="Sign in" here={null} room={data.room} canSignOut={false}>
      <form class="stack narrow card" method="post" action="/login">
        <h1>Sign in</h1>
        {data.refusal !== null && <p class="form-error" role="alert">{data.refusal}</p>}
        <input type="hidden" name="next" value={data.next} />
        <div class="field">
          <label for="passphrase">Passphrase of this box</label>
          <input
            class="input"
            id="passphrase"
            name="passphrase"
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
        <div class="row">
          <button class="button button-main" type="submit">Sign in</button>
        </div>
      </form>
    </PageFrame>
  );
});
