import assert from "node:assert/strict";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { needsSignIn } from "@/lib/web/signed_out.ts";

const toggle = (on: boolean): PageMessage => ({
  type: "auto_toggle",
  on,
  platform: "test",
  input_label: "",
});

Deno.test("[SE8, DW1] auto mode is switched off without a sign-in, and never on", () => {
  assert.equal(needsSignIn(toggle(false)), false);
  assert.equal(needsSignIn(toggle(true)), true);
});

Deno.test("[SE8] a run is led by somebody who is signed in; the room's quiet is only reported", () => {
  const acts: PageMessage[] = [
    { type: "auto_handover" },
    { type: "auto_resume", alarm_ids: [] },
    { type: "auto_takeover", alarm_ids: [] },
  ];
  for (const message of acts) assert.equal(needsSignIn(message), true, message.type);
  const quiet: PageMessage = {
    type: "quiet",
    quiet_s: 1,
    span: 1,
    since: "speech",
    rms: 0,
    floor: 0.02,
    trace: [],
    trace_step_ms: 100,
    frame: 0,
  };
  assert.equal(needsSignIn(quiet), false);
});
