import { createDefine } from "fresh";
import type { RequestAccess } from "@/lib/web/request_access.ts";

/** What every route finds in `ctx.state`. */
export interface State {
  /** Who is asking; set by `enforceRouteAccess` before any route runs. */
  access: RequestAccess;
}

export const define = createDefine<State>();
