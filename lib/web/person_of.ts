import { HttpError } from "fresh";
import type { Clinician } from "@/lib/record/clinician_store.ts";
import type { State } from "@/lib/web/define.ts";

/**
 * Who makes this request (CO7): the one signed in, or the owner on a box that asks nobody. Throws
 * 401 on a public route that nobody has signed in to.
 */
export function personOf(ctx: { readonly state: State }): Clinician {
  const { person } = ctx.state.access;
  if (person === null) throw new HttpError(401, "Sign in first, then try again.");
  return person;
}
