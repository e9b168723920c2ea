import { createHash, randomUUID } from "node:crypto";

/** Environment variables that name a deployment, so that all its processes agree on the id. */
const DEPLOYMENT = ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"];

/** A new build id: 40 hex digits. */
export function newBuildId(): string {
  const named = DEPLOYMENT.map((name) => Deno.env.get(name)).find((value) => value !== undefined);
  return createHash("sha1").update(named ?? randomUUID()).digest("hex");
}
