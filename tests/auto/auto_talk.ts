import type { AutoAudit, AutoEffect, AutoPush } from "@/lib/auto/auto_effect.ts";
import type {
  AgendaItem,
  AlarmMatch,
  AlarmNews,
  AutoEvent,
  CancelledBy,
  QuietReport,
} from "@/lib/auto/auto_event.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { type AutoState, initialAuto } from "@/lib/auto/auto_state.ts";
import { stepAuto } from "@/lib/auto/step.ts";
import { parseAuditDetail } from "@/lib/record/audit_events.ts";
import type { EndReason } from "@/lib/protocol/shared.ts";

/** The defaults of config.md, with one model server and no acoustic ear. */
export const DEFAULTS: AutoSettings = {
  goldenMs: 90_000,
  encouragerMinQuietMs: 4_000,
  encouragerMaxUnanswered: 2,
  eotQuietMs: 2_000,
  eotFallbackMs: 3_500,
  thinkThresholdMs: 3_000,
  officer: "model",
  officerTimeoutMs: 2_000,
  officerMaxWaitMs: 30_000,
  presynth: true,
  presynthWaitMs: 2_000,
  strictRevise: true,
  topicTimeoutMs: 2_000,
  topicMatchThreshold: 0.6,
  layMinSimilarity: 0.3,
  rerankTimeoutMs: 2_000,
  actionMatchThreshold: 0.6,
  queueMax: 12,
  queueAbsentPasses: 3,
  noAnswerGraceMs: 12_000,
  shortCallsHoldMs: 4_000,
  emptyWaitMs: 30_000,
  enableRetries: 3,
  enableRetryWindowMs: 30_000,
  quietReportAuditMs: 1_000,
  ear: "shadow",
  earHoldMs: 5_000,
  hasShortServer: true,
  bargeInRms: null,
};

/** What happens, as a test tells it: where in the recording an utterance begins and ends, the talk knows. */
export type Happens =
  | Exclude<AutoEvent, Spoken>
  | Unplaced<Extract<AutoEvent, { type: "speech_started" }>>
  | Unplaced<Extract<AutoEvent, { type: "speech_ended" }>>;
type Spoken = Extract<AutoEvent, { type: "speech_started" | "speech_ended" }>;
type Unplaced<Event extends Spoken> = Omit<Event, "atSample"> & Partial<Pick<Event, "atSample">>;

type EffectOf<Type extends AutoEffect["type"]> = Extract<AutoEffect, { type: Type }>;
type PushOf<Type extends AutoPush["type"]> = Extract<AutoPush, { type: Type }>;

export function question(text: string, urgent = false): AgendaItem {
  return { question: text, rationale: `why ${text}`, urgent };
}

/** An id of the shape that real ones have, to be told apart at a glance. */
export function madeId(kind: string, count: number): string {
  return `01J${kind}${String(count).padStart(22, "0")}`;
}

/** Throws unless each audit effect has the shape of its kind (RE4). */
export function assertRows(effects: readonly AutoEffect[]): void {
  for (const effect of effects) {
    if (effect.type === "audit") parseAuditDetail(effect.entry.kind, effect.entry.detail);
  }
}

export interface TalkOptions {
  readonly settings?: Partial<AutoSettings>;
  readonly questions?: readonly AgendaItem[];
  readonly modelUsable?: boolean;
}

/**
 * The controller alone, with a page that obeys: what Alba is told to say is issued at once, and the
 * test says when it begins and ends. Time moves only by hand; `quietFor` reports as the page does.
 */
export class AutoTalk {
  readonly settings: AutoSettings;
  state: AutoState = initialAuto();
  nowMs = 1_000;
  /** Everything so far, in order. */
  readonly effects: AutoEffect[] = [];
  span = 1;
  since: QuietReport["since"] = "speech";
  quietMs = 0;
  /** Why the voice refuses what Alba is told to say now; null where it takes it. */
  refuses: () => string | null = () => null;
  #utterances = 0;
  #tap = 0;
  #passes = 0;
  #runs = 0;

  constructor({ settings = {}, modelUsable = true }: TalkOptions = {}) {
    this.settings = { ...DEFAULTS, ...settings };
    this.on({ type: "model", usable: modelUsable });
  }

