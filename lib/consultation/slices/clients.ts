import { CLOSE, PROTOCOL_VERSION } from "@/lib/protocol/shared.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { Person } from "@/lib/consultation/session_event.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";
import type { ServerMessageOf } from "@/lib/protocol/server_messages.ts";

/** Which pages are connected and which one is in control (CO3). */
export interface ClientsState {
  /** Link (one socket) → tab that said hello on it. */
  readonly tabs: ReadonlyMap<string, string>;
  /** The link in control, or null while nobody is. */
  readonly controller: string | null;
  /** Links already told that they only watch, so that fifty frames a second earn one answer. */
  readonly warned: ReadonlySet<string>;
}

export const NO_CLIENTS: ClientsState = { tabs: new Map(), controller: null, warned: new Set() };

type PageEvent = Extract<
  Extract<SliceInput, { from: "outside" }>["event"],
  { type: "page" | "frame" | "disconnected" }
>;

export function clientsSlice(
  state: ClientsState,
  input: SliceInput,
  context: StepContext,
): SliceResult<ClientsState> {
  if (input.from === "inside") return nothing(state);
  const { event } = input;
  switch (event.type) {
    case "page":
      return page(state, event, context);
    case "frame":
      return frame(state, event);
    case "disconnected":
      return disconnected(state, event);
    default:
      return nothing(state);
  }
}

function refusal(
  code: ServerMessageOf<"error">["code"],
  message: string,
  link: string,
  inReplyTo: string | null,
): SliceEffect {
  return {
    type: "send",
    link,
    message: { type: "error", code, message, in_reply_to: inReplyTo },
  };
}

function page(
  state: ClientsState,
  event: Extract<PageEvent, { type: "page" }>,
  context: StepContext,
): SliceResult<ClientsState> {
  const { link, message } = event;
  if (message.type === "ping") {
    return {
      state,
      inner: [],
      effects: [{ type: "send", link, message: { type: "pong" } }],
    };
  }
  if (message.type === "hello") return hello(state, link, message, context);
  if (!state.tabs.has(link)) {
    const effects = [refusal("hello_first", "Say hello first.", link, message.type)];
    return { state, effects, inner: [] };
  }
  if (message.type === "take_control") return takeControl(state, link, event.by);
  if (state.controller !== link) {
    const words = "Another page is in control of this consultation. Take control there first.";
    if (message.type === "speak") {
      return {
        state,
        inner: [],
        effects: [{
          type: "send",
          link,
          message: {
            type: "speak_refused",
            ref: message.ref,
            code: "not_in_control",
            reason: "Another page is in control, so this one cannot speak.",
          },
        }],
      };
    }
    return { state, effects: [refusal("not_in_control", words, link, message.type)], inner: [] };
  }
  return {
    state,
    effects: [],
    inner: [{ type: "command", message, freshId: event.freshId, by: event.by }],
  };
}

function hello(
  state: ClientsState,
  link: string,
  message: Extract<PageMessage, { type: "hello" }>,
  context: StepContext,
): SliceResult<ClientsState> {
  if (message.version !== PROTOCOL_VERSION || message.room !== context.settings.room) {
    const words = message.version === PROTOCOL_VERSION
      ? "This consultation is in another room. Open it from the home page."
      : "This page is older than the service. Reload it.";
    return {
      state,
      inner: [],
      effects: [{ type: "close_link", link, code: CLOSE.version, words }],
    };
  }
  const tabs = new Map(state.tabs);
  const effects: SliceEffect[] = [];
  let controller = state.controller;
  const inner: InnerEvent[] = [];
  for (const [other, tab] of state.tabs) {
    if (tab !== message.client || other === link) continue;
    // The same tab came back before its old socket was known to be dead.
    tabs.delete(other);
    if (controller === other) {
      controller = null;
      inner.push({ type: "control_lost", taken: false });
    }
    effects.push({
      type: "close_link",
      link: other,
      code: CLOSE.replaced,
      words: "This consultation was opened again from the same tab.",
    });
  }
  tabs.set(link, message.client);
  controller ??= link;
  return {
    state: { ...state, tabs, controller },
    effects,
    inner: [...inner, {
      type: "joined",
      link,
      inControl: controller === link,
      startedUtterances: message.started_utterances ?? [],
    }],
  };
}

function takeControl(
  state: ClientsState,
  link: string,
  by: Person | null,
): SliceResult<ClientsState> {
  if (state.controller === link) return nothing(state);
  const effects: SliceEffect[] = [
    {
      type: "audit",
      entry: { kind: "access.take_control", detail: { clinician: by?.id ?? null } },
    },
    { type: "send", link, message: { type: "control", in_control: true } },
  ];
  if (state.controller !== null) {
    effects.push({
      type: "send",
      link: state.controller,
      message: { type: "control", in_control: false },
    });
  }
  const warned = new Set(state.warned);
  warned.delete(link);
  return {
    state: { ...state, controller: link, warned },
    effects,
    inner: [{ type: "control_lost", taken: state.controller !== null }],
  };
}

function frame(
  state: ClientsState,
  event: Extract<PageEvent, { type: "frame" }>,
): SliceResult<ClientsState> {
  if (state.controller === event.link) {
    const { sequence, pcm } = event;
    return { state, effects: [], inner: [{ type: "frame", sequence, pcm }] };
  }
  if (state.warned.has(event.link)) return nothing(state);
  const words = "This page is not in control, so its sound is not recorded.";
  return {
    state: { ...state, warned: new Set(state.warned).add(event.link) },
    effects: [refusal("not_in_control", words, event.link, "frame")],
    inner: [],
  };
}

function disconnected(
  state: ClientsState,
  event: Extract<PageEvent, { type: "disconnected" }>,
): SliceResult<ClientsState> {
  if (!state.tabs.has(event.link)) return nothing(state);
  const tabs = new Map(state.tabs);
  tabs.delete(event.link);
  const warned = new Set(state.warned);
  warned.delete(event.link);
  const hadControl = state.controller === event.link;
  return {
    state: { tabs, warned, controller: hadControl ? null : state.controller },
    effects: [],
    inner: hadControl ? [{ type: "control_lost", taken: false }] : [],
  };
}
