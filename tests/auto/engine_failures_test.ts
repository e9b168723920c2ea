import assert from "node:assert/strict";
import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { Phase } from "@/lib/auto_phase.ts";
import { AutoTalk, madeId, question } from "./auto_talk.ts";

/** Everything that the golden minutes, the re-asks and the waits of a short agenda may take. */
const LONGEST_MS = 15 * 60_000;
/** So often the page declines to play; a room that is never quiet is no failure of an engine. */
const ABORTS = 4;
/** How long a lack lasts, a page is away, and a doctor looks at an alarm. */
const TROUBLE_MS = 20_000;

type Asked = Extract<
  AutoEffect["type"],
  `ask_${string}` | "prepare_speech" | "say" | "request_pass"
>;

/** How each of what is asked of an engine can fail. A new call without a line here does not compile. */
const CALLS = {
  ask_officer: ["error", "silent"],
  ask_topic: ["error", "silent"],
  ask_rerank: ["error", "silent"],
  prepare_speech: ["error", "silent"],
  request_pass: ["error", "silent", "dropped"],
  say: ["refused", "lost", "aborted", "capped"],
} as const satisfies Record<Asked, readonly string[]>;

/** What can be gone without having been asked for anything. */
const LACKS = ["ears", "recording", "record", "model", "page"] as const;

type Lacking = typeof LACKS[number];
const isLack = (of: string): of is Lacking => LACKS.some((one) => one === of);

type Failure =
  | { readonly of: Asked; readonly how: string }
  | { readonly of: Lacking };

const FAILURES: readonly Failure[] = [
  ...Object.entries(CALLS).flatMap(([of, ways]) => ways.map((how) => ({ of: of as Asked, how }))),
  ...LACKS.map((of) => ({ of })),
];

const ANYWHERE = [
  "DISCLOSURE",
  "INVITATION",
  "GOLDEN",
  "OPEN",
  "CLOSED",
  "PAUSED_URGENT",
  "HANDOVER",
] as const;

/**
 * Where each strikes: nothing is asked of a model before the golden minutes, and in a pause only the
 * next questions are made ready.
 */
const STRIKES: Readonly<Record<Failure["of"], readonly Phase[]>> = {
  ask_officer: ["GOLDEN", "OPEN", "CLOSED"],
  ask_topic: ["GOLDEN", "OPEN", "CLOSED", "PAUSED_URGENT"],
  ask_rerank: ["OPEN", "CLOSED"],
  prepare_speech: ["GOLDEN", "OPEN", "CLOSED", "PAUSED_URGENT"],
  request_pass: ["OPEN", "CLOSED"],
  say: ["DISCLOSURE", "INVITATION", "GOLDEN", "OPEN", "CLOSED", "HANDOVER"],
  ears: ANYWHERE,
  recording: ANYWHERE,
  record: ANYWHERE,
  model: ANYWHERE,
  page: ANYWHERE,
};

const QUESTIONS = [
  "Does the pain spread?",
  "Do you smoke?",
  "Any fever?",
  "Are you short of breath?",
  "Do you take any tablets?",
];
const ALARM = { id: `${madeId("X", 1)}-v5-1`, action: "Call 999" };

/** A patient who answers, a doctor who reads alarms, and engines of which one fails in one phase. */
class FailingRoom {
  readonly talk: AutoTalk;
  /** How often it has failed. */
  struck = 0;
  /** What the controller must never do, in words. */
  readonly wrong: string[] = [];
  readonly #phase: Phase;
  readonly #failure: Failure;
  #served = 0;
  #lackedAtMs: number | null = null;
  #pausedAtMs: number | null = null;
  #hasPaused = false;

  constructor(phase: Phase, failure: Failure, presynth: boolean) {
    this.#phase = phase;
    this.#failure = failure;
    this.talk = new AutoTalk({ settings: { goldenMs: 30_000, presynth } });
    this.talk.refuses = () => this.#fails("say") === "refused" ? "unavailable" : null;
    this.talk.toggleOn({
      questions: QUESTIONS.map((text) => question(text)),
    });
  }

  /** True when the run came to an end in time. */
  run(): boolean {
    const { talk } = this;
    const beganMs = talk.nowMs;
    while (talk.state.run !== null && talk.nowMs - beganMs < LONGEST_MS) {
      this.#lack();
      this.#serve();
      this.#speak();
      this.#doctor();
      if (!this.#isPageAway()) talk.quietTo(talk.quietMs + 500);
      else talk.wait(500);
    }
    this.#serve();
    return talk.state.run === null;
  }

  /** How what is asked now fails; null where it does not. Counted. */
  #fails(of: Failure["of"]): string | null {
    const failure = this.#failure;
    if (failure.of !== of || this.talk.state.phase !== this.#phase) return null;
    this.struck += 1;
    return "how" in failure ? failure.how : "";
  }

  #isPageAway(): boolean {
    return this.#failure.of === "page" && this.#lackedAtMs !== null &&
      this.talk.nowMs - this.#lackedAtMs < TROUBLE_MS;
  }

  /** What is gone goes once, as the phase begins, and comes back. */
  #lack(): void {
    const { talk } = this;
    const { of } = this.#failure;
    if (!isLack(of)) return;
    if (this.#lackedAtMs === null) {
      if (this.#fails(of) !== "") return;
      this.#lackedAtMs = talk.nowMs;
      if (of === "page") talk.on({ type: "page_lost" });
      else if (of === "model") talk.on({ type: "model", usable: false });
      else talk.on({ type: "senses", lack: of });
    } else if (this.#lackedAtMs > 0 && talk.nowMs - this.#lackedAtMs >= TROUBLE_MS) {
      this.#lackedAtMs = -Infinity;
      if (of === "model") talk.on({ type: "model", usable: true });
      else if (of !== "page") talk.on({ type: "senses", lack: null });
    }
  }

