import type { AutoAudit, AutoEffect, AutoPush } from "@/lib/auto/auto_effect.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { type AutoSettings, REPORT_FRESH_MS } from "@/lib/auto/auto_settings.ts";
import type {
  AutoState,
  GoldenState,
  PassesState,
  Saying,
  UrgencyState,
  What,
} from "@/lib/auto/auto_state.ts";
import { assertEdge, type Trigger } from "@/lib/auto/transitions.ts";
import type { TurnState } from "@/lib/auto/turn_state.ts";
import type { Phase } from "@/lib/auto_phase.ts";
import type { QueueItem } from "@/lib/auto/queue_item.ts";
import type { AutoRef } from "@/lib/speech/auto_ref.ts";

/**
 * A small machine: sees every event, outer and inner. Which file may change which part of the state is a
 * table in docs/auto.md, and a test holds all of them to it (MA11).
 */
export type Machine = (work: Work, event: AutoEvent | AutoInner) => void;

/** Zero questions in the golden minutes is enforced, never filtered (MA6). */
export class QuestionInGolden extends Error {
  override readonly name = "QuestionInGolden";

  constructor(what: What) {
    super(`Cannot say "${what}": the golden minutes belong to the patient`);
  }
}

const QUESTIONS: ReadonlySet<What> = new Set(["question", "anything_else"]);

/** What an event has ended. */
export interface Over {
  readonly saying: Saying | null;
  /** One that a run before this one had ordered: only the queue is told. */
  readonly earlier: Saying | null;
  readonly isTap: boolean;
}

export const NOTHING_OVER: Over = { saying: null, earlier: null, isTap: false };

/** One step under way: the state's parts are replaced, never changed in place. */
export class Work {
  readonly nowMs: number;
  readonly settings: AutoSettings;
  readonly effects: AutoEffect[] = [];
  readonly raised: AutoInner[] = [];
  /** What this very event has ended: one of Alba's utterances, or a doctor's. */
  over: Over = NOTHING_OVER;
  state: AutoState;
  readonly #isTick: boolean;

  constructor(state: AutoState, event: AutoEvent, nowMs: number, settings: AutoSettings) {
    this.state = state;
    this.#isTick = event.type === "tick";
    this.nowMs = nowMs;
    this.settings = settings;
  }

  set(change: Partial<AutoState>): void {
    this.state = { ...this.state, ...change };
  }

  setTurn(change: Partial<TurnState>): void {
    this.state = { ...this.state, turn: { ...this.state.turn, ...change } };
  }

  setGolden(change: Partial<GoldenState>): void {
    this.state = { ...this.state, golden: { ...this.state.golden, ...change } };
  }

  setPasses(change: Partial<PassesState>): void {
    this.state = { ...this.state, passes: { ...this.state.passes, ...change } };
  }

  setUrgency(change: Partial<UrgencyState>): void {
    this.state = { ...this.state, urgency: { ...this.state.urgency, ...change } };
  }

  raise(event: AutoInner): void {
    this.raised.push(event);
  }

  emit(effect: AutoEffect): void {
    this.effects.push(effect);
  }

  push(message: AutoPush): void {
    this.emit({ type: "push", message });
  }

  /** `words` are what was said or written; they stand beside the row and can be purged. */
  audit(kind: AutoAudit["kind"], detail: AutoAudit["detail"], words?: object): void {
    const text = words === undefined ? {} : { text: JSON.stringify(words) };
    this.emit({ type: "audit", entry: { kind, detail, ...text } });
  }

  /** The next number for a call or an utterance. */
  name(): number {
    const named = this.state.named + 1;
    this.set({ named });
    return named;
  }

  /** Throws `IllegalTransition` for an edge that the table does not have (MA2, MA5). */
  move(to: Phase, trigger: Trigger, detail: Readonly<Record<string, unknown>> = {}): void {
    const from = this.state.phase;
    assertEdge(from, trigger, to);
    // The golden clock runs in GOLDEN alone, whichever edge leads into it or out (GO1).
    if (from === "GOLDEN") {
      this.setGolden({ spentMs: goldenElapsedMs(this.state.golden, this.nowMs), enteredMs: null });
    }
    if (to === "GOLDEN") this.setGolden({ enteredMs: this.nowMs });
    this.set({ phase: to });
    this.audit("auto.phase", { from, to, trigger, ...detail });
    const goldenSpentMs = goldenElapsedMs(this.state.golden, this.nowMs);
    this.push({ type: "auto_phase", phase: to, goldenSpentMs, goldenRuns: to === "GOLDEN" });
  }

  item(id: string): QueueItem {
    const found = this.state.queue.items.find((item) => item.id === id);
    if (found === undefined) throw new Error(`Cannot find "${id}" in the queue: no such item`);
    return found;
  }

  setItem(id: string, change: Partial<QueueItem>): void {
    const { queue } = this.state;
    const items = queue.items.map((item) => item.id === id ? { ...item, ...change } : item);
    this.state = { ...this.state, queue: { ...queue, items } };
  }

  pending(): QueueItem[] {
    return this.state.queue.items.filter(({ status }) => status === "pending");
  }

  /** Somebody of ours is speaking or about to. */
  isVoiceBusy(): boolean {
    return this.state.saying !== null || this.state.tapped !== null;
  }

  /** The room is quiet by a report that is young enough to trust (TT12). */
  isQuiet(): boolean {
    const { report } = this.state.turn;
    return report !== null && report.quietMs > 0 && this.nowMs - report.atMs <= REPORT_FRESH_MS;
  }

  /** An utterance may be issued now; every other moment, and every tick, waits for a report (MA8). */
  maySpeak(): boolean {
    return this.state.run !== null && !this.#isTick && !this.isVoiceBusy() && this.isQuiet();
  }

  /** Issues one utterance; throws for a question in the golden minutes. */
  say(
    what: What,
    ref: AutoRef,
    about: { readonly item?: string; readonly reask?: boolean; readonly handedBack?: boolean } = {},
  ): void {
    const { phase, turn } = this.state;
    if (phase === "GOLDEN" && QUESTIONS.has(what)) throw new QuestionInGolden(what);
    const token = this.name();
    const { item = null, reask = false, handedBack = false } = about;
    const turnEndMs = QUESTIONS.has(what) && !reask ? turn.ended?.atMs ?? null : null;
    this.set({
      saying: {
        run: this.state.run?.id ?? null,
        token,
        what,
        item,
        ref,
        utterance: null,
        issuedMs: this.nowMs,
        startedMs: null,
        turnEndMs,
        reask,
      },
    });
    const quietS = turn.report === null ? null : turn.report.quietMs / 1000;
    const turnEndToIssueMs = turnEndMs === null ? null : Math.round(this.nowMs - turnEndMs);
    const keepsSpan = what === "let_me_think";
    this.emit({
      type: "say",
      token,
      ref,
      keepsSpan,
      detail: { phase, quietS, handedBack, item, reask, turnEndToIssueMs },
    });
  }
}

/** Milliseconds of the golden window that have run, urgency pauses not counted (GO1). */
export function goldenElapsedMs({ enteredMs, spentMs }: GoldenState, nowMs: number): number {
  return spentMs + (enteredMs === null ? 0 : nowMs - enteredMs);
}

export function isQuestion(what: What): boolean {
  return QUESTIONS.has(what);
}
