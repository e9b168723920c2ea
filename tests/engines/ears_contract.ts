import assert from "node:assert/strict";
import { msToSamples, samples } from "@/lib/audio/units.ts";
import type { CommittedSpeech, Ears, EarsEngine, EarsEvent } from "@/lib/engines/ports.ts";
import { until } from "./until.ts";

/** A recording in which something is said, and where. */
export interface SpokenRecording {
  readonly pcm: Int16Array;
  readonly lines: readonly {
    readonly startMs: number;
    readonly endMs: number;
    readonly text: string;
  }[];
}

/** An engine under contract, and how its host makes it fail. */
export interface EarsUnderTest {
  readonly engine: EarsEngine;
  /** The engine is gone, in the middle of whatever it does; it comes back when `revive` is called. */
  kill(): void;
  revive(): void;
  /** Waits until what was fed has been answered as far as a live engine would answer it now. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface EarsContract {
  readonly name: string;
  readonly ignore: boolean;
  /** Three lines or more, at least 1.5 s of silence between them, 2 s before and after. */
  readonly recording: () => Promise<SpokenRecording>;
  readonly open: (recording: SpokenRecording) => Promise<EarsUnderTest>;
  /** Whether two texts say the same, as exactly as this engine can be expected to hear. */
  readonly same: (said: string, heard: string) => boolean;
}

/** Frames of 20 ms, as the microphone sends them. */
const FRAME = 320;
const FLUSH_TIMEOUT_MS = 60_000;

/** What every `EarsEngine` that hears promises to a consultation. */
export function earsContract(contract: EarsContract): void {
  const promises: Record<string, (hearing: Hearing) => Promise<void>> = {
    "[TR3] commits what was said, in order and in its place": commitsInPlace,
    "[TR3] hears silence without a word": hearsSilence,
    "[TR3] a stream that begins late places words in the recording": beginsLate,
    "[TR3] two rooms hear each their own": twoRooms,
    "[TR3] nothing is told after close": closes,
    "[TR4] dies and comes back: nothing is lost and nothing doubled": survivesDeath,
    "[TR4] flush ends at its timeout though the engine is gone": flushTimesOut,
    "[TR5] nothing muted is heard": hearsNothingMuted,
  };
  for (const [title, promise] of Object.entries(promises)) {
    Deno.test({
      name: `${title} (${contract.name})`,
      ignore: contract.ignore,
      async fn() {
        const recording = await contract.recording();
        const host = await contract.open(recording);
        try {
          await promise({ ...host, recording, same: contract.same });
        } finally {
          await host.close();
        }
      },
    });
  }
}

interface Hearing extends EarsUnderTest {
  readonly recording: SpokenRecording;
  readonly same: EarsContract["same"];
}

/** A stream and all that it told. */
class Listener {
  readonly events: EarsEvent[] = [];
  readonly ears: Ears;

  constructor(engine: EarsEngine, startAt = 0) {
    this.ears = engine.open({
      startAt: samples(startAt),
      onEvent: (event) => this.events.push(event),
    });
  }

  committed(): CommittedSpeech[] {
    return this.events.flatMap((event) => event.type === "committed" ? [event.speech] : []);
  }

  text(): string {
    return this.committed().map((speech) => speech.text).join(" ");
  }

  heard(): number {
    return this.events.reduce((at, event) => event.type === "heard" ? event.through : at, 0);
  }
}

async function feed(
  { settle }: EarsUnderTest,
  listener: Listener,
  pcm: Int16Array,
  mutedAt: (sample: number) => boolean = () => false,
): Promise<void> {
  for (let at = 0; at < pcm.length; at += FRAME) {
    listener.ears.feed(pcm.subarray(at, at + FRAME), mutedAt(at));
    if (at % (10 * FRAME) === 0) await settle();
  }
}

function assertOrdered(committed: readonly CommittedSpeech[]): void {
  let at = 0;
  for (const speech of committed) {
    assert.ok(speech.start < speech.end);
    assert.equal(speech.text, speech.words.map((word) => word.text).join(" "));
    for (const word of speech.words) {
      assert.ok(word.start >= at && word.end > word.start, "words are in order, apart");
      assert.ok(word.start >= speech.start && word.end <= speech.end, "words lie inside");
      assert.ok(word.probability >= 0 && word.probability <= 1);
      at = word.end;
    }
  }
}

function saidIn({ lines }: SpokenRecording): string {
  return lines.map((line) => line.text).join(" ");
}

function assertSame({ same }: Hearing, said: string, heard: string): void {
  assert.ok(same(said, heard), `said "${said}", heard "${heard}"`);
}

async function commitsInPlace(hearing: Hearing): Promise<void> {
  const { engine, recording } = hearing;
  const listener = new Listener(engine);
  await feed(hearing, listener, recording.pcm);
  await listener.ears.flush(FLUSH_TIMEOUT_MS);
  assertOrdered(listener.committed());
  assertSame(hearing, saidIn(recording), listener.text());
  assert.equal(listener.heard(), recording.pcm.length);
  for (const { startMs, endMs, text } of recording.lines) {
    const inside = listener.committed()
      .flatMap((speech) => speech.words)
      .filter((word) =>
        word.end > msToSamples(startMs - 400) && word.start < msToSamples(endMs + 400)
      );
    assertSame(hearing, text, inside.map((word) => word.text).join(" "));
  }
  listener.ears.close();
}

