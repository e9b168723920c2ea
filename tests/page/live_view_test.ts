import assert from "node:assert/strict";
import { lineId } from "@/lib/page/live_line.ts";
import {
  initialLiveView,
  isNudging,
  type LiveEvent,
  type LiveView,
  reduceLive,
} from "@/lib/page/live_view.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { agendaForTest, segmentForTest, snapshotForTest } from "./live_snapshot.ts";

const server = (message: ServerMessage): LiveEvent => ({ type: "server", message });

function after(...events: readonly LiveEvent[]): LiveView {
  return events.reduce(reduceLive, initialLiveView([]));
}

const speaking = server({
  type: "speech",
  speech: { state: "speaking", utterance_id: "u1", text: "Hello." },
  disclosure_spoken: false,
});

Deno.test("[TR3] committed lines are added once, in recording order, and never change", () => {
  const first = server({
    type: "transcript",
    committed: [segmentForTest("a", 0), segmentForTest("c", 2000)],
    tentative: "and",
  });
  const again = server({
    type: "transcript",
    committed: [segmentForTest("a", 0, "changed"), segmentForTest("b", 1000)],
    tentative: "",
  });
  const view = after(first, again);
  assert.deepEqual(view.lines.map(lineId), ["a", "b", "c"]);
  assert.ok(view.lines.every((line) => line.kind === "said" && line.segment.text !== "changed"));
  assert.equal(view.tentative, "");
  const same = reduceLive(view, again);
  assert.equal(same.lines, view.lines);
});

Deno.test("[CO5] a snapshot replaces what was said and keeps what Alba said", () => {
  const before = after(server(snapshotForTest({ position_ms: 1500 })), speaking);
  const committed = [segmentForTest("a", 0), segmentForTest("b", 3000)];
  const view = reduceLive(before, server(snapshotForTest({ committed })));
  assert.deepEqual(view.lines.map(lineId), ["a", "u1", "b"]);
});

Deno.test("[CO5] a lost line forgets what only the service knows", () => {
  const view = after(
    server(snapshotForTest({ tentative: "half a" })),
    { type: "connection", connection: { state: "lost" } },
  );
  assert.equal(view.inControl, null);
  assert.equal(view.tentative, "");
});

Deno.test("[SE8] when the person was signed out, nothing of the patient stays on the screen", () => {
  const said = server({
    type: "transcript",
    committed: [segmentForTest("a", 0)],
    tentative: "and",
  });
  const view = after(said, speaking, { type: "connection", connection: { state: "signed_out" } });
  assert.deepEqual(view, { ...initialLiveView([]), connection: { state: "signed_out" } });
});

Deno.test("[SK1] Alba's line appears once, when its playback begins", () => {
  const ready = server({
    type: "speech",
    speech: { state: "ready", utterance_id: "u1", text: "Hello." },
    disclosure_spoken: false,
  });
  assert.deepEqual(after(ready).lines, []);
  assert.equal(after(ready, speaking, speaking).lines.length, 1);
});

Deno.test("[SK2] the card to read from lives and dies with its utterance", () => {
  const aloud = server({
    type: "speak_aloud",
    utterance_id: "u1",
    ref: { phrase: "disclosure" },
    text: "Hello.",
    max_s: 20,
  });
  const started: LiveEvent = { type: "read_aloud_started" };
  assert.deepEqual(after(aloud, started).readAloud, {
    utteranceId: "u1",
    text: "Hello.",
    started: true,
  });
  assert.notEqual(after(aloud, speaking).readAloud, null);
  const idle = server({ type: "speech", speech: { state: "idle" }, disclosure_spoken: true });
  assert.equal(after(aloud, speaking, idle).readAloud, null);
  assert.equal(after(aloud, server(snapshotForTest())).readAloud, null);
});

