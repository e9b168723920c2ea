import assert from "node:assert/strict";
import fc from "fast-check";
import type { AgendaItem } from "@/lib/auto/auto_event.ts";
import { AutoTalk, madeId, question } from "./auto_talk.ts";

/** Everything that the golden minutes, the re-asks and the waits of a short agenda may take. */
const LONGEST_MS = 15 * 60_000;

interface Room {
  readonly agenda: readonly AgendaItem[];
  /** What the officer says of every span; null is a server that never answers. */
  readonly officer: "finished" | "not_finished" | "fails" | null;
  /** Passes bring nothing new, fail, or never land. */
  readonly pass: "nothing_new" | "fails" | null;
  readonly modelUsable: boolean;
  readonly presynth: boolean;
  readonly hasShortServer: boolean;
  /** How many of the first utterances the page declines to play. */
  readonly aborts: number;
  /** The patient answers each so many-th utterance; 0 is a patient who never says a word. */
  readonly answersEach: number;
  readonly disturbance: "none" | "tap" | "stop" | "page_lost" | "pause" | "barge_in";
}

const room: fc.Arbitrary<Room> = fc.record({
  agenda: fc.nat(3).map((count) =>
    ["Does the pain spread?", "Do you smoke?", "Any fever?"].slice(0, count).map((text) =>
      question(text)
    )
  ),
  officer: fc.constantFrom("finished", "not_finished", "fails", null),
  pass: fc.constantFrom("nothing_new", "fails", null),
  modelUsable: fc.boolean(),
  presynth: fc.boolean(),
  hasShortServer: fc.boolean(),
  aborts: fc.nat(2),
  answersEach: fc.nat(3),
  disturbance: fc.constantFrom("none", "tap", "stop", "page_lost", "pause", "barge_in"),
});

/** A page that reports truly, and servers as the room has them, until the run is over. */
class Patience {
  readonly talk: AutoTalk;
  readonly #room: Room;
  #spoken = 0;
  #disturbed = false;

  constructor(inRoom: Room) {
    const { agenda, hasShortServer, modelUsable, presynth } = inRoom;
    this.#room = inRoom;
    this.talk = new AutoTalk({ modelUsable, settings: { presynth, hasShortServer } });
    this.talk.toggleOn({ questions: agenda });
  }

  /** The time that the run took, ms; null when it did not end. */
  run(): number | null {
    const { talk } = this;
    const began = talk.nowMs;
    while (talk.state.run !== null) {
      if (talk.nowMs - began > LONGEST_MS) return null;
      talk.quietTo(talk.quietMs + 500);
      this.#serve();
      this.#voice();
      if (talk.nowMs - began > 20_000) this.#disturb();
    }
    return talk.nowMs - began;
  }

  #serve(): void {
    const { talk } = this;
    const { officer, pass } = this.#room;
    if (talk.state.turn.officers.length > 0 && officer !== null) {
      const failure = officer === "fails" ? "error" : null;
      talk.verdict({ finished: officer === "finished", failure });
    }
    if (talk.state.flow.at === "voicing") {
      talk.on({ type: "speech_prepared", token: talk.state.flow.token, ok: true });
    }
    if (!talk.state.passes.isRequested || talk.state.passes.inFlight !== null) return;
    if (pass === null) talk.startPass();
    else talk.pass(pass === "fails" ? null : []);
  }

  #voice(): void {
    const { talk } = this;
    const { aborts, answersEach } = this.#room;
    if (talk.state.saying === null) return;
    this.#spoken += 1;
    if (this.#spoken <= aborts) {
      talk.endSpeech("politeness_abort", false, 0.05);
      return void talk.speak(1_000);
    }
    const asksNothing = talk.saying() === "let_me_think";
    talk.hear();
    if (!asksNothing && answersEach > 0 && this.#spoken % answersEach === 0) talk.speak(3_000);
  }

  #disturb(): void {
    if (this.#disturbed || this.talk.state.phase === "DISCLOSURE") return;
    this.#disturbed = true;
    const { talk } = this;
    switch (this.#room.disturbance) {
      case "none":
        return;
      case "tap":
        return void talk.hearTap(talk.tap("Any allergies?", true));
      case "page_lost":
        return void talk.on({ type: "page_lost" });
      case "pause":
        talk.alarm([{ id: `${madeId("X", 1)}-v5-1`, action: "Call 999" }]);
        return void talk.on({ type: "resume", seen: [], open: [] });
      case "stop":
      case "barge_in": {
        if (talk.state.saying === null) return;
        talk.endSpeech(this.#room.disturbance === "stop" ? "cancelled" : "barge_in", true);
        // The doctor who stopped her, or the patient who spoke over her, speaks.
        return void talk.speak(2_000);
      }
    }
  }
}

Deno.test("[TT4, TT7, GO5, QF8] incidents 483 and 485: whoever is silent, fails or says not finished, the run comes to its end", () => {
  const taken: number[] = [];
  fc.assert(
    fc.property(room, (inRoom) => {
      const patience = new Patience(inRoom);
      const tookMs = patience.run();
      const { phase, flow, turn } = patience.talk.state;
      assert.notEqual(tookMs, null, `held in ${phase}: ${JSON.stringify({ flow, turn })}`);
      assert.equal(phase, "HANDOVER");
      taken.push(tookMs ?? 0);
      const said = patience.talk.said();
      assert.equal(said.at(-1), "examination_handover");
      assert.ok(said.filter((words) => words === "anything_else").length >= 1);
    }),
    { numRuns: 250 },
  );
  assert.ok(Math.max(...taken) < LONGEST_MS);
});
