import type { Phase } from "@/lib/auto_phase.ts";
import type { AlarmNews } from "@/lib/auto/auto_event.ts";
import type { AutoRef } from "@/lib/speech/auto_ref.ts";

/** RE1: why it was said, on the utterance's row. */
export interface SayDetail {
  readonly phase: Phase;
  readonly quietS: number | null;
  readonly handedBack: boolean;
  readonly item: string | null;
  readonly reask: boolean;
  /** From the turn end that permitted it (RE2); null for what is no question, and for a re-ask. */
  readonly turnEndToIssueMs: number | null;
}

/** What a page shows of the next question (VI3); `text` where it is known. */
export interface PlanShown {
  readonly plan: "preparing" | "queued" | "idle" | "handing_over";
  readonly text: string | null;
}

/** What goes to the pages. */
export type AutoPush =
  | {
    readonly type: "auto_toggled";
    readonly on: boolean;
    readonly starting: boolean;
    /** In words, when auto mode went off by itself. */
    readonly words: string | null;
  }
  | {
    readonly type: "auto_phase";
    readonly phase: Phase;
    readonly goldenSpentMs: number;
    /** Its clock is running. */
    readonly goldenRuns: boolean;
  }
  | { readonly type: "auto_plan" } & PlanShown
  | { readonly type: "auto_paused"; readonly actions: readonly AlarmNews[] }
  | { readonly type: "auto_standing"; readonly actions: readonly AlarmNews[] }
  | { readonly type: "auto_ended"; readonly reason: "handover" | "takeover" | "urgent" }
  | { readonly type: "speak_confirm"; readonly queuedText: string }
  | { readonly type: "speak_confirm_gone" };

/** An audit row: `detail` is ids, numbers and fixed codes; `text` is JSON of what was said. */
export interface AutoAudit {
  readonly kind: `auto.${string}` | "speech.politeness_abort";
  readonly detail: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

export type AutoEffect =
  | {
    readonly type: "say";
    readonly token: number;
    readonly ref: AutoRef;
    /** The page does not begin a new quiet span at its end (TT1). */
    readonly keepsSpan: boolean;
    readonly detail: SayDetail;
  }
  /** Whatever of Alba's own is being prepared or spoken ends now. */
  | { readonly type: "cancel_say"; readonly reason: "cancelled" | "urgency_pause" }
  /** Make the sound ahead of time; answered by `speech_prepared` when it has a token. */
  | { readonly type: "prepare_speech"; readonly token: number | null; readonly ref: AutoRef }
  | {
    readonly type: "ask_officer";
    readonly call: number;
    readonly boundMs: number;
    readonly boundBehindPassMs: number;
  }
  | {
    readonly type: "ask_topic";
    readonly call: number;
    readonly question: string;
    /** Idle preparation, which makes way for everything else (LA4). */
    readonly idle: boolean;
    readonly boundMs: number;
  }
  | {
    readonly type: "ask_rerank";
    readonly call: number;
    readonly items: readonly { readonly id: string; readonly question: string }[];
    readonly boundMs: number;
  }
  /** Nothing of the short calls is wanted any more. */
  | { readonly type: "cancel_calls" }
  | {
    readonly type: "request_pass";
    readonly reason: "golden_exit" | "turn_end" | "asked";
    readonly holdMs: number;
  }
  | { readonly type: "release_pass" }
  | { readonly type: "push"; readonly message: AutoPush }
  | { readonly type: "audit"; readonly entry: AutoAudit };
