import assert from "node:assert/strict";
import type { Span } from "@/lib/audio/spans.ts";
import { samples } from "@/lib/audio/units.ts";
import { type Clock, manualClock } from "@/lib/clock.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { clinicianId } from "@/lib/record/ids.ts";
import { busyBox } from "@/lib/rehearsal/round/busy_box.ts";
import { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import { silentRecorder } from "@/lib/rehearsal/round/silent_recorder.ts";
import { type OneWayParts, SimulatedLine } from "@/lib/rehearsal/round/simulated_line.ts";
import { tamperedMessages } from "@/lib/rehearsal/round/tampered_messages.ts";
import { seeded } from "@/lib/rehearsal/seeded.ts";

const PING: PageMessage = { type: "ping" };
const BY = { id: clinicianId.parse("01J00000000000000000000000"), name: "Smith" };

/** Takes 200 ms and up to `jitterMs` more, into a box that is busy until `busyToMs`. */
function slow(jitterMs: number, busyToMs = 0) {
  return (clock: Clock): OneWayParts => ({
    clock,
    random: seeded(1),
    delay: { leastMs: 200, jitterMs },
    busyUntilMs: (ms) => Math.max(ms, busyToMs),
    hit: () => {},
  });
}

/** A line to a session that only notes what reaches it. */
function line(up: (clock: Clock) => OneWayParts) {
  const clock = manualClock();
  const arrived: [number, string][] = [];
  const closed: number[] = [];
  const session = {
    connect: () => {},
    disconnect: () => {},
    post: (event: SessionEvent) => {
      const what = event.type === "page" ? event.message.type : event.type;
      arrived.push([clock.monotonicMs(), what]);
    },
  };
  const simulated = new SimulatedLine({
    ...{ clock, by: BY, name: "tab" },
    session: () => session,
    newId: () => "id",
    up: up(clock),
    down: null,
    tampered: (message, post) => post(message),
    deliver: (_message, pass) => pass(),
  });
  const connect = () =>
    simulated.connect("virtual", {
      opened: () => {},
      received: () => {},
      closed: (code) => void closed.push(Number(code)),
    });
  return { arrived, clock, closed, connect, simulated };
}

Deno.test("[MP3] what is sent arrives in its order, as late as the line has it", () => {
  const { arrived, clock, connect, simulated } = line(slow(50));
  connect();
  clock.advance(0);
  simulated.send(PING);
  simulated.send({ type: "take_control" });
  clock.advance(10);
  simulated.send({ type: "stop" });
  clock.advance(300);
  assert.deepEqual(arrived.map(([, what]) => what), ["ping", "take_control", "stop"]);
  assert.ok(arrived.every(([ms]) => ms >= 200 && ms <= 260));
});

Deno.test("[MP3] a cut line loses what is under way, and stays away until it is mended", () => {
  const { arrived, clock, closed, connect, simulated } = line(slow(0));
  connect();
  clock.advance(0);
  simulated.send(PING);
  assert.equal(simulated.cut(), true);
  assert.equal(simulated.cut(), false);
  connect();
  clock.advance(500);
  assert.deepEqual([arrived, closed], [[], [1006, 1006]]);
  simulated.mend();
  connect();
  clock.advance(0);
  simulated.send(PING);
  clock.advance(200);
  assert.deepEqual(arrived.map(([, what]) => what), ["ping"]);
});

Deno.test("[MP3] what is sent at one moment arrives at one, and not before the box has time", () => {
  const jittery = line(slow(50));
  jittery.connect();
  jittery.clock.advance(0);
  for (let n = 0; n < 20; n++) jittery.simulated.send(PING);
  jittery.clock.advance(300);
  assert.equal(jittery.arrived.length, 20);
  assert.equal(new Set(jittery.arrived.map(([ms]) => ms)).size, 1);

  const busy = line(slow(0, 2_000));
  busy.connect();
  busy.clock.advance(0);
  busy.simulated.send(PING);
  busy.clock.advance(3_000);
  assert.deepEqual(busy.arrived, [[2_000, "ping"]]);
});

Deno.test("[MP3] a box that stands still does late what was due, in its order, and stays on time else", () => {
  const clock = manualClock();
  const done: [number, string][] = [];
  let hits = 0;
  const box = busyBox(clock, [{ fromMs: 1_000, toMs: 3_000 }], () => hits++);
  const at = (ms: number, what: string) =>
    box.clock.after(ms, () => done.push([clock.monotonicMs(), what]));
  at(2_000, "second");
  at(1_500, "first");
  at(500, "before");
  at(3_500, "after");
  at(2_500, "never")();
  clock.advance(5_000);
  assert.deepEqual(done, [[500, "before"], [3_000, "first"], [3_000, "second"], [3_500, "after"]]);
  assert.deepEqual([hits, box.untilMs(999), box.untilMs(2_999)], [2, 999, 3_000]);
});

Deno.test("[MP3] what a box that stands still has put off can still be called off", () => {
  const clock = manualClock();
  let done = 0;
  const box = busyBox(clock, [{ fromMs: 1_000, toMs: 3_000 }], () => {});
  const cancel = box.clock.after(1_500, () => void done++);
  clock.advance(2_000);
  cancel();
  clock.advance(3_000);
  assert.equal(done, 0);
});

Deno.test("[MP3] reports of quiet come twice or after the next, and none is lost but the last", () => {
  const hits = new FaultHits();
  const tamper = tamperedMessages({ seed: 4, rates: { disordered_reports: 0.5 } }, hits);
  const came: number[] = [];
  for (let span = 0; span < 200; span++) {
    const report: PageMessage = {
      type: "quiet",
      ...{ quiet_s: 1, span, since: "speech", rms: 0, floor: 0.02, trace: [], frame: 0 },
      trace_step_ms: 100,
    };
    tamper(report, (message) => message.type === "quiet" && came.push(message.span ?? -1));
  }
  const pairs = came.map((span, at) => [span, came[at + 1] ?? Infinity] as const);
  assert.ok(pairs.some(([span, next]) => span === next), "twice");
  assert.ok(pairs.some(([span, next]) => span === next + 1), "after the next");
  assert.ok(new Set(came).size >= 199);
  assert.ok((hits.counts().disordered_reports ?? 0) > 50);
});

Deno.test("[MP2, CO1] a recording keeps its length over a restart, and a full disk takes nothing", () => {
  const folder = Deno.makeTempDirSync();
  try {
    const path = `${folder}/one.wav`;
    let isFull = false;
    const silences: Span[] = [];
    const open = silentRecorder({ isFull: () => isFull, silences });
    const first = open(path);
    assert.ok(first.ok);
    first.recorder.append(new Int16Array(320));
    const again = open(path);
    assert.ok(again.ok);
    assert.equal(again.recorder.position, 320);
    assert.equal(Deno.statSync(path).size, 44 + 2 * 320);
    isFull = true;
    assert.equal(again.recorder.appendSilence(samples(320)).ok, false);
    assert.equal(again.recorder.position, 320);
    isFull = false;
    assert.ok(again.recorder.appendSilence(samples(160)).ok);
    assert.deepEqual(silences, [{ start: 320, end: 480 }]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
