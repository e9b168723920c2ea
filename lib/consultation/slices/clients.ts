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
  /** Links in control that stay after their sign-in was ended by hand, for as long as they are. */
  readonly signedOut: ReadonlySet<string>;
}

export const NO_CLIENTS: ClientsState = {
  tabs: new Map(),
  controller: null,
  warned: new Set(),
  signedOut: new Set(),
};

const RECORDS_ON =
  "You have been signed out. Recording goes on; most else is refused here until you sign in again " +
  "in another tab. If it still is then, reload this page.";

const SENT_AWAY = "You have been signed out. Sign in to follow this consultation again.";

type PageEvent = Extract<
  Extract<SliceInput, { from: "outside" }>["event"],
  { type: "page" | "frame" | "disconnected" | "signed_out" }
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
      return page(signedInAgain(state, event), event, context);
    case "frame":
      return frame(state, event);
    case "disconnected":
      return disconnected(state, event);
    case "signed_out":
      return signedOut(state, event);
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
  let left = state;
  const effects: SliceEffect[] = [];
  let controller = state.controller;
  const inner: InnerEvent[] = [];
  for (const [other, tab] of state.tabs) {
    if (tab !== message.client || other === link) continue;
    // The same tab came back before its old socket was known to be dead.
    left = without(left, other);
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
  const tabs = new Map(left.tabs).set(link, message.client);
  controller ??= link;
  return {
    state: { ...left, tabs, controller },
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
  let rest = state;
  if (state.controller !== null && state.signedOut.has(state.controller)) {
    rest = without(state, state.controller);
    effects.push(sendAway(state.controller));
  } else if (state.controller !== null) {
    effects.push({
      type: "send",
      link: state.controller,
      message: { type: "control", in_control: false },
    });
  }
  const warned = new Set(rest.warned);
  warned.delete(link);
  return {
    state: { ...rest, controller: link, warned },
    effects,
    inner: [{ type: "control_lost", taken: state.controller !== null }],
  };
}

/**
 * Who signs out reads along no more. Only the page that records stays, as a recording must not be
 * lost over it; it goes when another page takes control.
 */
function signedOut(
  state: ClientsState,
  { link }: Extract<PageEvent, { type: "signed_out" }>,
): SliceResult<ClientsState> {
  if (state.controller !== link) {
    return { state: without(state, link), effects: [sendAway(link)], inner: [] };
  }
  return {
    state: { ...state, signedOut: new Set(state.signedOut).add(link) },
    effects: [refusal("signed_out", RECORDS_ON, link, null)],
    inner: [],
  };
}

/** An act under a name shows that somebody has signed in on that page again. */
function signedInAgain(
  state: ClientsState,
  { by, link }: Extract<PageEvent, { type: "page" }>,
): ClientsState {
  if (by === null || !state.signedOut.has(link)) return state;
  const signedOut = new Set(state.signedOut);
  signedOut.delete(link);
  return { ...state, signedOut };
}

function sendAway(link: string): SliceEffect {
  return { type: "close_link", link, code: CLOSE.signed_out, words: SENT_AWAY };
}

/** The same pages without one of them. */
function without(state: ClientsState, link: string): ClientsState {
  const tabs = new Map(state.tabs);
  const [warned, signedOut] = [new Set(state.warned), new Set(state.signedOut)];
  tabs.delete(link);
  warned.delete(link);
  signedOut.delete(link);
  return { ...state, tabs, warned, signedOut };
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
  const hadControl = state.controller === event.link;
  return {
    state: { ...without(state, event.link), controller: hadControl ? null : state.controller },
    effects: [],
    inner: hadControl ? [{ type: "control_lost", taken: false }] : [],
  };
}
