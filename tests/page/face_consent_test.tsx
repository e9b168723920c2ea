import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { FaceConsent, type FaceConsentProps } from "@/components/live/auto/FaceConsent.tsx";
import { initialAutoPageView } from "@/lib/page/auto_page_view.ts";
import { initialLiveView, type LiveView } from "@/lib/page/live_view.ts";

function shown(change: Partial<LiveView>, on: boolean): string {
  const live: LiveView = {
    ...initialLiveView([]),
    connection: { state: "open" },
    inControl: true,
    consent: null,
    disclosureSpoken: false,
    ...change,
  };
  const props: FaceConsentProps = {
    controller: null,
    live: signal(live),
    isFaceShown: signal(true),
    isAlarmHeard: signal(true),
    noteConsent: () => {},
    view: signal({ ...initialAutoPageView(), on }),
  };
  const face: VNode = <FaceConsent {...props} />;
  return renderToString(face);
}

const buttons = (html: string) =>
  [...html.matchAll(/<button([^>]*)>(\w+)</g)].map(([, attributes = "", name]) => [
    name,
    !/\bdisabled\b/.test(attributes),
  ]);

Deno.test("[CO6, SK4] the face offers Agreed and Refused until an answer is noted", () => {
  const both = [["Agreed", true], ["Refused", true]];
  assert.deepEqual(buttons(shown({}, true)), both);
  assert.deepEqual(buttons(shown({ disclosureSpoken: true }, false)), both, "the run has ended");
  assert.equal(shown({}, false), "");
  assert.equal(shown({ consent: "given" }, true), "");
});

Deno.test("[CO6, SK4] a no can be noted without a line, agreement cannot", () => {
  const cut = shown({ inControl: null }, true);
  assert.deepEqual(buttons(cut), [["Agreed", false], ["Refused", true]]);
});