  #serve(): void {
    for (; this.#served < this.talk.effects.length; this.#served += 1) {
      const effect = this.talk.effects[this.#served];
      if (effect !== undefined) this.#answer(effect);
    }
  }

  #answer(effect: AutoEffect): void {
    const { talk } = this;
    if (effect.type === "say" && effect.ref.kind !== "phrase" && !this.#mayAsk()) {
      this.wrong.push(`a question in ${talk.state.phase}`);
    }
    if (!(effect.type in CALLS) || effect.type === "say") return;
    const how = this.#fails(effect.type as Asked);
    if (how === "silent") return;
    const failure = how === null ? null : "error";
    const about = { failure, elapsedMs: 700 };
    switch (effect.type) {
      case "ask_officer":
        return void talk.on({
          ...{ type: "officer_verdict", call: effect.call, by: "model", ...about },
          ...{ finishedThought: true, handedBack: false },
        });
      case "ask_topic":
        return void talk.on({
          ...{ type: "topic_answer", call: effect.call, ...about },
          ...{ topic: failure === null ? "the pain" : null, lay: null, laySimilarity: null },
        });
      case "ask_rerank":
        return void talk.on({
          ...{ type: "rerank_answer", call: effect.call, ...about },
          ...{ order: [], drop: [] },
        });
      case "prepare_speech":
        if (effect.token === null) return;
        return void talk.on({ type: "speech_prepared", token: effect.token, ok: how === null });
      case "request_pass": {
        if (how !== "dropped") return void talk.pass(how === null ? [] : null);
        return void talk.on({ type: "pass_dropped", version: talk.startPass() });
      }
    }
  }

  #mayAsk(): boolean {
    return ["OPEN", "CLOSED"].includes(this.talk.state.phase);
  }

  /** The page plays what it is told to, and the patient answers what is asked. */
  #speak(): void {
    const { talk } = this;
    const { saying } = talk.state;
    if (saying === null || saying.utterance === null || this.#isPageAway()) return;
    const isDone = this.#failure.of === "say" && "how" in this.#failure &&
      this.#failure.how === "aborted" && this.struck >= ABORTS;
    const how = isDone ? null : this.#fails("say");
    switch (how) {
      case "lost":
        return void talk.endSpeech("lost", false);
      case "aborted":
        talk.endSpeech("politeness_abort", false, 0.05);
        return void talk.speak(1_000);
      case "capped":
        talk.on({ type: "speech_started", utterance: saying.utterance });
        talk.wait(1_000);
        talk.endSpeech("capped", true);
        break;
      default:
        talk.on({ type: "speech_started", utterance: saying.utterance });
        this.#lack();
        talk.wait(1_500);
        talk.endSpeech(this.#isPageAway() ? "lost" : "completed", true);
    }
    const isAnswered = saying.what !== "let_me_think" && talk.state.run !== null;
    if (isAnswered) talk.speak(3_000);
  }

  /** One alarm in OPEN; the doctor looks at it for a while. */
  #doctor(): void {
    const { talk } = this;
    const { phase } = talk.state;
    if (phase === "PAUSED_URGENT") {
      this.#pausedAtMs ??= talk.nowMs;
      if (talk.nowMs - this.#pausedAtMs < TROUBLE_MS) return;
      talk.on({ type: "resume", seen: [ALARM], open: [] });
      if (talk.state.phase === "PAUSED_URGENT") this.wrong.push("a pause that no tap ends");
      return;
    }
    if (this.#pausedAtMs !== null && talk.nowMs - this.#pausedAtMs < TROUBLE_MS) {
      this.wrong.push("a pause that ended by itself");
    }
    if (this.#hasPaused || phase !== "OPEN") return;
    this.#hasPaused = true;
    talk.alarm([ALARM]);
  }
}

function nameOf(failure: Failure): string {
  return "how" in failure ? `${failure.of} ${failure.how}` : `${failure.of} gone`;
}

for (const phase of ANYWHERE) {
  Deno.test(`[TT4, TT12, QF8, SP9, UR1, EN2] whichever engine fails in ${phase}, the run goes on or ends in words`, () => {
    for (const failure of FAILURES) {
      const name = `${nameOf(failure)} in ${phase}`;
      const struck = [true, false].map((presynth) => failed(phase, failure, presynth, name));
      assert.equal(struck.some((times) => times > 0), STRIKES[failure.of].includes(phase), name);
    }
  });
}

/** Plays it, with the sound of the next questions made ahead or not; returns how often it struck. */
function failed(phase: Phase, failure: Failure, presynth: boolean, name: string): number {
  const room = new FailingRoom(phase, failure, presynth);
  const isOver = room.run();
  const { talk } = room;
  const { flow, turn } = talk.state;
  assert.ok(isOver, `${name}: held in ${talk.state.phase}: ${JSON.stringify({ flow, turn })}`);
  assert.deepEqual(room.wrong, [], name);
  if (talk.state.phase !== "HANDOVER") {
    const told = talk.pushes("auto_toggled").at(-1);
    assert.ok(told?.on === false && (told.words ?? "") !== "", `${name}: ends without a word`);
  }
  return room.struck;
}
