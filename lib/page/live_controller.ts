import type { Signal } from "@preact/signals";
import type { Clock } from "@/lib/clock.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { PROTOCOL_VERSION, type SpeechRef } from "@/lib/protocol/shared.ts";
import type { Connect } from "@/lib/page/browser_wire.ts";
import { liveCapture } from "@/lib/page/live_capture.ts";
import type { NoticeAction } from "@/lib/page/live_notice.ts";
import { liveSocket } from "@/lib/page/live_socket.ts";
import { liveSpeech } from "@/lib/page/live_speech.ts";
import {
  type Connection,
  type LiveEvent,
  type LiveView,
  reduceLive,
} from "@/lib/page/live_view.ts";
import type { CapturedFrame, MicrophonePort } from "@/lib/page/microphone.ts";
import { NO_QUIET, quietStep } from "@/lib/page/quiet_tracker.ts";
import type { SpeakerEvents, SpeakerPort } from "@/lib/page/speaker.ts";

/** How long Stop waits for its answer on the line before the page asks by its form instead. */
const STOP_ANSWER_MS = 2000;

export interface LiveControllerOptions {
  readonly socketUrl: string;
  readonly room: string;
  /** This tab, also after a reload. */
  readonly client: string;
  readonly platform: string;
  /** What the page shows; it starts as `initialLiveView` and only the controller changes it. */
  readonly view: Signal<LiveView>;
  /** RMS of the newest frame, 0 to 1; it changes fifty times a second, so it is not in the view. */
  readonly level: Signal<number>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newEpoch: () => string;
  readonly connect: Connect;
  readonly microphone: MicrophonePort;
  readonly speaker: (events: SpeakerEvents) => SpeakerPort;
  /** Loads this address anew: the service answers with what the consultation has become. */
  readonly reload: () => void;
  /** Stops the consultation without the line. */
  readonly stopByForm: () => void;
}

/** What the controls of a live page do. The view changes only by what then really happens. */
export interface LiveController {
  act(action: NoticeAction): void;
  /** Null is the system's default. */
  chooseMicrophone(deviceId: string | null): void;
  speak(ref: SpeechRef): void;
  /** DW1: silences Alba, whatever it is doing. */
  cancelSpeech(): void;
  readAloudStarted(): void;
  readAloudDone(): void;
  /** False when the line is down: the words stay in their field. */
  type(text: string, role: PageMessageOf<"typed">["role"]): boolean;
  dismissRefusal(): void;
  stop(): void;
  /** The page is going away: microphone and voice go with it. */
  close(): void;
}

/** Joins the line, the microphone and the loudspeaker of one live page. */
export function liveController(options: LiveControllerOptions): LiveController {
  const { clock, level, view } = options;
  let quiet = NO_QUIET;
  let takesControl = false;
  let isLeaving = false;

  const dispatch = (event: LiveEvent) => {
    view.value = reduceLive(view.peek(), event);
  };

  const leave = () => {
    if (isLeaving) return;
    isLeaving = true;
    close();
    options.reload();
  };

  const socket = liveSocket({
    url: options.socketUrl,
    clock,
    random: options.random,
    connect: options.connect,
    hello() {
      const epoch = capture.resumable;
      const started = speech.startedUtterances();
      return {
        type: "hello",
        version: PROTOCOL_VERSION,
        room: options.room,
        client: options.client,
        ...(epoch === null ? {} : { resume: { epoch } }),
        ...(started.length === 0 ? {} : { started_utterances: [...started] }),
      };
    },
    onMessage: heard,
    onConnection: connectionChanged,
  });
  const speech = liveSpeech({ clock, send: socket.send, speaker: options.speaker });
  const capture = liveCapture({
    microphone: options.microphone,
    newEpoch: options.newEpoch,
    platform: options.platform,
    hasLocalVoice: speech.hasLocalVoice,
    send: socket.send,
    sendFrame: socket.sendFrame,
    onMicrophone: (microphone) => dispatch({ type: "microphone", microphone }),
    onFrame: frame,
  });
  const unwatchDevices = options.microphone.onDevicesChanged(() => void devicesChanged());
  socket.connect();

  /** A microphone that is plugged in again is used again, without anybody pressing anything. */
  async function devicesChanged() {
    const { microphone } = view.peek();
    if (microphone.state !== "trouble") return;
    if (microphone.trouble !== "unplugged" && microphone.trouble !== "no_device") return;
    const devices = await options.microphone.devices();
    if (devices.length === 0) return;
    const isBack = devices.some(({ id }) => id === capture.deviceId);
    capture.restart(isBack ? capture.deviceId : null);
  }

  function heard(message: ServerMessage) {
    dispatch({ type: "server", message });
    speech.heard(message);
    if (message.type === "lifecycle" || message.type === "state") {
      if (message.lifecycle !== "live") return leave();
    }
    if (message.type === "state" || message.type === "control") controlChanged(message.in_control);
  }

  function controlChanged(inControl: boolean) {
    if (inControl) {
      capture.start();
      capture.connected();
    } else {
      capture.stop();
      level.value = 0;
      if (takesControl) socket.send({ type: "take_control" });
    }
    takesControl = false;
  }

  function connectionChanged(connection: Connection) {
    dispatch({ type: "connection", connection });
    if (connection.state !== "open") capture.disconnected();
    if (connection.state === "replaced" || connection.state === "outdated") {
      capture.stop();
      speech.cancel();
      level.value = 0;
    }
    if (connection.state === "over") leave();
  }

  function frame({ rms }: CapturedFrame) {
    level.value = rms;
    const { floor, speech: said, silenceNudgeMs } = view.peek();
    quiet = quietStep(quiet, rms, floor, said.state === "speaking");
    const isQuiet = quiet.quietMs >= silenceNudgeMs;
    dispatch({ type: "nudge", offered: isQuiet && said.state === "idle" });
  }

  function close() {
    unwatchDevices();
    speech.cancel();
    capture.stop();
    socket.close();
  }

  return {
    act(action) {
      switch (action) {
        case "retry_microphone":
          return capture.restart(capture.deviceId);
        case "reconnect":
          return socket.connect();
        case "take_control":
          if (view.peek().connection.state === "open") socket.send({ type: "take_control" });
          else {
            takesControl = true;
            socket.connect();
          }
          return;
        case "reload":
          return leave();
      }
    },
    chooseMicrophone: (deviceId) => capture.restart(deviceId),
    speak(ref) {
      dispatch({ type: "refusal_seen" });
      socket.send({ type: "speak", ref });
    },
    cancelSpeech: speech.cancel,
    readAloudStarted() {
      speech.readAloudStarted();
      dispatch({ type: "read_aloud_started" });
    },
    readAloudDone: speech.readAloudDone,
    type: (text, role) =>
      socket.send({ type: "typed", text, ...(role === undefined ? {} : { role }) }),
    dismissRefusal: () => dispatch({ type: "refusal_seen" }),
    stop() {
      dispatch({ type: "leaving" });
      speech.cancel();
      const sent = socket.send({ type: "stop" });
      capture.stop();
      level.value = 0;
      if (!sent) return options.stopByForm();
      clock.after(STOP_ANSWER_MS, () => {
        if (!isLeaving) options.stopByForm();
      });
    },
    close,
  };
}
