import assert from "node:assert/strict";
import fc from "fast-check";
import { MOST_SHORT_IN_A_ROW } from "@/lib/models/pick_job.ts";
import type { ShortKind } from "@/lib/models/schedule_state.ts";
import { ScheduleModel } from "./schedule_model.ts";

const ROOMS = ["room-1", "room-2", "room-3"] as const;
let nextId = 0;

function submit(
  model: ScheduleModel,
  kind: ShortKind | "prepare",
  room = "room-1",
  boundMs = 2_000,
  boundBehindPassMs = boundMs,
): string {
  const id = `${kind}-${nextId++}`;
  model.send({
    type: "submit",
    id,
    kind,
    room,
    consultation: `c-${room}`,
    boundMs,
    boundBehindPassMs,
  });
  return id;
}

function requestPass(
  model: ScheduleModel,
  room = "room-1",
  holdMs = 0,
  afterPassMs = 0,
): string {
  const id = `pass-${nextId++}`;
  model.send({ type: "pass_requested", id, room, consultation: `c-${room}`, holdMs, afterPassMs });
  return id;
}

const kindsStarted = (model: ScheduleModel) => model.started.map((job) => job.kind);

type Step = fc.Command<Record<string, never>, ScheduleModel>;
function command(name: string, run: (model: ScheduleModel) => void): Step {
  return { check: () => true, run: (_, model) => run(model), toString: () => name };
}

const room = fc.constantFrom(...ROOMS);
const commands = [
  fc.tuple(
    fc.constantFrom("officer", "rerank", "topic", "prepare"),
    room,
    fc.constantFrom(500, 2_000, 30_000),
  )
    .map(([kind, room, boundMs]) =>
      command(
        `submit ${kind} ${room} ${boundMs}`,
        (model) => void submit(model, kind as ShortKind, room, boundMs, boundMs * 15),
      )
    ),
  fc.tuple(room, fc.constantFrom(0, 0, 4_000), fc.constantFrom(0, 0, 8_000)).map((
    [room, hold, after],
  ) =>
    command(
      `pass ${room} held ${hold}, after a pass ${after}`,
      (model) => void requestPass(model, room, hold, after),
    )
  ),
  room.map((room) =>
    command(
      `release ${room}`,
      (model) => void model.send({ type: "pass_released", consultation: `c-${room}` }),
    )
  ),
  fc.constantFrom("main" as const, "short" as const).map((slot) =>
    command(`finish ${slot}`, (model) => model.finish(slot))
  ),
  fc.integer({ min: 1, max: 5_000 }).map((ms) =>
    command(`wait ${ms}`, (model) => model.advance(ms))
  ),
];
const cancels = [
  room.map((room) =>
    command(
      `cancel ${room}`,
      (model) => void model.send({ type: "consultation_cancelled", consultation: `c-${room}` }),
    )
  ),
  fc.nat().map((n) =>
    command(`cancel job ${n}`, (model) => {
      const ids = [...model.submitted];
      const job = ids[n % Math.max(1, ids.length)];
      if (job !== undefined) model.send({ type: "job_cancelled", job });
    })
  ),
];

for (
  const [title, servers, more] of [
    ["one server", false, []],
    ["two servers", true, []],
    ["one server, and consultations that end", false, cancels],
  ] as const
) {
  Deno.test(`[LA4, LA2, CD2] any order of events keeps every promise of the scheduler: ${title}`, () => {
    fc.assert(
      fc.property(
        fc.commands([...commands, ...more], { maxCommands: 120, size: "max" }),
        (steps) => {
          const model = new ScheduleModel(servers);
          fc.modelRun(() => ({ model: {}, real: model }), steps);
          model.drain();
        },
      ),
      { numRuns: 400 },
    );
  });
}

Deno.test("[LA4] short calls go before the waiting calls of a pass, in their order", () => {
  const model = new ScheduleModel(false);
  requestPass(model);
  for (const kind of ["topic", "rerank", "officer"] as const) submit(model, kind, "room-1", 60_000);
  model.drain();
  assert.deepEqual(kindsStarted(model), [
    "urgency",
    "officer",
    "rerank",
    "topic",
    "assessment",
    "affect",
  ]);
});

Deno.test("[LA4] a running call of a pass is never stopped for a short call", () => {
  const model = new ScheduleModel(false);
  requestPass(model);
  submit(model, "officer");
  assert.equal(model.effects.some(({ type }) => type === "abort"), false);
  assert.deepEqual(kindsStarted(model), ["urgency"]);
});

Deno.test("[LA4] with a second server a short call runs beside the pass, with its short bound", () => {
  const model = new ScheduleModel(true);
  requestPass(model);
  const officer = submit(model, "officer", "room-1", 2_000, 30_000);
  const job = model.started.find((one) => one.id === officer);
  assert.deepEqual([job?.slot, job?.deadlineMs, job?.passInFlight], ["short", 2_000, false]);
});

