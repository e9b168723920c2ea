import type { AutoAudit, AutoEffect, AutoPush } from "@/lib/auto/auto_effect.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AuditEntry } from "@/lib/consultation/audit_entry.ts";
import type { AutoModeSettings } from "@/lib/consultation/auto_mode_settings.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { StepContext } from "@/lib/consultation/step_context.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { verdictOfRule } from "@/lib/consultation/slices/auto_answers.ts";
import { type AutoSlice, pageConfig } from "@/lib/consultation/slices/auto_state.ts";
import { patientWords } from "@/lib/consultation/slices/said_turns.ts";
import { resolveAuto } from "@/lib/speech/spoken.ts";

/** What an effect of the controller's means here. */
export interface CarriedOut {
  readonly effects: readonly SliceEffect[];
  /** Its answer, where it is known at once. */
  readonly answers: readonly AutoEvent[];
}

export function carryOut(
  effect: AutoEffect,
  state: AutoSlice,
  context: StepContext,
  auto: AutoModeSettings,
): CarriedOut {
  switch (effect.type) {
    case "say": {
      const { type: _, ...say } = effect;
      return out({ type: "again_say", say });
    }
    case "cancel_say":
      return out({ type: "again", event: { type: "auto_hush", reason: effect.reason } });
    case "prepare_speech":
      return prepare(effect, state, context, auto);
    case "ask_officer":
      return auto.thresholds.officer === "rule"
        ? { effects: [], answers: [verdictOfRule(effect.call, state.said)] }
        : out({ type: "ask_short", ask: effect });
    case "ask_topic":
    case "ask_rerank":
      return out({ type: "ask_short", ask: effect });
    case "cancel_calls":
      return out({ type: "cancel_short" });
    case "request_pass": {
      const { holdMs, reason } = effect;
      return out({ type: "again", event: { type: "auto_pass", reason, holdMs } });
    }
    case "release_pass":
      return out({ type: "release_pass" });
    case "push":
      return { effects: pushed(effect.message, state, auto), answers: [] };
    case "audit":
      return out({ type: "audit", entry: auditEntry(effect.entry) });
  }
}

function out(effect: SliceEffect): CarriedOut {
  return { effects: [effect], answers: [] };
}

/** The record holds every row to its schema, whoever wrote it (RE4). */
function auditEntry(entry: AutoAudit): AuditEntry {
  return entry as AuditEntry;
}

function prepare(
  { ref, token }: Extract<AutoEffect, { type: "prepare_speech" }>,
  { said }: AutoSlice,
  { agendas, settings: { phrases } }: StepContext,
  auto: AutoModeSettings,
): CarriedOut {
  const sayable = { phrases, agendas, patientWords: patientWords(said) };
  const spoken = resolveAuto(ref, sayable, auto.thresholds.layMinSimilarity);
  if (spoken !== null) return out({ type: "speak_ahead", token, spoken });
  const answers: AutoEvent[] = token === null
    ? []
    : [{ type: "speech_prepared", token, ok: false }];
  return { effects: [], answers };
}

/** To every page but for the doctor's choice, which is the business of the one that tapped. */
function pushed(message: AutoPush, state: AutoSlice, auto: AutoModeSettings): SliceEffect[] {
  switch (message.type) {
    case "speak_confirm": {
      const { held: ref } = state;
      const queued_text = message.queuedText;
      return ref === null
        ? []
        : [{ type: "to_control", message: { type: "speak_confirm", ref, queued_text } }];
    }
    case "speak_confirm_gone":
      return [{ type: "to_control", message: { type: "speak_confirm_gone" } }];
    default:
      return [{ type: "broadcast", message: toEveryPage(message, state, auto) }];
  }
}

function toEveryPage(
  message: Exclude<AutoPush, { type: "speak_confirm" | "speak_confirm_gone" }>,
  state: AutoSlice,
  auto: AutoModeSettings,
): ServerMessage {
  switch (message.type) {
    case "auto_toggled": {
      const { on, starting, words } = message;
      return { type: "auto_toggled", on, starting, words, config: pageConfig(state, auto) };
    }
    case "auto_phase": {
      const { goldenRuns: golden_runs, goldenSpentMs: golden_spent_ms, phase } = message;
      return { type: "auto_phase", phase, golden_spent_ms, golden_runs };
    }
    case "auto_plan": {
      const { plan, text } = message;
      return { type: "auto_plan", plan, text };
    }
    case "auto_paused":
    case "auto_standing": {
      const actions = message.actions.map(({ action, id }) => ({ id, action }));
      return { type: message.type, actions };
    }
    case "auto_ended":
      return { type: "auto_ended", reason: message.reason };
  }
}
