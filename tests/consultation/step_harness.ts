import { NO_ALARMS } from "@/lib/alarms/alarm.ts";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { clinicianId } from "@/lib/record/ids.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import { PROTOCOL_VERSION } from "@/lib/protocol/shared.ts";
import { DEFAULT_PHRASES } from "@/lib/speech/phrases.ts";
import type { SessionEffect } from "@/lib/consultation/session_effect.ts";
import type { Person, SessionEvent } from "@/lib/consultation/session_event.ts";
import {
  initialSession,
  type RestoredSession,
  type SessionState,
} from "@/lib/consultation/session_state.ts";
import { step } from "@/lib/consultation/step.ts";
import type { SessionSettings } from "@/lib/consultation/step_context.ts";

export const SETTINGS: SessionSettings = {
  consultation: "c1",
  room: "room-1",
  phrases: DEFAULT_PHRASES,
  limits: {
    maxUtteranceMs: 20_000,
    startTimeoutMs: 8_000,
    lostMarginMs: 2_000,
    cancelTimeoutMs: 1_000,
  },
  spanLeadMs: 0,
  spanTailMs: 300,
  floor: 0.02,
  silenceNudgeS: 8,
  mode: "in_person",
  clinician: { id: clinicianId.parse("01J00000000000000000000000"), name: "Dr Smith" },
  rules: createRulesEngine(),
  growthChars: 150,
  actionMatchThreshold: 0.6,
  engines: { stt: "whisper", tts: "piper", cds: "rules" },
  auto: null,
};

export const READY: EngineState = { state: "ready", words: "Ready." };

const FRESH: RestoredSession = {
  phase: "live",
  position: 0,
  lastFrameWallMs: null,
  epochs: [],
  heardThrough: 0,
  committed: [],
  alarms: NO_ALARMS,
  version: 0,
  agendas: [],
  disclosureSpoken: false,
  untoldUtterance: null,
  consent: null,
  paused: false,
  away: "crash",
  stt: READY,
  tts: READY,
  cds: READY,
  auto: null,
};

type EffectOf<Type extends SessionEffect["type"]> = Extract<SessionEffect, { type: Type }>;

/** A consultation without a shell: events in, effects out, time by hand. */
export class Steps {
  state: SessionState;
  nowMs = 0;
  wallMs = 1_000_000;
  isRecordStuck = false;
  effects: SessionEffect[] = [];
  readonly settings: SessionSettings;
  #ids = 0;

  constructor(
    restored: Partial<RestoredSession> = {},
    settings: Partial<SessionSettings> = {},
  ) {
    this.settings = { ...SETTINGS, ...settings };
    this.state = initialSession({ ...FRESH, ...restored }, this.settings.rules);
  }

  freshId(): string {
    return `id${++this.#ids}`;
  }

  /** Handles one event and returns its effects. */
  on(event: SessionEvent): readonly SessionEffect[] {
    const answer = step(this.state, event, {
      settings: this.settings,
      nowMs: this.nowMs,
      wallMs: this.wallMs,
      isRecordStuck: this.isRecordStuck,
    });
    this.state = answer.state;
    this.effects.push(...answer.effects);
    return answer.effects;
  }

  later(ms: number): this {
    this.nowMs += ms;
    this.wallMs += ms;
    return this;
  }

  say(message: PageMessage, link = "page", by: Person | null = null): readonly SessionEffect[] {
    return this.on({ type: "page", link, message, freshId: this.freshId(), by });
  }

  hello(link = "page", client = `tab-${link}`, started: string[] = []): readonly SessionEffect[] {
    return this.say({
      type: "hello",
      version: PROTOCOL_VERSION,
      room: "room-1",
      client,
      started_utterances: started,
    }, link);
  }

  capture(epoch = "e1", more: { pace?: "live" | "lockstep"; localVoice?: boolean } = {}) {
    return this.say({
      type: "capture",
      epoch,
      input_label: "Microphone",
      output_label: "Loudspeaker",
      platform: "test",
      constraints: {
        echo_cancellation: true,
        noise_suppression: false,
        auto_gain_control: false,
      },
      local_voice: more.localVoice ?? false,
      pace: more.pace ?? "live",
    });
  }

  /** Frames `from` to `to` (not included), 20 ms of time each. */
  frames(from: number, to: number, link = "page"): readonly SessionEffect[] {
    const effects: SessionEffect[] = [];
    for (let sequence = from; sequence < to; sequence++) {
      this.later(20);
      const pcm = new Int16Array(FRAME_SAMPLES).fill(sequence + 1);
      effects.push(...this.on({ type: "frame", link, sequence, pcm }));
    }
    return effects;
  }
}

export function ofType<Type extends SessionEffect["type"]>(
  effects: readonly SessionEffect[],
  type: Type,
): EffectOf<Type>[] {
  return effects.filter((effect): effect is EffectOf<Type> => effect.type === type);
}

/** Messages sent to one page, broadcasts included. */
export function messagesTo(effects: readonly SessionEffect[], link: string) {
  return effects.flatMap((effect) => {
    if (effect.type === "broadcast") return [effect.message];
    return effect.type === "send" && effect.link === link ? [effect.message] : [];
  });
}
