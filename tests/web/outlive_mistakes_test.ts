import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { outliveMistakes } from "@/lib/web/outlive_mistakes.ts";

const CHILD = fileURLToPath(new URL("./outlive_mistakes_child.ts", import.meta.url));

Deno.test("[CO3, SE5] a mistake that nothing caught ends no process, and its words are not logged", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", CHILD],
    stdin: "null",
  }).output();
  const said = new TextDecoder().decode(stdout);
  const all = said + new TextDecoder().decode(stderr);
  assert.equal(code, 0, all);
  assert.match(said, /still here/);
  for (const name of ["RangeError", "SyntaxError", "TypeError", "unknown"]) {
    assert.match(said, new RegExp(`"error":"${name}"`));
  }
  assert.doesNotMatch(all, /chest/);
});

Deno.test("[CO3] only what nothing caught is taken from the process", () => {
  const target = new EventTarget();
  outliveMistakes(target);
  const other = new Event("unload", { cancelable: true });
  target.dispatchEvent(other);
  assert.equal(other.defaultPrevented, false);
});
