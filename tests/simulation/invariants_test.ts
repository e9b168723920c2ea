import assert from "node:assert/strict";
import type { Alarm } from "@/lib/alarms/alarm.ts";
import type { AutoState } from "@/lib/auto/auto_state.ts";
import { freshItem, type ItemStatus, type QueueItem } from "@/lib/auto/queue_item.ts";
import type { Awaiting } from "@/lib/auto/turn_state.ts";
import { StepInvariants, type Witness } from "@/lib/rehearsal/round/invariants.ts";
import { RUNNING } from "./a_run.ts";
import { OPEN_ALARM, SEEN_ALARM } from "./alarms.ts";

const WITNESS: Witness = {
  nowMs: 90_000,
  silentMs: 0,
  isPageThere: true,
  emptyWaitMs: 30_000,
  isVoiceFaulty: false,
  mayLack: false,
  hasDoctorStopped: false,
};

function item(id: string, status: ItemStatus, tokens: readonly string[] = [id]): QueueItem {
  const question = { question: `${id}?`, rationale: "", urgent: false };
  return freshItem(question, { id, tokens, version: 1, index: 0, status });
}

function withItems(...items: readonly QueueItem[]): AutoState {
  return { ...RUNNING, queue: { items, named: items.length } };
}

/** The rules that this moment breaks. */
function rules(
  auto: AutoState,
  { alarms = [], ...seen }: Partial<Witness> & { readonly alarms?: readonly Alarm[] } = {},
): string[] {
  const broken = new StepInvariants().look(alarms, auto, { ...WITNESS, ...seen });
  return broken.map(({ rule }) => rule);
}

Deno.test("[MP6, UR1] a run that goes on with an open alarm is named; paused, acknowledged or off it is not", () => {
  const alarms = [OPEN_ALARM];
  assert.deepEqual(rules(RUNNING, { alarms }), ["every_alarm_paused"]);
  assert.deepEqual(rules({ ...RUNNING, phase: "PAUSED_URGENT" }, { alarms }), []);
  assert.deepEqual(rules({ ...RUNNING, run: null, phase: "OFF" }, { alarms }), []);
  assert.deepEqual(rules(RUNNING, { alarms: [{ ...OPEN_ALARM, arranged: true }] }), []);
});

Deno.test("[MP6, UR7] an acknowledged alarm that the controller has lost is named; an arranged one is over", () => {
  const alarms = [SEEN_ALARM];
  assert.deepEqual(rules(RUNNING, { alarms }), ["strip_keeps_acknowledged"]);
  const standing = [{ id: "a1", action: "Bedside ECG" }];
  assert.deepEqual(
    rules({ ...RUNNING, urgency: { ...RUNNING.urgency, standing } }, { alarms }),
    [],
  );
  assert.deepEqual(rules(RUNNING, { alarms: [{ ...SEEN_ALARM, arranged: true }] }), []);
});

Deno.test("[MP6, QF4] a plan for what is not pending is named", () => {
  const planned = (state: AutoState): AutoState => ({
    ...state,
    flow: { at: "wording", item: "q1" },
  });
  assert.deepEqual(rules(planned(withItems(item("q1", "asked")))), ["plan_is_pending"]);
  assert.deepEqual(rules(planned(withItems())), ["plan_is_pending"]);
  assert.deepEqual(rules(planned(withItems(item("q1", "pending")))), []);
});

Deno.test("[MP6, QU8] an answer awaited to what was never asked is named", () => {
  const awaiting: Awaiting = {
    kind: "question",
    by: "tap",
    item: "q1",
    ref: null,
    hasStarted: true,
    endedMs: 1_000,
    spoke: false,
    isFirstAsk: true,
    reasked: true,
    startSample: null,
    endSample: null,
    wasWordless: false,
  };
  const awaited = (state: AutoState): AutoState => ({
    ...state,
    turn: { ...state.turn, awaiting },
  });
  assert.deepEqual(rules(awaited(withItems(item("q1", "pending")))), ["awaited_is_asked"]);
  assert.deepEqual(rules(awaited(withItems(item("q1", "asked")))), []);
});

Deno.test("[MP6, QU2] a queue that holds the same question twice is named", () => {
  const twice = withItems(item("q1", "asked", ["cough"]), item("q2", "pending", ["cough"]));
  assert.deepEqual(rules(twice), ["queue_holds_each_once"]);
  const once = withItems(item("q1", "asked", ["cough"]), item("q2", "pending", ["fever"]));
  assert.deepEqual(rules(once), []);
  const wordless = withItems(item("q1", "asked", []), item("q2", "pending", []));
  assert.deepEqual(rules(wordless), [], "what has no words that count is like nothing else");
});

Deno.test("[MP6, DW1] a hush that no doctor has ordered is named", () => {
  const hushed = { ...RUNNING, turn: { ...RUNNING.turn, isHushed: true } };
  assert.deepEqual(rules(hushed), ["hushed_by_doctor_only"]);
  assert.deepEqual(rules(hushed, { hasDoctorStopped: true }), []);
});

Deno.test("[MP6] a silence longer than the longest wait is named, unless it is not Alba's to break", () => {
  assert.deepEqual(rules(RUNNING, { silentMs: 35_001 }), ["no_dead_air"]);
  assert.deepEqual(rules(RUNNING, { silentMs: 35_000 }), []);
  assert.deepEqual(rules(RUNNING, { silentMs: 40_000, isVoiceFaulty: true }), []);
  assert.deepEqual(rules(RUNNING, { silentMs: 45_001, isVoiceFaulty: true }), ["no_dead_air"]);
  assert.deepEqual(rules(RUNNING, { silentMs: 99_000, isPageThere: false }), []);
  assert.deepEqual(rules({ ...RUNNING, phase: "PAUSED_URGENT" }, { silentMs: 99_000 }), []);
});

Deno.test("[MP6, TT12] a run that waits for ears or disk while they are there is named", () => {
  const lacking: AutoState = {
    ...RUNNING,
    lack: { cause: "ears", sinceMs: 80_000, isShown: true },
  };
  assert.deepEqual(rules(lacking), ["lacks_what_is_gone"]);
  assert.deepEqual(rules(lacking, { mayLack: true }), []);
});

Deno.test("[MP6] what has not changed since the last step is not forgotten", () => {
  const invariants = new StepInvariants();
  const alarms = [OPEN_ALARM];
  for (const nowMs of [1, 2]) {
    const broken = invariants.look(alarms, RUNNING, { ...WITNESS, nowMs });
    assert.deepEqual(broken.map(({ atMs, rule }) => [rule, atMs]), [["every_alarm_paused", nowMs]]);
  }
  assert.deepEqual(invariants.look([], RUNNING, WITNESS), []);
});
