import assert from "node:assert/strict";
import fc from "fast-check";
import { renderToString } from "preact-render-to-string";
import { h } from "preact";
import { Face } from "@/components/live/Face.tsx";
import { FACE_WORDS, faceMood } from "@/lib/page/face_mood.ts";
import { initialLiveView, type LiveView, reduceLive } from "@/lib/page/live_view.ts";
import { snapshotForTest } from "./live_snapshot.ts";

function viewOf(change: Parameters<typeof snapshotForTest>[0]): LiveView {
  return reduceLive(initialLiveView([]), { type: "server", message: snapshotForTest(change) });
}

Deno.test("[SK4] the face follows speech, capture and affect", () => {
  const speaking = { state: "speaking", utterance_id: "u1", text: "Hello." } as const;
  const paused = { state: "paused", words: "Off the record." } as const;
  assert.equal(faceMood(viewOf({})), "listening");
  assert.equal(faceMood(viewOf({ speech: speaking })), "speaking");
  assert.equal(faceMood(viewOf({ capture: paused })), "idle");
  assert.equal(faceMood({ ...viewOf({}), pausing: true }), "idle");
  assert.equal(faceMood(viewOf({ affect: { affect: "sad", intensity: 2 } })), "attentive");
  assert.equal(faceMood(viewOf({ affect: { affect: "sad", intensity: 1 } })), "listening");
  assert.equal(faceMood(viewOf({ affect: { affect: "calm", intensity: 3 } })), "listening");
});

Deno.test("[SK4] whatever is urgent, the face is drawn the same", () => {
  const alarm = fc.record({
    id: fc.stringMatching(/^[0-9a-f]{1,8}$/),
    action: fc.string(),
    reason: fc.string(),
    quote: fc.option(fc.string()),
    question: fc.option(fc.string()),
    quote_found: fc.boolean(),
    segment: fc.constant(null),
    source: fc.constantFrom("rule" as const, "model" as const),
    raised_ms: fc.nat(),
    acknowledged: fc.constant(null),
    arranged: fc.boolean(),
  });
  fc.assert(fc.property(fc.array(alarm, { minLength: 1 }), (alarms) => {
    const drawn = (view: LiveView) => renderToString(h(Face, { mood: faceMood(view) }));
    assert.equal(drawn(viewOf({ alarms })), drawn(viewOf({})));
  }));
});

Deno.test("[SK4] nothing that draws the patient's side can know of an alarm", async () => {
  const files = [
    "components/live/Face.tsx",
    "components/live/Caption.tsx",
    "components/live/PatientAnswer.tsx",
    "lib/page/face_mood.ts",
  ];
  for (const file of files) {
    const source = await Deno.readTextFile(new URL(`../../${file}`, import.meta.url));
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    assert.doesNotMatch(code, /alarm|urgent/i, file);
  }
  assert.deepEqual(Object.keys(FACE_WORDS), ["idle", "listening", "attentive", "speaking"]);
});