Deno.test("[SK2, CO3] a page that has lost control has nothing to read aloud from", () => {
  const aloud = server({
    type: "speak_aloud",
    utterance_id: "u1",
    ref: { phrase: "disclosure" },
    text: "Hello.",
    max_s: 20,
  });
  const control = (in_control: boolean) => server({ type: "control", in_control });
  const snapshot = (in_control: boolean) =>
    server(snapshotForTest({
      in_control,
      speech: { state: "speaking", utterance_id: "u1", text: "Hello." },
    }));
  assert.equal(after(aloud, control(false)).readAloud, null);
  assert.equal(after(aloud, snapshot(false)).readAloud, null);
  assert.notEqual(after(aloud, control(true)).readAloud, null);
  assert.notEqual(after(aloud, snapshot(true)).readAloud, null);
});

Deno.test("[SK1] a refusal stays until it is seen or Alba is heard", () => {
  const refused = server({
    type: "speak_refused",
    ref: { phrase: "go_on" },
    code: "disclosure_first",
    reason: "The disclosure has not been spoken yet.",
  });
  assert.match(after(refused).refusal ?? "", /disclosure/);
  assert.equal(after(refused, { type: "refusal_seen" }).refusal, null);
  assert.equal(after(refused, speaking).refusal, null);
});

Deno.test("[DW3, SK3] a tap at the nudge is one until the nudge goes or something else is tapped", () => {
  const offers = { type: "nudge", offered: true } as const;
  const taps = { type: "tapped", isNudge: true } as const;
  const given = server(snapshotForTest({ disclosure_spoken: true }));
  const at = (...events: readonly LiveEvent[]) => after(given, ...events);
  const isAtNudge = (view: LiveView) => view.nudgeTapped && isNudging(view);
  assert.ok(isAtNudge(at(offers, taps)));
  assert.ok(isAtNudge(at(offers, taps, offers)));
  assert.ok(!isAtNudge(at(offers, { type: "tapped", isNudge: false })));
  assert.ok(!isAtNudge(at(offers, taps, { type: "tapped", isNudge: false })));
  assert.ok(!isAtNudge(at(offers, taps, { ...offers, offered: false })));
  assert.ok(!isAtNudge(at(offers, taps, { ...offers, offered: false }, offers)));
  assert.ok(!isAtNudge(at(offers, taps, { type: "pausing" })));
});

const PAIN = "Where does it hurt?";
const SMOKE = "Do you smoke?";
const asks = (version: number, ...questions: string[]) =>
  server({ type: "agenda", agenda: agendaForTest(version, ...questions) });

Deno.test("[CD2] only what the version before did not have is new, and only until the next version", () => {
  const opened = after(server(snapshotForTest()), asks(1, PAIN));
  assert.deepEqual(opened.agendaNews, [], "at first there was nothing to tell it from");
  const second = reduceLive(opened, asks(2, SMOKE, PAIN));
  assert.deepEqual(second.agendaNews, [SMOKE]);
  assert.deepEqual(reduceLive(second, asks(3, SMOKE)).agendaNews, []);
  const condition = { condition: "Angina", for: [], against: [] };
  const considered = { ...agendaForTest(3, SMOKE, PAIN), considerations: [condition] };
  const third = reduceLive(second, server({ type: "agenda", agenda: considered }));
  assert.deepEqual(third.agendaNews, ["Angina"]);
});

Deno.test("[CD2, CO5] a page finds nothing new when it is loaded; after a lost line, what it has not shown", () => {
  const agenda = agendaForTest(4, PAIN, SMOKE);
  const loaded = after(server(snapshotForTest({ agenda })));
  assert.deepEqual([loaded.agenda, loaded.agendaNews], [agenda, []]);
  const shown = after(
    server(snapshotForTest()),
    asks(3, PAIN),
    server(snapshotForTest({ agenda })),
  );
  assert.deepEqual(shown.agendaNews, [SMOKE]);
  const again = reduceLive(shown, server(snapshotForTest({ agenda })));
  assert.deepEqual(again.agendaNews, [SMOKE], "the same version again changes nothing");
});
