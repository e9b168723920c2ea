import { App, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import type { State } from "../fixtures/site/state.ts";

/** The folder of the fixture site. */
export const SITE = `${import.meta.dirname}/../fixtures/site`;

/** Builds the fixture site to memory; the function returned makes apps that serve it. */
export async function buildSite(): Promise<() => App<State>> {
  const applySnapshot = await new Builder({ root: SITE }).build({ snapshot: "memory" });
  return () => {
    const app = new App<State>().use(staticFiles()).fsRoutes();
    applySnapshot(app);
    return app;
  };
}
