import assert from "node:assert/strict";
import {
  MICROPHONE_TROUBLES,
  stoppedReason,
  troubleOfError,
  troubleWords,
} from "@/lib/page/microphone_trouble.ts";
import { pageMessage } from "@/lib/protocol/page_messages.ts";

Deno.test("[TR1] each way getUserMedia can fail has its own sentence", () => {
  const named = (name: string) => troubleOfError(new DOMException("", name));
  assert.equal(named("NotAllowedError"), "denied");
  assert.equal(named("SecurityError"), "denied");
  assert.equal(named("NotFoundError"), "no_device");
  assert.equal(named("OverconstrainedError"), "no_device");
  assert.equal(named("NotReadableError"), "in_use");
  assert.equal(named("AbortError"), "in_use");
  assert.equal(named("SomethingNew"), "failed");
  assert.equal(troubleOfError("thrown by an extension"), "failed");
});

Deno.test("[TR1] every trouble says what is wrong and what to do, and is known to the service", () => {
  assert.equal(new Set(MICROPHONE_TROUBLES.map((each) => troubleWords(each).title)).size, 9);
  for (const trouble of MICROPHONE_TROUBLES) {
    const { title, words, next } = troubleWords(trouble);
    assert.match(`${words} ${next}`, /^[A-Z].*\.$/);
    assert.ok(title.length < 45);
    const message = { type: "capture_stopped", reason: stoppedReason(trouble) };
    assert.ok(pageMessage.safeParse(message).success);
  }
});
