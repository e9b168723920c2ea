import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { ROUTE_ACCESS } from "@/lib/web/route_access.ts";
import { browserRequest, from, guardedApp, openPage } from "./guarded_app.ts";

const ROUTES = join(import.meta.dirname ?? ".", "../../routes");
const BOX = from("127.0.0.1");

/** All route files, with "/" between the parts of their paths and without extension. */
async function routeFiles(folder = ROUTES): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory && !entry.name.startsWith("(_")) found.push(...await routeFiles(path));
    const isRoute = /\.tsx?$/.test(entry.name) && !entry.name.startsWith("_");
    if (entry.isFile && isRoute) found.push(relative(ROUTES, path).replace(/\.tsx?$/, ""));
  }
  return found;
}

/** Fresh's convention, written down a second time on purpose: the test must not trust the layer. */
function patternOf(file: string): string {
  const parts = file.split("/").filter((part) => !/^\(.*\)$/.test(part));
  if (parts.at(-1) === "index") parts.pop();
  return `/${parts.join("/").replace(/\[\.\.\.(\w+)\]/g, ":$1*").replace(/\[(\w+)\]/g, ":$1")}`;
}

Deno.test("[SE6] every route file has its access in the table, and every row its file", async () => {
  const patterns = (await routeFiles()).map(patternOf).sort();
  assert.ok(patterns.length > 5, "the walk found no routes");
  assert.deepEqual(patterns, Object.keys(ROUTE_ACCESS).sort());
});

Deno.test("[SE6] no route overrides its pattern behind the table's back", async () => {
  for (const file of await routeFiles()) {
    const path = join(ROUTES, file);
    const source = await Deno.readTextFile(`${path}.tsx`).catch(() =>
      Deno.readTextFile(`${path}.ts`)
    );
    assert.doesNotMatch(source, /routeOverride/, file);
  }
});

Deno.test("[SE6] only these are open without signing in", () => {
  const open = Object.entries(ROUTE_ACCESS).filter(([, access]) => access === "public");
  assert.deepEqual(open.map(([pattern]) => pattern).sort(), [
    "/certificate",
    "/certificate/alba.crt",
    "/healthz",
    "/login",
    "/logout",
  ]);
});

Deno.test("[SE6] the live socket needs a session even to be opened", () => {
  assert.equal(ROUTE_ACCESS["/consultations/:id/socket"], "control");
});

Deno.test("[SE6] a route that the table does not name is closed, signed in or not", async () => {
  for (const passphrase of ["", "correct horse"]) {
    const { handler } = guardedApp({ passphrase });
    const cookie = await openPage(handler);
    const response = await handler(
      browserRequest("/not-in-the-table", { headers: { cookie } }),
      BOX,
    );
    assert.equal(response.status, 403);
    assert.doesNotMatch(await response.text(), /open\?/);
  }
});
