import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import { type AutoPageView, initialAutoPageView } from "@/lib/page/auto_page_view.ts";
import { initialLiveView } from "@/lib/page/live_view.ts";
import { MockDoctor } from "@/lib/rehearsal/round/mock_doctor.ts";
import { alarmView } from "@/lib/consultation/snapshot.ts";
import { autoForTest } from "../page/auto_for_test.ts";
import { snapshotForTest } from "../page/live_snapshot.ts";
import { OPEN_ALARM } from "./alarms.ts";

const SHOWN = [{ id: "a1", action: "Bedside ECG" }];
const PAUSED: AutoPageView = {
  ...initialAutoPageView(),
  on: true,
  phase: "PAUSED_URGENT",
  paused: SHOWN,
};
/** A doctor looks at a banner for 12 s at most. */
const LONGEST_LOOK_MS = 12_000;

/** A supervising doctor before a page that stands in a pause, and what the doctor has pressed. */
function doctorBefore(view: AutoPageView) {
  const clock = manualClock();
  const pressed: (readonly string[])[] = [];
  const toggled: boolean[] = [];
  const toggle = (on: boolean) => void toggled.push(on);
  const press = (ids: readonly string[]) => void pressed.push(ids);
  const doctor = new MockDoctor({
    clock,
    page: {
      auto: { choose() {}, handOver() {}, resume: press, takeOver: press, toggle },
      autoView: view,
      cancelSpeech() {},
      live: { ...initialLiveView([]), alarms: [alarmView(OPEN_ALARM)] },
      send() {},
      speak() {},
    },
    seed: 3,
    isActive: false,
    onDone() {},
  });
  return { clock, doctor, pressed, toggled };
}

Deno.test("[MP6, UR3] a doctor acts on a pause that is pushed, and on one found as the page comes back", () => {
  const pushed = doctorBefore(PAUSED);
  pushed.doctor.heard({ type: "auto_paused", actions: SHOWN });
  pushed.clock.advance(LONGEST_LOOK_MS);
  assert.deepEqual(pushed.pressed, [["a1"]]);
  assert.deepEqual([...pushed.doctor.tapped], [["a1", ["Bedside ECG"]]]);

  const found = doctorBefore(PAUSED);
  const auto = autoForTest({ on: true, phase: "PAUSED_URGENT", paused: SHOWN });
  found.doctor.heard(snapshotForTest({ auto }));
  found.clock.advance(LONGEST_LOOK_MS);
  assert.deepEqual(found.pressed, [["a1"]]);
});

Deno.test("[MP6, UR3] a doctor who still sees the pause after the tap reads it again", () => {
  const { clock, doctor, pressed } = doctorBefore(PAUSED);
  doctor.heard({ type: "auto_paused", actions: SHOWN });
  clock.advance(2 * LONGEST_LOOK_MS + 1_500);
  assert.ok(pressed.length > 1, "the first tap went astray");
});

Deno.test("[MP2] a doctor whose page comes back and finds auto mode off turns it on, once", () => {
  const { clock, doctor, toggled } = doctorBefore(initialAutoPageView());
  doctor.heard(snapshotForTest({ auto: autoForTest({ on: true }) }));
  clock.advance(10_000);
  assert.deepEqual(toggled, [true], "as the consultation begins");
  const off = snapshotForTest({ auto: autoForTest({ on: false }) });
  doctor.heard(off);
  doctor.heard(off);
  clock.advance(10_000);
  assert.deepEqual(toggled, [true, true]);
});
