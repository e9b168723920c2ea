import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import { type AutoModeSettings, autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { STILL } from "@/lib/consultation/auto_drive.ts";
import type { SessionEffect } from "@/lib/consultation/session_effect.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";
import type { RestoredSession } from "@/lib/consultation/session_state.ts";
import { parseConfig } from "@/lib/config.ts";
import { parseAuditDetail } from "@/lib/record/audit_events.ts";
import { ofType, Steps } from "./step_harness.ts";

const parsed = parseConfig({ AUTO_MODE_ENABLED: "true", CDS_ENGINE: "rules" });
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));

export const AUTO: AutoModeSettings = {
  thresholds: autoSettingsOf(parsed.config),
  settingsHash: "a".repeat(64),
  codeVersion: "0.1.0",
  floor: { margin: 3, min: 0.02, max: 0.08 },
  traceS: 8,
  calls: {
    officerMaxTokens: 64,
    topicMaxTokens: 48,
    rerankMaxTokens: 200,
    rerankContextTurns: 6,
    rerankMaxChars: 1500,
  },
};

export interface AutoStepsOptions {
  readonly restored?: Partial<RestoredSession>;
  readonly auto?: Partial<AutoModeSettings>;
  /** Who is named as the helper: with "ollama" a model is there. */
  readonly cds?: string;
  readonly invitationGiven?: boolean;
}

/** A consultation with auto mode, and the part of the shell that hands events back to it. */
export class AutoSteps extends Steps {
  #made = 0;
  #span = 0;

  constructor({ auto, cds = "rules", invitationGiven = true, restored }: AutoStepsOptions = {}) {
    const modelUsable = cds !== "rules";
    super(
      {
        disclosureSpoken: true,
        auto: { drive: STILL, askedBefore: null, invitationGiven, modelUsable },
        ...restored,
      },
      { auto: { ...AUTO, ...auto }, engines: { stt: "whisper", tts: "piper", cds } },
    );
  }

  override freshId(): string {
    return `01J${String(++this.#made).padStart(23, "0")}`;
  }

  /** Handles what comes back at once, as the session does, and holds every row to its schema. */
  override on(event: SessionEvent): readonly SessionEffect[] {
    const effects = [...super.on(event)];
    for (const { entry } of ofType(effects, "audit")) parseAuditDetail(entry.kind, entry.detail);
    for (const effect of [...effects]) {
      const next = this.#comesBack(effect);
      if (next !== null) effects.push(...this.on(next));
    }
    return effects;
  }

  #comesBack(effect: SessionEffect): SessionEvent | null {
    switch (effect.type) {
      case "again":
        return effect.event;
      case "again_say":
        return { type: "auto_say", freshId: this.freshId(), say: effect.say };
      case "begin_auto": {
        const { inputLabel, platform, run } = effect;
        const client = { userAgent: "test", platform, inputLabel, outputLabel: "" };
        return { type: "auto_begin", run, client, soundCheck: null };
      }
      default:
        return null;
    }
  }

  /** A page in control that records; nothing has been said yet. */
  recording(): this {
    this.hello();
    this.capture();
    this.frames(0, 10);
    return this;
  }

  toggle(on = true): readonly SessionEffect[] {
    return this.say({ type: "auto_toggle", on, platform: "test", input_label: "Microphone" });
  }

  /** The page's report of quiet in the present span. */
  quiet(quietS: number, more: Partial<PageMessageOf<"quiet">> = {}): readonly SessionEffect[] {
    return this.say({
      type: "quiet",
      quiet_s: quietS,
      span: this.#span,
      since: "speech",
      rms: 0.004,
      floor: 0.02,
      trace: [],
      trace_step_ms: 100,
      frame: 9,
      ...more,
    });
  }

  /** Quiet from the end of the patient's words on, reported as the page does, until `seconds`. */
  quietFor(seconds: number): readonly SessionEffect[] {
    const effects: SessionEffect[] = [];
    this.#span += 1;
    for (let at = 0.5; at <= seconds; at += 0.5) {
      this.later(250).on({ type: "tick" });
      this.later(250);
      effects.push(...this.quiet(at));
    }
    return effects;
  }

  /** The newest utterance of Alba's that the page was told to play. */
  spoken(id: string, reason: "completed" | "cancelled" = "completed"): readonly SessionEffect[] {
    return [
      ...this.on({ type: "voice_prepared", utteranceId: id, durationMs: 2_000, url: "/x.wav" }),
      ...this.say({ type: "speak_started", utterance_id: id }),
      ...this.later(2_000).say({ type: "speak_ended", utterance_id: id, reason }),
    ];
  }

  /** The patient's committed words. */
  heard(text: string, endSample = this.state.voice.position): readonly SessionEffect[] {
    const start = Math.max(0, endSample - 8_000);
    const speech = { start, end: endSample, text, words: [], lowConfidence: false };
    return this.on({
      type: "ears",
      event: { type: "committed", speech: speech as never },
      freshId: this.freshId(),
    });
  }
}
