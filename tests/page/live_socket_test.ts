import assert from "node:assert/strict";
import { type ManualClock, manualClock } from "@/lib/clock.ts";
import { LiveSocket } from "@/lib/page/live_socket.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import { type FakeLine, fakeLine } from "./fake_line.ts";
import { snapshotForTest } from "./live_snapshot.ts";

function setUp() {
  const clock = manualClock();
  const line = fakeLine();
  const connections: string[] = [];
  const heard: string[] = [];
  const socket = new LiveSocket({
    url: "ws://box/socket",
    clock,
    random: () => 0,
    connect: line.connect,
    hello: () => ({ type: "hello", version: 1, room: "room-1", client: "tab" }),
    onMessage: (message) => heard.push(message.type),
    onConnection: ({ state }) => connections.push(state),
  });
  socket.connect();
  return { clock, line, connections, heard, socket };
}

/** Milliseconds until connection number `attempt` is begun. */
function waitFor(clock: ManualClock, line: FakeLine, attempt: number): number {
  let waited = 0;
  for (; line.attempts < attempt && waited < 60_000; waited += 50) clock.advance(50);
  return waited;
}

Deno.test("[CO5] a lost line is tried again by itself, later each time, until a snapshot comes", () => {
  const { clock, line } = setUp();
  line.open();
  line.say(snapshotForTest());
  line.cut();
  const waits = [2, 3, 4, 5].map((attempt) => {
    const waited = waitFor(clock, line, attempt);
    line.cut();
    return waited;
  });
  assert.deepEqual(waits, [250, 500, 1000, 2000]);
  clock.advance(4000);
  line.open();
  line.say(snapshotForTest());
  line.cut();
  clock.advance(250);
  assert.equal(line.attempts, 7);
});

Deno.test("[CO5] a line that opens and closes without a snapshot does not restart the back-off", () => {
  const { clock, line } = setUp();
  const waits = [2, 3, 4, 5].map((attempt) => {
    line.open();
    line.say({ type: "pong" });
    line.cut();
    return waitFor(clock, line, attempt);
  });
  assert.deepEqual(waits, [250, 500, 1000, 2000]);
});

Deno.test("[CO5] a line without a word for five seconds counts as lost", () => {
  const { clock, line, connections } = setUp();
  line.open();
  clock.advance(2000);
  assert.deepEqual(line.said.map(({ type }) => type), ["hello", "ping"]);
  line.say({ type: "pong" });
  clock.advance(4000);
  assert.equal(connections.at(-1), "open");
  clock.advance(2000);
  assert.equal(connections.at(-1), "lost");
});

Deno.test("[CO5] a connection that never opens is given up and tried again", () => {
  const { clock, line, connections } = setUp();
  clock.advance(5000);
  assert.equal(connections.at(-1), "lost");
  clock.advance(250);
  assert.equal(line.attempts, 2);
});

Deno.test("[CO3] a page whose place was taken stays away until it is asked back", () => {
  const { clock, line, connections, socket } = setUp();
  line.open();
  line.cut(CLOSE.replaced);
  clock.advance(60_000);
  assert.equal(line.attempts, 1);
  assert.equal(connections.at(-1), "replaced");
  socket.connect();
  assert.equal(line.attempts, 2);
});

Deno.test("[CO5] an over, outdated or abusive line is not tried again", () => {
  const states = {
    [CLOSE.over]: "over",
    [CLOSE.version]: "outdated",
    [CLOSE.abuse]: "outdated",
    [CLOSE.full]: "full",
    [CLOSE.signed_out]: "signed_out",
  };
  for (const [code, state] of Object.entries(states)) {
    const { clock, line, connections } = setUp();
    line.open();
    line.cut(Number(code));
    clock.advance(60_000);
    assert.equal(line.attempts, 1);
    assert.equal(connections.at(-1), state);
  }
});

Deno.test("[CO1, CO5] a consultation that the box cannot open now is tried again, and said in words", () => {
  const { clock, line, connections } = setUp();
  line.open();
  line.cut(CLOSE.unopened);
  assert.equal(connections.at(-1), "unopened");
  clock.advance(60_000);
  assert.ok(line.attempts > 1, "it goes on by itself");
});

Deno.test("[CO5, SE8] a line that is refused until somebody signs in is tried again, and says what it waits for", () => {
  const { clock, line, connections } = setUp();
  line.open();
  line.cut();
  clock.advance(250);
  line.cut("sign_in");
  assert.equal(connections.at(-1), "sign_in");
  clock.advance(500);
  assert.equal(line.attempts, 3, "it goes on by itself");
  line.cut(1006);
  assert.equal(connections.at(-1), "lost", "the box itself has gone");
  clock.advance(1000);
  line.open();
  assert.equal(connections.at(-1), "open");
});

Deno.test("[CO3] why the service hangs up is heard before it does, when close codes get lost", () => {
  const { clock, line, connections } = setUp();
  line.open();
  line.say({ type: "closing", code: CLOSE.replaced, words: "Opened again." });
  line.cut(1006);
  clock.advance(60_000);
  assert.equal(connections.at(-1), "replaced");
  assert.equal(line.attempts, 1);
});

Deno.test("[CO5] a service of another version is noticed by what it says", () => {
  for (const text of ["not json", '{"type":"news"}', '{"type":"pong","extra":1}']) {
    const { line, connections, heard } = setUp();
    line.open();
    line.sayText(text);
    assert.equal(connections.at(-1), "outdated");
    assert.deepEqual(heard, []);
  }
});

Deno.test("[CO5] frames are not piled up on a slow line", () => {
  const { line, socket } = setUp();
  assert.equal(socket.sendFrame(new ArrayBuffer(644)), false);
  line.open();
  assert.equal(socket.sendFrame(new ArrayBuffer(644)), true);
  line.waiting = 65_537;
  assert.equal(socket.sendFrame(new ArrayBuffer(644)), false);
  assert.equal(line.frames.length, 1);
});
