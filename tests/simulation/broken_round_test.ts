import assert from "node:assert/strict";
import { openDatabase } from "@/lib/record/database.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import { playSeed } from "@/lib/rehearsal/round/virtual_round.ts";

/** Every fifth seed is replayed. */
const PROVEN_SEED = 5;

/** The run has begun by then, and is not over. */
const STEPS = 2_000;

/** The rules that a seed breaks of which something is broken in the middle: mistakes are logged, or a row changed. */
async function rules(broken: { readonly logs?: readonly string[]; readonly sql?: string }) {
  const dataDir = Deno.makeTempDirSync();
  let steps = 0;
  const takeMistakes = () => {
    if (++steps !== STEPS) return [];
    const database = openDatabase(recordPaths(dataDir).database, { readOnly: false });
    database.exec(broken.sql ?? "");
    database.close();
    return broken.logs ?? [];
  };
  try {
    const outcome = await playSeed(PROVEN_SEED, { faults: "none", dataDir, takeMistakes });
    assert.ok(steps >= STEPS);
    return outcome.broken.map(({ rule }) => rule);
  } finally {
    Deno.removeSync(dataDir, { recursive: true });
  }
}

Deno.test("[MP6] a mistake of ours that is logged ends a round and is named", async () => {
  assert.deepEqual(await rules({}), []);
  assert.deepEqual(await rules({ logs: ["Cannot speak"] }), ["no_mistakes"]);
});

Deno.test("[MP6, FI6] a row of the audit that was changed is named at a case's end", async () => {
  const sql = "DROP TRIGGER audit_is_not_edited; UPDATE audit SET wall_ms = 1 WHERE seq = 3";
  assert.deepEqual(await rules({ sql }), ["audit_chain_whole"]);
});

Deno.test("[MP6, MA7] a controller that the record does not lead to the same again is named", async () => {
  const sql = "DELETE FROM auto_event WHERE event ->> 'type' = 'toggle_on'";
  assert.deepEqual(await rules({ sql }), ["replays_the_same"]);
});
