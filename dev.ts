import { Builder } from "fresh/dev";
import { app } from "./main.ts";
import { runBox } from "./serve.ts";

/** The service with pages built in memory, for work on them: no `_fresh` folder, readable errors. */
const attach = await new Builder({ root: import.meta.dirname }).build({
  mode: "development",
  snapshot: "memory",
});
await runBox(() => {
  attach(app);
  return Promise.resolve(app.handler());
});
