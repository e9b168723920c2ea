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
  /** With the frame's number in this epoch. */
  readonly onFrame: (frame: CapturedFrame, number: number) => void;
}

type Opened = Extract<OpenedMicrophone, { ok: true }>;

/**
 * The microphone of a live page and the numbering of its frames. It runs while this page is in
 * control. The numbering outlives every trouble of the microphone and of the line; it ends with
 * this page's control, because another page may number frames after that.
 */
export class LiveCapture {
  readonly #options: LiveCaptureOptions;
  readonly #queue = frameQueue();
  #numbers: FrameNumbers = frameNumbers();
  #epoch: string;
  #deviceId: string | null = null;
  #opened: Opened | null = null;
  #isAsking = false;
  #isMuted = false;
  /** Off the record: no other device is opened, whoever asks for one. */
  #isPaused = false;
  /** The service was told of this epoch. */
  #isAnnounced = false;
  /** The service has taken this page in, so that frames may go. */
  #isTakenIn = false;
  #silentFrames = 0;
  /** Rises with every start and stop, so that an answer to an older question is thrown away. */
  #turn = 0;

  constructor(options: LiveCaptureOptions) {
    this.#options = options;
    this.#epoch = options.newEpoch();
  }

  /** Null is the system's default. */
  get deviceId(): string | null {
    return this.#deviceId;
  }

  /** The epoch that a new connection can resume; null until the service was told of one. */
  get resumable(): string | null {
    return this.#isAnnounced ? this.#epoch : null;
  }

  /** Asks for the microphone unless it is on or being asked for. */
  start(): void {
    this.#isPaused = false;
    if (this.#opened === null && !this.#isAsking) void this.#open();
  }

  /** Lets the microphone go (its light goes out), forgets what was not sent and ends the epoch. */
  stop(): void {
    this.#isPaused = false;
    this.#release();
    this.#isAnnounced = false;
    this.#numbers = frameNumbers();
    this.#epoch = this.#options.newEpoch();
    this.#options.onMicrophone({ state: "off" });
  }

  /** Off the record: the microphone goes (and its light), the numbering stays, so that time counts. */
  pause(): void {
    this.#isPaused = true;
    this.#release();
    this.#numbers.interrupted();
    this.#options.onMicrophone({ state: "off" });
  }

  /** Starts again after trouble or on another device; null is the system's default. */
  restart(deviceId: string | null): void {
    this.#release();
    this.#deviceId = deviceId;
    if (!this.#isPaused) this.start();
  }

  /** The service has taken this page in: announce the capture, then send what waited. */
  connected(): void {
    this.#isTakenIn = true;
    this.#announce();
  }

  disconnected(): void {
    this.#isTakenIn = false;
  }

  async #open(): Promise<void> {
    const turn = ++this.#turn;
    this.#isAsking = true;
    this.#options.onMicrophone({ state: "asking" });
    const request = { deviceId: this.#deviceId, echoCancellation: true };
    const outcome = await this.#options.microphone.open(request, {
      frame: (frame) => turn === this.#turn && this.#frame(frame),
      stopped: (trouble) => turn === this.#turn && this.#stopped(trouble),
      unmuted: () => turn === this.#turn && this.#unmuted(),
    });
    if (turn !== this.#turn) {
      if (outcome.ok) outcome.close();
      return;
    }
    this.#isAsking = false;
    if (!outcome.ok) return this.#trouble(outcome.trouble);
    this.#opened = outcome;
    this.#showOn(outcome.choice);
    this.#announce();
  }

  #release(): void {
    this.#turn++;
    this.#opened?.close();
    this.#opened = null;
    this.#isAsking = false;
    this.#isMuted = false;
    this.#silentFrames = 0;
    this.#queue.clear();
  }

  #announce(): void {
    if (this.#opened === null || this.#isMuted || !this.#isTakenIn) return;
    const message = captureMessage(this.#options, this.#epoch, this.#opened.choice);
    if (this.#options.send(message)) this.#isAnnounced = true;
    this.#queue.drain(this.#options.sendFrame);
  }

  #frame(captured: CapturedFrame): void {
    const number = this.#numbers.next(captured.stampMs);
    if (this.#isMuted) return;
    // Sound begins before the port has answered what it opened; those first words wait for it.
    this.#queue.push(encodeFrame(number, captured.pcm));
    if (this.#opened === null) return;
    const wasSilent = this.#isSilent;
    this.#silentFrames = captured.peak === 0 ? this.#silentFrames + 1 : 0;
    if (wasSilent !== this.#isSilent) this.#showOn(this.#opened.choice);
    this.#options.onFrame(captured, number);
    if (this.#isTakenIn) this.#queue.drain(this.#options.sendFrame);
  }

  get #isSilent(): boolean {
    return this.#silentFrames >= SILENT_FRAMES;
  }

  #showOn(choice: CaptureChoice): void {
    this.#options.onMicrophone({ state: "on", choice, silent: this.#isSilent });
  }

  #stopped(trouble: MicrophoneTrouble): void {
    if (trouble === "muted_by_system") this.#isMuted = true;
    else this.#opened = null;
    this.#trouble(trouble);
  }

  #unmuted(): void {
    if (!this.#isMuted || this.#opened === null) return;
    this.#isMuted = false;
    this.#showOn(this.#opened.choice);
    this.#announce();
  }

  #trouble(trouble: MicrophoneTrouble): void {
    this.#queue.clear();
    this.#options.onMicrophone({ state: "trouble", trouble });
    this.#options.send({ type: "capture_stopped", reason: stoppedReason(trouble) });
  }
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
