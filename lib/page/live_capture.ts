import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { type FrameNumbers, frameNumbers } from "@/lib/page/frame_numbers.ts";
import { frameQueue } from "@/lib/page/frame_queue.ts";
import type { Microphone } from "@/lib/page/live_view.ts";
import type {
  CaptureChoice,
  CapturedFrame,
  MicrophonePort,
  OpenedMicrophone,
} from "@/lib/page/microphone.ts";
import { type MicrophoneTrouble, stoppedReason } from "@/lib/page/microphone_trouble.ts";

/** Five seconds of digital zeros: no room is that quiet, so something mutes the microphone. */
const SILENT_FRAMES = 250;

export interface LiveCaptureOptions {
  readonly microphone: MicrophonePort;
  /** A fresh name for a numbering of frames. */
  readonly newEpoch: () => string;
  readonly platform: string;
  readonly hasLocalVoice: () => boolean;
  readonly send: (message: PageMessage) => boolean;
  readonly sendFrame: (bytes: ArrayBuffer) => boolean;
  readonly onMicrophone: (microphone: Microphone) => void;
  readonly onFrame: (frame: CapturedFrame) => void;
}

/**
 * The microphone of a live page and the numbering of its frames. It runs while this page is in
 * control. The numbering outlives every trouble of the microphone and of the line; it ends with
 * this page's control, because another page may number frames after that.
 */
export interface LiveCapture {
  /** Asks for the microphone unless it is on or being asked for. */
  start(): void;
  /** Lets the microphone go (its light goes out), forgets what was not sent and ends the epoch. */
  stop(): void;
  /** Starts again after trouble or on another device; null is the system's default. */
  restart(deviceId: string | null): void;
  /** The service has taken this page in: announce the capture, then send what waited. */
  connected(): void;
  disconnected(): void;
  readonly deviceId: string | null;
  /** The epoch that a new connection can resume; null until the service was told of one. */
  readonly resumable: string | null;
}

type OpenOne = Extract<OpenedMicrophone, { ok: true }>;

export function liveCapture(options: LiveCaptureOptions): LiveCapture {
  let numbers: FrameNumbers = frameNumbers();
  let epoch = options.newEpoch();
  const queue = frameQueue();
  let deviceId: string | null = null;
  let opened: OpenOne | null = null;
  let muted = false;
  let begun = false;
  let taken = false;
  let silentFrames = 0;
  // Rises with every start and stop, so that an answer to an older question is thrown away.
  let turn = 0;

  const announce = () => {
    if (opened === null || muted || !taken) return;
    begun = options.send(captureMessage(options, epoch, opened.choice)) || begun;
    queue.drain(options.sendFrame);
  };

  const trouble = (what: MicrophoneTrouble) => {
    queue.clear();
    options.onMicrophone({ state: "trouble", trouble: what });
    options.send({ type: "capture_stopped", reason: stoppedReason(what) });
  };

  const showOn = (choice: CaptureChoice) =>
    options.onMicrophone({
      state: "on",
      choice,
      silent: silentFrames >= SILENT_FRAMES,
    });

  const frame = (captured: CapturedFrame) => {
    const number = numbers.next(captured.stampMs);
    if (opened === null || muted) return;
    const wasSilent = silentFrames >= SILENT_FRAMES;
    silentFrames = captured.peak === 0 ? silentFrames + 1 : 0;
    if (wasSilent !== silentFrames >= SILENT_FRAMES) showOn(opened.choice);
    options.onFrame(captured);
    queue.push(encodeFrame(number, captured.pcm));
    if (taken) queue.drain(options.sendFrame);
  };

  const stopped = (what: MicrophoneTrouble) => {
    if (what === "muted_by_system") muted = true;
    else opened = null;
    trouble(what);
  };

  const unmuted = () => {
    if (!muted || opened === null) return;
    muted = false;
    showOn(opened.choice);
    announce();
  };

  const open = async () => {
    const mine = ++turn;
    options.onMicrophone({ state: "asking" });
    const outcome = await options.microphone.open(
      { deviceId, echoCancellation: true },
      { frame, stopped, unmuted },
    );
    if (mine !== turn) {
      if (outcome.ok) outcome.close();
      return;
    }
    if (!outcome.ok) return trouble(outcome.trouble);
    opened = outcome;
    muted = false;
    silentFrames = 0;
    showOn(outcome.choice);
    announce();
  };

  const release = () => {
    turn++;
    opened?.close();
    opened = null;
    muted = false;
    queue.clear();
  };

  let asking: Promise<void> | null = null;
  const start = () => {
    if (opened !== null || asking !== null) return;
    const mine = open();
    asking = mine;
    void mine.finally(() => {
      if (asking === mine) asking = null;
    });
  };

  return {
    start,
    stop() {
      release();
      asking = null;
      begun = false;
      numbers = frameNumbers();
      epoch = options.newEpoch();
      options.onMicrophone({ state: "off" });
    },
    restart(wanted) {
      release();
      asking = null;
      deviceId = wanted;
      start();
    },
    connected() {
      taken = true;
      announce();
    },
    disconnected() {
      taken = false;
    },
    get deviceId() {
      return deviceId;
    },
    get resumable() {
      return begun ? epoch : null;
    },
  };
}

function captureMessage(
  options: LiveCaptureOptions,
  epoch: string,
  choice: CaptureChoice,
): PageMessage {
  return {
    type: "capture",
    epoch,
    input_label: choice.inputLabel,
    output_label: choice.outputLabel,
    platform: options.platform,
    constraints: {
      echo_cancellation: choice.echoCancellation,
      noise_suppression: choice.noiseSuppression,
      auto_gain_control: choice.autoGainControl,
    },
    local_voice: options.hasLocalVoice(),
    pace: "live",
  };
}
