import { App, staticFiles } from "fresh";
import { enforceRouteAccess } from "@/lib/web/enforce_route_access.ts";
import type { State } from "@/lib/web/define.ts";

export const app = new App<State>()
  .use(staticFiles())
  .use(enforceRouteAccess)
  .fsRoutes();