  /**
   * Handles one event; what is to be said is issued in the same moment. Returns its own effects.
   * Throws for an audit row that the record would not take.
   */
  on(happens: Happens): readonly AutoEffect[] {
    const isPlaced = happens.type === "speech_started" || happens.type === "speech_ended";
    const event = isPlaced ? { atSample: this.#sample(), ...happens } : happens;
    const answer = stepAuto(this.state, event, this.nowMs, this.settings);
    assertRows(answer.effects);
    this.state = answer.state;
    this.effects.push(...answer.effects);
    const after = answer.effects.flatMap((effect): readonly AutoEffect[] => {
      if (effect.type !== "say") return [];
      const code = this.refuses();
      if (code !== null) return this.on({ type: "say_refused", token: effect.token, code });
      this.#utterances += 1;
      return this.on({
        type: "say_issued",
        token: effect.token,
        utterance: madeId("A", this.#utterances),
      });
    });
    return [...answer.effects, ...after];
  }

  wait(ms: number): readonly AutoEffect[] {
    const effects: AutoEffect[] = [];
    const until = this.nowMs + ms;
    while (this.nowMs < until) {
      this.nowMs = Math.min(until, this.nowMs + 250);
      effects.push(...this.on({ type: "tick" }));
    }
    return effects;
  }

  /** Toggles on with both phrases already given: the golden minutes begin at once. */
  static golden(options: TalkOptions = {}): AutoTalk {
    const talk = new AutoTalk(options);
    talk.toggleOn({ questions: options.questions ?? [], given: true });
    return talk;
  }

  /** In OPEN, the golden exit's turn end standing, before anything has been asked. */
  static open(options: TalkOptions = {}): AutoTalk {
    const talk = AutoTalk.golden(options);
    talk.speak(5_000);
    talk.quietTo(2_000);
    talk.verdict({ handedBack: true });
    return talk;
  }

  toggleOn(
    { questions = [], given = false, disclosureGiven = given }: {
      readonly questions?: readonly AgendaItem[];
      readonly given?: boolean;
      readonly disclosureGiven?: boolean;
    } = {},
  ): readonly AutoEffect[] {
    this.#runs += 1;
    return this.on({
      type: "toggle_on",
      run: madeId("R", this.#runs),
      disclosureGiven,
      invitationGiven: given,
      floor: {
        floor: 0.02,
        noiseFloorRms: 0.0031,
        margin: 3,
        source: "sound_check",
        clamped: true,
        soundCheckAgeS: 60,
      },
      client: { userAgent: "test", platform: "test", inputLabel: "mic", outputLabel: "speaker" },
      agenda: { version: questions.length === 0 ? 0 : 1, questions },
    });
  }

  /** The patient talks for so long: a new span, which the page tells at its beginning. */
  speak(ms: number, isCommitted = true): readonly AutoEffect[] {
    this.span += 1;
    this.since = "speech";
    this.quietMs = 0;
    const effects = [...this.report()];
    effects.push(...this.wait(ms));
    if (isCommitted) {
      effects.push(
        ...this.on({ type: "committed", throughSample: this.#sample(), isPatient: true }),
      );
    }
    return effects;
  }

  /** Quiet grows to this length, reported every half second from the first threshold on. */
  quietTo(toMs: number): readonly AutoEffect[] {
    const effects: AutoEffect[] = [];
    while (this.quietMs < toMs) {
      const next = this.quietMs < 2_000
        ? Math.min(2_000, toMs)
        : Math.min(toMs, (Math.floor(this.quietMs / 500) + 1) * 500);
      effects.push(...this.wait(next - this.quietMs));
      this.quietMs = next;
      effects.push(...this.report());
    }
    return effects;
  }

  report(change: Partial<QuietReport> = {}): readonly AutoEffect[] {
    return this.on({
      type: "quiet",
      report: {
        quietMs: this.quietMs,
        span: this.span,
        since: this.since,
        rms: 0.004,
        floor: 0.02,
        trace: [0.03, 0.02, 0.004],
        traceStepMs: 100,
        atSample: this.#sample(),
        ...change,
      },
    });
  }

  #sample(): number {
    return this.nowMs * 16;
  }

  /** Alba's current utterance is heard from its beginning to its end. */
  hear(ms = 1_500): readonly AutoEffect[] {
    const utterance = this.current();
    const effects = [...this.on({ type: "speech_started", utterance })];
    effects.push(...this.wait(ms));
    effects.push(...this.endSpeech("completed", true));
    return effects;
  }

  /**
   * Ends Alba's current utterance; unless it keeps the span, a new one begins with its end. What is
   * cancelled is a doctor's Stop unless told.
   */
  endSpeech(
    reason: EndReason,
    audible: boolean,
    rms: number | null = null,
    by: CancelledBy = "stop",
  ): readonly AutoEffect[] {
    const { saying } = this.state;
    const utterance = this.current();
    if (saying?.what !== "let_me_think" && audible) {
      this.span += 1;
      this.since = "playback";
      this.quietMs = 0;
    }
    const who = reason === "cancelled" ? { by } : {};
    return this.on({ type: "speech_ended", utterance, reason, audible, rms, ...who });
  }

  /** What Alba is saying or about to say; a method, because it changes under a test's hands. */
  saying(): string | null {
    return this.state.saying?.what ?? null;
  }

  /** The id of what Alba is saying; fails the test when that is nothing. */
  current(): string {
    const utterance = this.state.saying?.utterance;
    if (utterance == null) throw new Error("Alba is saying nothing");
    return utterance;
  }

  /** Answers the officer that is being asked. */
  verdict(
    { finished = false, handedBack = false, failure = null }: {
      readonly finished?: boolean;
      readonly handedBack?: boolean;
      readonly failure?: string | null;
    },
  ): readonly AutoEffect[] {
    const call = this.last("ask_officer").call;
    return this.on({
      type: "officer_verdict",
      call,
      finishedThought: finished || handedBack,
      handedBack,
      by: "model",
      failure,
      elapsedMs: 700,
    });
  }

  /** A pass from its start to its landing, with the next version; null questions failed. */
  pass(questions: readonly AgendaItem[] | null): readonly AutoEffect[] {
    const version = this.startPass();
    return this.on({ type: "pass_landed", version, questions });
  }

  startPass(): number {
    this.#passes += 1;
    const version = 10 + this.#passes;
    this.on({ type: "pass_started", version });
    return version;
  }

  alarm(
    raised: readonly AlarmNews[],
    about: {
      readonly open?: readonly AlarmNews[];
      readonly standing?: readonly AlarmNews[];
      readonly matched?: readonly AlarmMatch[];
      readonly source?: "rule" | "model";
      readonly version?: number;
    } = {},
  ): readonly AutoEffect[] {
    const { open = raised, standing = [], matched = [], source = "rule", version = 5 } = about;
    return this.on({
      type: "alarms",
      version,
      source,
      snapshot: `01J00000000000000000000000-v${version}`,
      raised,
      matched,
      open,
      standing,
    });
  }

  /** The doctor taps a question of the agenda; it is issued and can be heard with `hearTap`. */
  tap(text: string, confirmed = false): string {
    this.#tap += 1;
    const utterance = madeId("T", this.#tap);
    this.on({
      type: "tapped",
      utterance,
      confirmed,
      what: { kind: "question", version: 1, index: 0, item: question(text) },
    });
    return utterance;
  }

  hearTap(utterance: string, ms = 1_500): readonly AutoEffect[] {
    const effects = [...this.on({ type: "speech_started", utterance })];
    effects.push(...this.wait(ms));
    this.span += 1;
    this.since = "playback";
    this.quietMs = 0;
    effects.push(
      ...this.on({
        type: "speech_ended",
        utterance,
        reason: "completed",
        audible: true,
        rms: null,
      }),
    );
    return effects;
  }

  all<Type extends AutoEffect["type"]>(type: Type): EffectOf<Type>[] {
    return this.effects.filter((effect): effect is EffectOf<Type> => effect.type === type);
  }

  last<Type extends AutoEffect["type"]>(type: Type): EffectOf<Type> {
    const found = this.all(type).at(-1);
    if (found === undefined) throw new Error(`No "${type}" has been asked for`);
    return found;
  }

  audits(kind: string): AutoAudit[] {
    return this.all("audit").map(({ entry }) => entry).filter((entry) => entry.kind === kind);
  }

  pushes<Type extends AutoPush["type"]>(type: Type): PushOf<Type>[] {
    return this.all("push").map(({ message }) => message).filter((
      message,
    ): message is PushOf<Type> => message.type === type);
  }

  /** What Alba has been told to say: a phrase's id or a question's text, in order. */
  said(): string[] {
    return this.all("say").map(({ ref }) => ref.kind === "phrase" ? ref.phrase : ref.question);
  }
}
