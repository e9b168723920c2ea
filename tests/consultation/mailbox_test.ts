import assert from "node:assert/strict";
import { Mailbox } from "@/lib/mailbox.ts";

Deno.test("[CO1] events run to completion, one at a time, in the order of posting", () => {
  const handled: string[] = [];
  const mailbox: Mailbox<string> = new Mailbox((event) => {
    handled.push(`${event} begins`);
    if (event === "a") {
      mailbox.post("c");
      mailbox.postFirst("b");
    }
    handled.push(`${event} ends`);
  });
  mailbox.post("a");
  assert.deepEqual(handled, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

Deno.test("[CO1] a handler that throws does not leave the mailbox stuck", () => {
  const handled: string[] = [];
  const mailbox = new Mailbox((event: string) => {
    if (event === "bad") throw new Error("a mistake of ours");
    handled.push(event);
  });
  assert.throws(() => mailbox.post("bad"), /a mistake of ours/);
  mailbox.post("next");
  assert.deepEqual(handled, ["next"]);
});
