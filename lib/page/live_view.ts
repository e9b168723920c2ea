import type {
  AgendaView,
  AlarmView,
  CaptureStatus,
  EngineStatus,
  LifecycleState,
  ServerMessage,
  ServerMessageOf,
  SpeechStatus,
} from "@/lib/protocol/server_messages.ts";
import type { AffectView } from "@/lib/protocol/affect.ts";
import type { ConsentAnswer, ConsultationMode } from "@/lib/protocol/shared.ts";
import type { Connection } from "@/lib/page/connection.ts";
import { agendaNews } from "@/lib/page/agenda_news.ts";
import { type LiveLine, withSegments, withSnapshot, withSpoken } from "@/lib/page/live_line.ts";
import { keepReadAloud, type ReadAloud } from "@/lib/page/read_aloud.ts";
import type { CaptureChoice } from "@/lib/page/microphone.ts";
import type { MicrophoneTrouble } from "@/lib/page/microphone_trouble.ts";

export type Microphone =
  | { readonly state: "off" }
  | { readonly state: "asking" }
  | { readonly state: "on"; readonly choice: CaptureChoice; readonly silent: boolean }
  | { readonly state: "trouble"; readonly trouble: MicrophoneTrouble };

/** Everything the live page shows. Each field says what the service or the browser last said. */
export interface LiveView {
  readonly connection: Connection;
  /** Null until the first snapshot of a connection. */
  readonly inControl: boolean | null;
  readonly lifecycle: LifecycleState;
  readonly finishing: { readonly words: string; readonly share: number } | null;
  readonly positionMs: number;
  readonly heardMs: number;
  readonly commitLagMs: number | null;
  readonly capture: CaptureStatus;
  readonly microphone: Microphone;
  /** Pause was tapped here and the service has not said so yet; the microphone is off already. */
  readonly pausing: boolean;
  readonly consent: ConsentAnswer | null;
  readonly mode: ConsultationMode;
  readonly affect: AffectView | null;
  readonly speech: SpeechStatus;
  readonly disclosureSpoken: boolean;
  readonly readAloud: ReadAloud | null;
  readonly stt: EngineStatus;
  readonly tts: EngineStatus;
  readonly cds: EngineStatus;
  readonly lines: readonly LiveLine[];
  readonly tentative: string;
  /** What is worth asking; null until the first snapshot. */
  readonly agenda: AgendaView | null;
  /** What the version before the newest did not have: questions and conditions, by their words (CD2). */
  readonly agendaNews: readonly string[];
  /** Everything urgent so far, oldest first. */
  readonly alarms: readonly AlarmView[];
  /** That of the alarms. */
  readonly snapshot: number;
  readonly floor: number;
  readonly silenceNudgeMs: number;
  readonly nudgeOffered: boolean;
  /** Of all that makes Alba speak, the nudge that is offered was tapped last. */
  readonly nudgeTapped: boolean;
  /** Why Alba did not say what was tapped, or what the service could not do; in words. */
  readonly refusal: string | null;
  /** Stop was pressed here and the answer is awaited. */
  readonly leaving: boolean;
}

export type LiveEvent =
  | { readonly type: "server"; readonly message: ServerMessage }
  | { readonly type: "connection"; readonly connection: Connection }
  | { readonly type: "microphone"; readonly microphone: Microphone }
  | { readonly type: "nudge"; readonly offered: boolean }
  | { readonly type: "read_aloud_started" }
  | { readonly type: "refusal_seen" }
  /** Alba is to speak; `isNudge` where that was tapped at the nudge. */
  | { readonly type: "tapped"; readonly isNudge: boolean }
  | { readonly type: "pausing" }
  | { readonly type: "leaving" };

const UNKNOWN_ENGINE: EngineStatus = { state: "starting", words: "Not known yet" };

/** The page before its first word from the service; `lines` come with the page itself. */
export function initialLiveView(lines: readonly LiveLine[]): LiveView {
  return {
    connection: { state: "connecting" },
    inControl: null,
    lifecycle: "live",
    finishing: null,
    positionMs: 0,
    heardMs: 0,
    commitLagMs: null,
    capture: { state: "waiting", words: "Nothing is recorded yet" },
    microphone: { state: "off" },
    pausing: false,
    consent: null,
    mode: "in_person",
    affect: null,
    speech: { state: "idle" },
    disclosureSpoken: false,
    readAloud: null,
    stt: UNKNOWN_ENGINE,
    tts: UNKNOWN_ENGINE,
    cds: UNKNOWN_ENGINE,
    lines,
    tentative: "",
    agenda: null,
    agendaNews: [],
    alarms: [],
    snapshot: 0,
    // Until the service names its level, no level counts as quiet, so no nudge is offered.
    floor: 0,
    silenceNudgeMs: Infinity,
    nudgeOffered: false,
    nudgeTapped: false,
    refusal: null,
    leaving: false,
  };
}

/** The next view. Pure: the same view and event always give the same result. */
export function reduceLive(view: LiveView, event: LiveEvent): LiveView {
  switch (event.type) {
    case "server":
      return reduceServer(view, event.message);
    case "connection":
      return withConnection(view, event.connection);
    case "microphone":
      return { ...view, microphone: event.microphone };
    case "nudge":
      return view.nudgeOffered === event.offered
        ? view
        : { ...view, nudgeOffered: event.offered, nudgeTapped: false };
    case "read_aloud_started":
      return view.readAloud === null
        ? view
        : { ...view, readAloud: { ...view.readAloud, started: true } };
    case "refusal_seen":
      return { ...view, refusal: null };
    case "tapped":
      return { ...view, refusal: null, nudgeTapped: event.isNudge };
    case "pausing":
      return { ...view, pausing: true, nudgeOffered: false };
    case "leaving":
      return { ...view, leaving: true };
  }
}

