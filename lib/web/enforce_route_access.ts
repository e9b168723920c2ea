import { HttpError } from "fresh";
import { type Act, may } from "@/lib/people/permissions.ts";
import { define } from "@/lib/web/define.ts";
import { changesState } from "@/lib/web/origin_guard.ts";
import { accessOf } from "@/lib/web/request_access.ts";
import { type Access, ROUTE_ACCESS } from "@/lib/web/route_access.ts";

const RELOAD = "This page's session has ended. Reload the page, then try again.";

/** What somebody is told who signed in and still may not. */
const NOT_YOURS: { readonly [act in Act]: string } = {
  see_records: "Patients' consultations are not open to trainers. " +
    "The sound check, the settings and the help are.",
  erase_records: "Deleting a consultation is not open to trainers.",
  manage_people: "Only an owner of this box may do that. Ask one of them.",
};

/**
 * Lets a request reach its route only as the table says; a route that the table does not name is
 * denied (SE6). A path without a route goes on to the not-found page. Without a sign-in, a page
 * leads to the login and anything else is refused.
 */
export const enforceRouteAccess = define.middleware((ctx) => {
  const access = accessOf(ctx.req);
  ctx.state.access = access;
  if (ctx.route === null) return ctx.next();
  const needed = ROUTE_ACCESS[ctx.route];
  if (needed === undefined) throw new HttpError(403, "This address is closed.");
  const changes = changesState(ctx.req);
  if ((changes || needed === "control") && !access.hasSession) throw new HttpError(403, RELOAD);
  if (needed === "public") return ctx.next();
  const { person } = access;
  if (person === null) {
    if (needed === "control" || changes) {
      throw new HttpError(401, "Sign in first, then try again.");
    }
    return ctx.redirect(
      `/login?next=${encodeURIComponent(ctx.url.pathname + ctx.url.search)}`,
      303,
    );
  }
  const act = actOf(needed);
  if (act !== null && !may(person, act)) throw new HttpError(403, NOT_YOURS[act]);
  return ctx.next();
});

function actOf(needed: Exclude<Access, "public">): Act | null {
  switch (needed) {
    case "page":
      return null;
    case "control":
      return "see_records";
    case "see_records":
    case "erase_records":
    case "manage_people":
      return needed;
  }
}