async function hearsSilence(hearing: Hearing): Promise<void> {
  const listener = new Listener(hearing.engine);
  const hum = new Int16Array(35 * 16_000).map((_, index) => 20 * Math.sin(index * 0.04));
  await feed(hearing, listener, hum);
  await listener.ears.flush(FLUSH_TIMEOUT_MS);
  // The fake hears what its script says, whatever the sound: only the others can be asked for nothing.
  if (hearing.recording.pcm.some((value) => value !== 0)) assert.equal(listener.text(), "");
  assert.equal(listener.heard(), hum.length);
  listener.ears.close();
}

async function beginsLate(hearing: Hearing): Promise<void> {
  const { engine, recording } = hearing;
  const second = recording.lines[1];
  assert.ok(second !== undefined);
  const startAt = msToSamples(second.startMs - 700);
  const listener = new Listener(engine, startAt);
  await feed(hearing, listener, recording.pcm.subarray(startAt));
  await listener.ears.flush(FLUSH_TIMEOUT_MS);
  const [first] = listener.committed();
  assert.ok(first !== undefined && Math.abs(first.start - msToSamples(second.startMs)) < 6_400);
  assertSame(hearing, recording.lines.slice(1).map((line) => line.text).join(" "), listener.text());
  listener.ears.close();
}

async function twoRooms(hearing: Hearing): Promise<void> {
  const { engine, recording } = hearing;
  const last = recording.lines.at(-1);
  assert.ok(last !== undefined);
  const from = msToSamples(last.startMs - 700);
  const whole = new Listener(engine);
  const late = new Listener(engine, from);
  await feed(hearing, whole, recording.pcm);
  await feed(hearing, late, recording.pcm.subarray(from));
  await Promise.all([whole.ears.flush(FLUSH_TIMEOUT_MS), late.ears.flush(FLUSH_TIMEOUT_MS)]);
  assertSame(hearing, saidIn(recording), whole.text());
  assertSame(hearing, last.text, late.text());
  whole.ears.close();
  late.ears.close();
}

async function closes(hearing: Hearing): Promise<void> {
  const listener = new Listener(hearing.engine);
  await feed(hearing, listener, hearing.recording.pcm.subarray(0, 5 * 16_000));
  listener.ears.close();
  const told = listener.events.length;
  listener.ears.feed(hearing.recording.pcm, false);
  await listener.ears.flush(FLUSH_TIMEOUT_MS);
  await hearing.settle();
  assert.equal(listener.events.length, told);
}

async function survivesDeath(hearing: Hearing): Promise<void> {
  const { engine, recording, kill, revive } = hearing;
  const listener = new Listener(engine);
  let from = 0;
  for (const line of recording.lines) {
    const cut = msToSamples(line.endMs - 100);
    await feed(hearing, listener, recording.pcm.subarray(from, cut));
    kill();
    // The line's end is heard by nobody for now.
    from = cut + msToSamples(800);
    listener.ears.feed(recording.pcm.subarray(cut, from), false);
    await until(() => engine.state().state !== "ready");
    revive();
  }
  await feed(hearing, listener, recording.pcm.subarray(from));
  await listener.ears.flush(FLUSH_TIMEOUT_MS);
  assertOrdered(listener.committed());
  assertSame(hearing, saidIn(recording), listener.text());
  assert.equal(listener.heard(), recording.pcm.length);
  const states = listener.events.flatMap((event) =>
    event.type === "state" ? [event.engine.state] : []
  );
  assert.ok(states.includes("restarting"), "the page was told");
  listener.ears.close();
}

async function flushTimesOut(hearing: Hearing): Promise<void> {
  const { engine, recording, kill, revive } = hearing;
  const listener = new Listener(engine);
  const middle = msToSamples(recording.lines[0]?.endMs ?? 0);
  await feed(hearing, listener, recording.pcm.subarray(0, middle - 8_000));
  kill();
  listener.ears.feed(recording.pcm.subarray(middle - 8_000, middle), false);
  await listener.ears.flush(200);
  assert.ok(listener.heard() < middle);
  revive();
  await listener.ears.flush(FLUSH_TIMEOUT_MS);
  assert.equal(listener.heard(), middle);
  listener.ears.close();
}

async function hearsNothingMuted(hearing: Hearing): Promise<void> {
  const { engine, recording } = hearing;
  const [first, second] = recording.lines;
  assert.ok(first !== undefined && second !== undefined);
  // From the middle of the first line to just after the second.
  const from = Math.floor(msToSamples((first.startMs + first.endMs) / 2) / FRAME) * FRAME;
  const to = Math.ceil(msToSamples(second.endMs + 200) / FRAME) * FRAME;
  const listener = new Listener(engine);
  await feed(hearing, listener, recording.pcm, (at) => at >= from && at < to);
  await listener.ears.flush(FLUSH_TIMEOUT_MS);
  for (const word of listener.committed().flatMap((speech) => speech.words)) {
    assert.ok(word.end <= from || word.start >= to, `"${word.text}" lies in a muted window`);
  }
  const after = listener.committed().flatMap((speech) => speech.words).filter((word) =>
    word.start >= to
  );
  const rest = recording.lines.slice(2).map((line) => line.text).join(" ");
  assertSame(hearing, rest, after.map((word) => word.text).join(" "));
  assert.equal(listener.heard(), recording.pcm.length);
  listener.ears.close();
}
