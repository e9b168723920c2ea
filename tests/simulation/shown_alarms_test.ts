import assert from "node:assert/strict";
import { type PauseMoment, ShownAlarms } from "@/lib/rehearsal/round/shown_alarms.ts";
import { OPEN_ALARM, SEEN_ALARM } from "./alarms.ts";

const SHOWN = [{ id: "a1", action: "Bedside ECG" }];

const PAUSED: PauseMoment = {
  lineMs: 0,
  nowMs: 0,
  alarms: [OPEN_ALARM],
  phase: "PAUSED_URGENT",
  view: { phase: "PAUSED_URGENT", paused: SHOWN, standing: [] },
  tapped: new Map(),
};
const STANDING: PauseMoment = {
  ...PAUSED,
  alarms: [SEEN_ALARM],
  phase: "OPEN",
  view: { phase: "OPEN", paused: [], standing: SHOWN },
  tapped: new Map([["a1", ["Bedside ECG"]]]),
};

/** The rules that a state of things breaks which lasts from 0 to `lastsMs`. */
function rules(moment: PauseMoment, lastsMs = 1_000): string[] {
  const shown = new ShownAlarms();
  shown.look({ ...moment, nowMs: 0 });
  return shown.look({ ...moment, nowMs: lastsMs }).map(({ rule }) => rule);
}

Deno.test("[MP6, UR2] a pause that the page does not show is named, once a message had its time", () => {
  const unshown = {
    ...PAUSED,
    view: { phase: "PAUSED_URGENT", paused: [], standing: [] },
  } as const;
  assert.deepEqual(rules(unshown), ["pause_is_shown"]);
  assert.deepEqual(rules(unshown, 200), []);
  assert.deepEqual(rules({ ...unshown, lineMs: 300 }, 550), [], "a slow line has longer");
  assert.deepEqual(rules({ ...unshown, lineMs: 300 }, 551), ["pause_is_shown"]);
  assert.deepEqual(rules(PAUSED), []);
  assert.deepEqual(rules({ ...unshown, view: null }), [], "nobody is there to be shown anything");
});

Deno.test("[MP6, UR2] a pause that is over and still shown is named", () => {
  const view = { phase: "OPEN", paused: SHOWN, standing: [] } as const;
  assert.deepEqual(rules({ ...PAUSED, alarms: [], phase: "OPEN", view }), ["pause_is_shown"]);
});

Deno.test("[MP6, UR7] a strip that does not show what stands is named", () => {
  const unshown = { ...STANDING, view: { phase: "OPEN", paused: [], standing: [] } } as const;
  assert.deepEqual(rules(unshown), ["strip_is_shown"]);
  assert.deepEqual(rules(STANDING), []);
});

Deno.test("[MP6, VI2] a page that shows another phase is named", () => {
  const behind = { ...STANDING, phase: "CLOSED" } as const;
  assert.deepEqual(rules(behind), ["phase_is_shown"]);
});

Deno.test("[MP6, UR3] an alarm acknowledged that no tap has named is named at once", () => {
  assert.deepEqual(rules({ ...STANDING, tapped: new Map() }, 1), ["acknowledged_by_tap"]);
});

Deno.test("[MP6, UR14] an alarm acknowledged in words that the page did not show is named at once", () => {
  const other = new Map([["a1", ["Arrange an urgent ECG"]]]);
  assert.deepEqual(rules({ ...STANDING, tapped: other }, 1), ["acknowledged_by_tap"]);
});

Deno.test("[MP6, UR3] a pause that no doctor ends is named; without a page it waits for one", () => {
  assert.deepEqual(rules(PAUSED, 60_000), []);
  assert.deepEqual(rules(PAUSED, 60_001), ["pause_ends"]);
  assert.deepEqual(rules({ ...PAUSED, view: null }, 120_000), []);
});

Deno.test("[MP6, UR2] what the page catches up on in time was never broken", () => {
  const shown = new ShownAlarms();
  const behind = { ...PAUSED, view: { phase: "PAUSED_URGENT", paused: [], standing: [] } } as const;
  assert.deepEqual(shown.look({ ...behind, nowMs: 100 }), []);
  assert.deepEqual(shown.look({ ...PAUSED, nowMs: 300 }), []);
  assert.deepEqual(shown.look({ ...PAUSED, nowMs: 900 }), []);
  assert.deepEqual(shown.look({ ...behind, nowMs: 1_000 }), [], "counted anew");
});
