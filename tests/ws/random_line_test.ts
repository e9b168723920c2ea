import assert from "node:assert/strict";
import fc from "fast-check";
import { FRAME_SAMPLES, samplesToMs } from "@/lib/audio/units.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { until } from "@/tests/engines/until.ts";
import { recordedFrames, recordedSamples, silence } from "./recorded.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { numbered, sendFrames, TestPage } from "./test_page.ts";

/** One thing that may happen on the line of a consultation. */
type Action =
  | { readonly do: "frames"; readonly count: number }
  /** Frames that the page never sent, or the line swallowed. */
  | { readonly do: "lose"; readonly frames: number }
  | { readonly do: "repeat"; readonly back: number }
  | { readonly do: "drop"; readonly awayFrames: number }
  | { readonly do: "reload"; readonly awayFrames: number }
  | { readonly do: "restart"; readonly awayFrames: number }
  | { readonly do: "type" }
  | { readonly do: "hear" }
  | { readonly do: "ask" }
  | { readonly do: "play" }
  | { readonly do: "end" }
  | { readonly do: "silence" }
  | { readonly do: "intrude" }
  | { readonly do: "nonsense" };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant("frames" as const), count: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant("lose" as const), frames: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ do: fc.constant("repeat" as const), back: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ do: fc.constant("drop" as const), awayFrames: fc.nat(500) }),
  fc.record({ do: fc.constant("reload" as const), awayFrames: fc.nat(500) }),
  fc.record({ do: fc.constant("restart" as const), awayFrames: fc.nat(500) }),
  ...(["type", "hear", "ask", "play", "end", "silence", "intrude", "nonsense"] as const)
    .map((name) => fc.constant({ do: name })),
);

/** A page, what it has been told, and what the recording must therefore hold. */
class Schedule {
  readonly #box: TestBox;
  readonly #id: ConsultationId;
  #page: TestPage;
  #epoch = 0;
  #next = 0;
  #expected: (number | null)[] = [];
  #lines: TranscriptSegmentMessage[] = [];
  #tentative = "";
  #said = 0;
  #utterance: string | null = null;

  constructor(box: TestBox, id: ConsultationId) {
    this.#box = box;
    this.#id = id;
    this.#page = new TestPage(box, id);
  }

  async begin(): Promise<void> {
    await this.#hello();
    await this.#page.capture(`epoch-${this.#epoch}`);
  }