Deno.test("[TT5] an officer behind a pass has the longer bound, and the deferral is told", () => {
  const model = new ScheduleModel(false);
  const alone = submit(model, "officer", "room-1", 2_000, 30_000);
  assert.equal(model.started.find((one) => one.id === alone)?.deadlineMs, 2_000);
  model.finish("main");
  requestPass(model);
  submit(model, "officer", "room-1", 2_000, 30_000);
  const deferred = model.effects.flatMap((one) => one.type === "deferred" ? one.boundMs : []);
  assert.deepEqual(deferred, [30_000]);
  model.advance(29_999);
  assert.equal([...model.ends.values()].includes("expired"), false);
  model.advance(1);
  assert.equal([...model.ends.values()].includes("expired"), true);
});

Deno.test("[LA4] what is left of a short call's bound is its time to run", () => {
  const model = new ScheduleModel(false);
  submit(model, "officer", "room-1", 2_000);
  const waiting = submit(model, "rerank", "room-1", 2_000);
  model.advance(1_500);
  model.finish("main");
  const start = model.effects.find((one) => one.type === "start" && one.job.id === waiting);
  assert.equal(start?.type === "start" ? start.timeoutMs : null, 500);
});

Deno.test("[CD2] a pass requested during a pass runs after it, and only the newest does", () => {
  const model = new ScheduleModel(false);
  const first = requestPass(model);
  const second = requestPass(model);
  const third = requestPass(model);
  assert.deepEqual([...model.activePasses.values()], [first]);
  model.drain();
  assert.deepEqual([...model.passEnds], [[second, "dropped"], [first, "landed"], [
    third,
    "landed",
  ]]);
});

Deno.test("[QF2] a held pass starts when released, or when its hold is over", () => {
  const released = new ScheduleModel(false);
  const pass = requestPass(released, "room-1", 4_000);
  released.advance(1_000);
  assert.equal(released.activePasses.size, 0);
  released.send({ type: "pass_released", consultation: "c-room-1" });
  assert.deepEqual([...released.activePasses.values()], [pass]);
  const held = new ScheduleModel(false);
  requestPass(held, "room-1", 4_000);
  held.advance(3_999);
  assert.equal(held.activePasses.size, 0);
  held.advance(1);
  assert.equal(held.activePasses.size, 1);
});

Deno.test("[LA4] idle preparation is abandoned as soon as anything else arrives", () => {
  for (
    const arrive of [
      (m: ScheduleModel) => submit(m, "officer"),
      (m: ScheduleModel) => requestPass(m),
    ]
  ) {
    const model = new ScheduleModel(false);
    const [runs, waits] = [submit(model, "prepare"), submit(model, "prepare")];
    arrive(model);
    assert.equal(model.ends.get(waits), "abandoned");
    assert.equal(model.effects.filter(({ type }) => type === "abort").length, 1);
    assert.equal(model.started.length, 1, "the server is free only when it has let go");
    model.finish("main");
    assert.equal(model.ends.get(runs), "abandoned");
    assert.equal(model.started.length, 2);
  }
});

Deno.test("[LA4] preparation waits until nothing else does", () => {
  const model = new ScheduleModel(false);
  requestPass(model);
  submit(model, "prepare", "room-1", 60_000);
  model.drain();
  assert.deepEqual(kindsStarted(model), ["urgency", "assessment", "affect", "prepare"]);
});

Deno.test("[LA4, CO3] two rooms share one server call by call", () => {
  const model = new ScheduleModel(false);
  for (const room of ["room-1", "room-2"]) requestPass(model, room);
  const order: string[] = [];
  for (let call = 0; call < 12; call++) {
    const job = model.running.get("main");
    order.push(`${job?.room.slice(-1)}${job?.kind[0]}${job?.kind[1]}`);
    model.finish("main");
    // Both rooms always want another pass.
    for (const room of ["room-1", "room-2"]) {
      if (!model.activePasses.has(`c-${room}`)) requestPass(model, room);
    }
  }
  assert.deepEqual(order.slice(0, 6), ["1ur", "2ur", "1as", "2as", "1af", "2af"]);
  const served = (room: string) => order.filter((one) => one.startsWith(room)).length;
  assert.ok(Math.abs(served("1") - served("2")) <= 1, order.join(" "));
});

Deno.test("[LA4] endless short calls let a pass through after a bound", () => {
  const model = new ScheduleModel(false);
  requestPass(model);
  for (let call = 0; call < 30; call++) submit(model, "officer", "room-1", 1e9);
  model.drain();
  const order = kindsStarted(model);
  assert.equal(order.indexOf("assessment"), 1 + MOST_SHORT_IN_A_ROW);
  assert.equal(order.indexOf("affect"), 2 + 2 * MOST_SHORT_IN_A_ROW);
});

Deno.test("[CD2] the end of a consultation ends its calls once, and frees the server when it lets go", () => {
  const model = new ScheduleModel(false);
  const pass = requestPass(model);
  const next = requestPass(model);
  const officer = submit(model, "officer");
  const other = submit(model, "topic", "room-2");
  model.send({ type: "consultation_cancelled", consultation: "c-room-1" });
  assert.deepEqual(model.passEnds.get(next), "dropped");
  assert.equal(model.ends.get(officer), "cancelled");
  assert.equal(model.started.some((job) => job.id === other), false);
  model.finish("main");
  assert.equal(model.ends.get(`${pass}/urgency`), "cancelled");
  assert.equal(model.passEnds.get(pass), "cancelled");
  assert.equal(model.started.some((job) => job.id === other), true);
});
