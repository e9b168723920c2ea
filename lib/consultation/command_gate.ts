import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import type { SessionState } from "@/lib/consultation/session_state.ts";
import { refused } from "@/lib/consultation/slices/voice_effects.ts";

/** What passed the gate, and what is said to the page about the rest. */
export interface Admitted {
  readonly inner: readonly InnerEvent[];
  readonly effects: readonly SliceEffect[];
}

const OVER_WORDS = "The consultation has been stopped. Nothing more is written down.";
const PAUSED_WORDS = "Alba is paused. Nothing is written down until you resume.";

/**
 * Keeps from the slices what may not happen now. After Stop nothing more is recorded, spoken or
 * typed; the page is told by the lifecycle. Off the record (CO6) likewise, and the page is told why.
 */
export function admitted(
  inner: readonly InnerEvent[],
  state: Pick<SessionState, "capture">,
  isLive: boolean,
): Admitted {
  if (isLive && state.capture.status !== "paused") return { inner, effects: [] };
  const effects: SliceEffect[] = [];
  const kept = inner.filter((event) => {
    const answer = isLive ? refusedWhilePaused(event) : refusedWhenOver(event);
    effects.push(...answer ?? []);
    return answer === null;
  });
  return { inner: kept, effects };
}

/** Null for what may happen after Stop, too: an alarm is acknowledged, or who spoke is answered. */
function refusedWhenOver(event: InnerEvent): readonly SliceEffect[] | null {
  if (event.type === "frame") return [];
  if (event.type !== "command") return null;
  const { message } = event;
  switch (message.type) {
    case "alarm_ack":
    case "speakers":
      return null;
    case "speak":
    case "typed":
      return [{
        type: "to_control",
        message: {
          type: "error",
          code: "not_live",
          message: OVER_WORDS,
          in_reply_to: message.type,
        },
      }];
    default:
      return [];
  }
}

/** Null for what may happen off the record, too; capture itself takes no frame then. */
function refusedWhilePaused(event: InnerEvent): readonly SliceEffect[] | null {
  if (event.type !== "command") return null;
  const { message } = event;
  switch (message.type) {
    case "speak":
      return refused("paused", message.ref);
    case "auto_toggle":
      return message.on ? refusedInWords(message.type) : null;
    case "typed":
    case "capture":
      return refusedInWords(message.type);
    default:
      return null;
  }
}

function refusedInWords(what: string): readonly SliceEffect[] {
  return [{
    type: "to_control",
    message: {
      type: "error",
      code: "paused",
      message: PAUSED_WORDS,
      in_reply_to: what,
    },
  }];
}