  async run(step: Action): Promise<void> {
    const [box, page] = [this.#box, this.#page];
    switch (step.do) {
      case "frames":
        return await this.#frames(step.count);
      case "lose":
        this.#next += step.frames;
        box.clock.advance(20 * step.frames);
        return await this.#frames(1, step.frames);
      case "repeat":
        for (let back = Math.min(step.back, this.#next); back > 0; back--) {
          page.raw(encodeFrame(this.#next - back, numbered(this.#next - back)));
        }
        return await page.settled();
      case "drop":
        await this.#cut(step.awayFrames);
        this.#next += step.awayFrames;
        await this.#comeBack();
        return await this.#frames(1, step.awayFrames);
      case "restart":
        await box.restart(20 * step.awayFrames);
        await page.ended;
        this.#next += step.awayFrames;
        await this.#comeBack();
        return await this.#frames(1, step.awayFrames);
      case "reload":
        await this.#cut(step.awayFrames);
        this.#epoch += 1;
        // Before the first frame there is nothing that silence could come after.
        if (this.#expected.length > 0) this.#expected.push(...silence(step.awayFrames));
        this.#next = 0;
        return await this.#comeBack();
      case "type":
        page.say({ type: "typed", text: `Line ${this.#said++}.` });
        return await page.settled();
      case "hear": {
        const end = this.#expected.length * FRAME_SAMPLES;
        if (end > 0) box.ears.commit(`Heard ${this.#said++}.`, 0, end);
        box.ears.emit({ type: "tentative", text: `perhaps ${this.#said}` });
        return await page.settled();
      }
      case "ask":
        page.say({ type: "speak", ref: { phrase: "disclosure" } });
        await page.until(() =>
          page.all("speak_ready").length + page.all("speak_refused").length > 0
        );
        this.#utterance = page.all("speak_ready").at(-1)?.utterance_id ?? this.#utterance;
        return await page.settled();
      case "play":
        if (this.#utterance === null) return;
        page.say({ type: "speak_started", utterance_id: this.#utterance });
        return await page.settled();
      case "end":
        if (this.#utterance === null) return;
        page.say({ type: "speak_ended", utterance_id: this.#utterance, reason: "completed" });
        return await page.settled();
      case "silence":
        page.say({ type: "cancel_speak" });
        return await page.settled();
      case "intrude":
        return await this.#intrude();
      case "nonsense":
        page.raw("{");
        return await page.settled();
    }
  }

  /** What must hold after every step. */
  check(): void {
    const state = this.#box.services.rooms.session(this.#id)?.state;
    assert.ok(state !== undefined);
    assert.equal(state.capture.position, this.#expected.length * FRAME_SAMPLES);
    this.#takeIn();
    const open = this.#box.record.utterances.list(this.#id).filter((u) => u.endReason === null);
    assert.ok(open.length <= 1, "one utterance at a time");
  }

  async finish(): Promise<void> {
    const page = this.#page;
    const snapshot = await page.hello();
    this.#takeIn();
    assert.deepEqual(
      snapshot.committed,
      this.#lines,
      "the snapshot is what the messages add up to",
    );
    assert.equal(snapshot.tentative, this.#tentative);
    assert.equal(snapshot.position_ms, samplesToMs(this.#expected.length * FRAME_SAMPLES));
    page.say({ type: "stop" });
    await page.ended;
    const pcm = recordedSamples(this.#box.recordingPath(this.#id));
    assert.deepEqual(recordedFrames(pcm), this.#expected);
    this.#checkUtterances();
    assert.equal(verifyRecord(this.#box.dataDir).verdict, "untampered");
  }

  #checkUtterances(): void {
    let before = 0;
    for (const utterance of this.#box.record.utterances.list(this.#id)) {
      assert.notEqual(utterance.endReason, null, "every utterance has one end");
      if (utterance.startSample === null) continue;
      assert.ok(utterance.startSample >= before, "spans do not overlap");
      before = utterance.endSample ?? Infinity;
      assert.ok(before >= utterance.startSample);
    }
  }

  async #frames(count: number, lost = 0): Promise<void> {
    await sendFrames(this.#box, this.#page, this.#next, this.#next + count);
    for (let index = 0; index < lost; index++) this.#expected.push(null);
    for (let index = 0; index < count; index++) this.#expected.push(this.#next++);
  }

  async #cut(awayFrames: number): Promise<void> {
    this.#takeIn();
    await this.#page.drop();
    const state = () => this.#box.services.rooms.session(this.#id)?.state;
    await until(() => state()?.clients.tabs.size === 0);
    this.#box.clock.advance(20 * awayFrames);
  }

  async #comeBack(): Promise<void> {
    this.#takeIn();
    this.#page = new TestPage(this.#box, this.#id);
    await this.#hello();
    await this.#page.capture(`epoch-${this.#epoch}`);
  }

  async #hello(): Promise<void> {
    const snapshot = await this.#page.hello();
    assert.equal(snapshot.in_control, true);
    assert.deepEqual(snapshot.committed, this.#lines, "a page that comes back has missed nothing");
    this.#tentative = snapshot.tentative;
  }

  /** Another page says everything that could do harm, without having the control. */
  async #intrude(): Promise<void> {
    const before = this.#box.services.rooms.session(this.#id)?.state;
    const other = new TestPage(this.#box, this.#id);
    assert.equal((await other.hello("tab-2")).in_control, false);
    other.raw(encodeFrame(this.#next, numbered(this.#next)));
    other.say({ type: "speak", ref: { phrase: "disclosure" } });
    other.say({ type: "typed", text: "Not mine." });
    other.say({ type: "cancel_speak" });
    other.say({ type: "stop" });
    await other.settled();
    const after = this.#box.services.rooms.session(this.#id)?.state;
    assert.deepEqual(
      [after?.capture, after?.voice, after?.transcript, after?.lifecycle],
      [before?.capture, before?.voice, before?.transcript, before?.lifecycle],
    );
    await other.drop();
    await until(() => this.#box.services.rooms.session(this.#id)?.state.clients.tabs.size === 1);
  }

  /** Adds up the messages as a page does. */
  #takeIn(): void {
    for (const message of this.#page.messages.splice(0)) {
      if (message.type !== "transcript") continue;
      this.#lines.push(...message.committed);
      this.#tentative = message.tentative;
    }
  }
}

Deno.test("[CO5, TR2, CO3, SP4, SP8] whatever happens on the line, nothing shifts, doubles, overlaps or is missed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (steps) => {
      await using box = await openTestBox();
      const schedule = new Schedule(box, await box.start());
      await schedule.begin();
      for (const step of steps) {
        await schedule.run(step);
        schedule.check();
      }
      await schedule.finish();
    }),
    { numRuns: 15 },
  );
});