function withConnection(view: LiveView, connection: Connection): LiveView {
  switch (connection.state) {
    case "open":
      return { ...view, connection };
    case "signed_out":
      // What the patient said does not stay on a screen that nobody has signed in to.
      return { ...initialLiveView([]), connection };
    default:
      return { ...view, connection, inControl: null, tentative: "" };
  }
}

type HeardElsewhere = `auto_${string}` | `speak_${string}` | "pong" | "closing";

function reduceServer(view: LiveView, message: ServerMessage): LiveView {
  switch (message.type) {
    case "state":
      return fromSnapshot(view, message);
    case "transcript":
      return {
        ...view,
        lines: withSegments(view.lines, message.committed),
        tentative: message.tentative,
      };
    case "agenda":
      return withAgenda(view, message.agenda);
    case "urgent":
      return { ...view, alarms: message.alarms, snapshot: message.snapshot };
    case "progress":
      return {
        ...view,
        positionMs: message.position_ms,
        heardMs: message.heard_ms,
        commitLagMs: message.commit_lag_ms,
      };
    case "capture":
      return withCapture(view, message.capture);
    case "consent":
      return { ...view, consent: message.consent };
    case "affect":
      return { ...view, affect: message.affect };
    case "control":
      return withControl(view, message.in_control);
    case "engine":
      return { ...view, stt: message.stt, tts: message.tts, cds: message.cds };
    case "speech":
      return {
        ...view,
        speech: message.speech,
        disclosureSpoken: message.disclosure_spoken,
        readAloud: keepReadAloud(view.readAloud, message.speech),
        refusal: message.speech.state === "idle" ? view.refusal : null,
        lines: withSpoken(view, message.speech),
      };
    case "speak_aloud":
      return {
        ...view,
        readAloud: { utteranceId: message.utterance_id, text: message.text, started: false },
      };
    case "speak_cancel":
      return { ...view, readAloud: null };
    case "speak_refused":
      return { ...view, refusal: message.reason };
    case "lifecycle":
      return { ...view, lifecycle: message.lifecycle, finishing: message.progress };
    case "error":
      return { ...view, refusal: message.message };
    default:
      // For others of this page. Checked by the compiler alone, which costs the page no bytes.
      message.type satisfies HeardElsewhere;
      return view;
  }
}

/** Of a reading aloud on a page that only watches nobody would know (SK2). */
function withControl(view: LiveView, inControl: boolean): LiveView {
  return { ...view, inControl, readAloud: inControl ? view.readAloud : null };
}

/** A snapshot says everything but what only this page knows. */
function fromSnapshot(view: LiveView, message: ServerMessageOf<"state">): LiveView {
  return {
    ...withAgenda(withCapture(view, message.capture), message.agenda),
    inControl: message.in_control,
    lifecycle: message.lifecycle,
    positionMs: message.position_ms,
    // A snapshot does not say how far the ears are; the next progress does, within a second.
    heardMs: message.position_ms,
    consent: message.consent,
    mode: message.mode,
    affect: message.affect,
    speech: message.speech,
    readAloud: message.in_control ? keepReadAloud(view.readAloud, message.speech) : null,
    disclosureSpoken: message.disclosure_spoken,
    stt: message.stt,
    tts: message.tts,
    cds: message.cds,
    lines: withSnapshot(view.lines, message.committed),
    tentative: message.tentative,
    alarms: message.alarms,
    snapshot: message.snapshot,
    floor: message.floor,
    silenceNudgeMs: message.silence_nudge_s * 1000,
  };
}

function withAgenda(view: LiveView, agenda: AgendaView): LiveView {
  if (view.agenda?.version === agenda.version) return view;
  return { ...view, agenda, agendaNews: agendaNews(view.agenda, agenda) };
}

function withCapture(view: LiveView, capture: CaptureStatus): LiveView {
  const isPaused = capture.state === "paused";
  return {
    ...view,
    capture,
    pausing: view.pausing && !isPaused,
    nudgeOffered: view.nudgeOffered && !isPaused,
  };
}

/** Off the record (CO6), or about to be. */
export function isPaused(view: LiveView): boolean {
  return view.pausing || view.capture.state === "paused";
}

/** Whether the voice box offers a phrase into the silence (SK3). */
export function isNudging(view: LiveView): boolean {
  return view.nudgeOffered && view.inControl === true && view.disclosureSpoken &&
    view.readAloud === null && !isPaused(view);
}

/** Whether Alba may be made to speak, and lines may be typed, from here and now. */
export function canSpeak(view: LiveView): boolean {
  return canAct(view) && !isPaused(view);
}

/** Whether this page may switch its microphone off; it needs no line for that. */
export function maySilence(view: LiveView): boolean {
  return view.inControl !== false && !view.leaving;
}

/** Whether a tap on this page can reach Alba now. */
export function canAct(view: LiveView): boolean {
  return view.connection.state === "open" && view.inControl === true && !view.leaving;
}
