import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { AutoEvent, QuietReport } from "@/lib/auto/auto_event.ts";
import { EAR_QUIET_MS, REPORT_ROUNDING_MS } from "@/lib/auto/auto_settings.ts";
import { driveEvent, driveTicks } from "@/lib/consultation/auto_drive.ts";
import type { AutoModeSettings } from "@/lib/consultation/auto_mode_settings.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";
import { carryOut } from "@/lib/consultation/slices/auto_effects.ts";
import { translate, withSenses } from "@/lib/consultation/slices/auto_events.ts";
import type { AutoSlice } from "@/lib/consultation/slices/auto_state.ts";

/**
 * Auto mode, the last slice: it hears from all others and is heard by them with the next event. Null
 * while the gate is shut (EN1).
 */
export function autoSlice(
  before: AutoSlice | null,
  input: SliceInput,
  context: StepContext,
): SliceResult<AutoSlice | null> {
  const { auto } = context.settings;
  if (before === null || auto === null) return nothing(before);
  const felt = withSenses(before, context);
  const { effects, events: meant, state } = translate(felt.state, input, context, auto);
  const events = [...felt.events, ...meant];
  const isTick = input.from === "outside" && input.event.type === "tick";
  if (events.length === 0 && !isTick) return { state, effects, inner: [] };
  const turn = new Turn(state, context, auto);
  turn.effects.push(...effects);
  turn.tick();
  for (const event of events) turn.take(event);
  return { state: turn.state, effects: turn.effects, inner: [] };
}

/** The events of one step, and what the controller answers at once to what it asks. */
class Turn {
  readonly effects: SliceEffect[] = [];
  readonly #context: StepContext;
  readonly #auto: AutoModeSettings;
  state: AutoSlice;

  constructor(state: AutoSlice, context: StepContext, auto: AutoModeSettings) {
    this.state = state;
    this.#context = context;
    this.#auto = auto;
  }

  tick(): void {
    const { drive } = this.state;
    const run = drive.core.run?.id ?? null;
    const ticked = driveTicks(drive, this.#context.nowMs, this.#auto.thresholds);
    this.state = { ...this.state, drive: ticked.drive };
    this.#runChanged(run);
    this.#mistaken(ticked.mistake);
    this.#carryOut(ticked.effects);
  }

  take(event: AutoEvent): void {
    const { codeVersion, settingsHash, thresholds } = this.#auto;
    const { nowMs } = this.#context;
    const run = this.state.drive.core.run?.id ?? null;
    const driven = driveEvent(this.state.drive, event, nowMs, thresholds);
    this.state = { ...this.state, drive: driven.drive };
    const { outcome } = driven;
    const { seq } = driven.drive;
    this.effects.push(
      { type: "save_auto_event", seq, nowMs, event, outcome, codeVersion, settingsHash },
    );
    this.#runChanged(run);
    this.#mistaken(driven.mistake);
    this.#carryOut(driven.effects);
    if (event.type === "quiet") this.#score(event.report);
  }

  /** TT14: the sound of a patient's span is scored once, at the first report that is quiet enough. */
  #score({ quietMs, since }: QuietReport): void {
    const { drive, scoredSpan, typedAtMs } = this.state;
    const { run, turn: { span } } = drive.core;
    if (this.#auto.thresholds.ear === "off" || run === null || span === null) return;
    if (since !== "speech" || span === scoredSpan || typedAtMs !== null) return;
    if (quietMs < EAR_QUIET_MS - REPORT_ROUNDING_MS) return;
    this.state = { ...this.state, scoredSpan: span };
    this.effects.push({ type: "score_turn_end", span });
  }

  #mistaken(error: string | null): void {
    if (error !== null) this.effects.push({ type: "auto_mistake", error });
  }

  /** EN4: a run's thresholds stand in the record from its start, its end from its end. */
  #runChanged(before: string | null): void {
    const run = this.state.drive.core.run?.id ?? null;
    if (run === before) return;
    if (before !== null) this.effects.push({ type: "save_run_ended", run: before });
    if (run === null) return;
    const { thresholds } = this.#auto;
    const { soundCheck } = this.state;
    this.effects.push({ type: "save_run_started", run, thresholds, soundCheck });
  }

  #carryOut(effects: readonly AutoEffect[]): void {
    const answers: AutoEvent[] = [];
    for (const effect of effects) {
      if (effect.type === "push" && effect.message.type === "auto_toggled") {
        this.state = { ...this.state, words: effect.message.words };
      }
      const carried = carryOut(effect, this.state, this.#context, this.#auto);
      this.effects.push(...carried.effects);
      answers.push(...carried.answers);
    }
    for (const answer of answers) this.take(answer);
  }
}
