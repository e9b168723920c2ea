import { send } from "./request.ts";

/**
 * Prints the built fixture site's answers to the paths given as arguments, as JSON. It runs in a
 * process of its own, so that the build is tried with the permissions of production.
 */
const built: { default: { fetch: (req: Request) => Promise<Response> } } = await import(
  new URL("../fixtures/site/_fresh/server.js", import.meta.url).href
);
const answers = [];
for (const path of Deno.args) {
  const { status, body } = await send(built.default.fetch, path);
  answers.push({ status, body });
}
console.log(JSON.stringify(answers));
