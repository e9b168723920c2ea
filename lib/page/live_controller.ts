import type { PageMessage, PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { type ConsentAnswer, PROTOCOL_VERSION, type SpeechRef } from "@/lib/protocol/shared.ts";
import type { AutoPage } from "@/lib/page/auto_page_port.ts";
import type { Connection } from "@/lib/page/connection.ts";
import { LiveCapture } from "@/lib/page/live_capture.ts";
import type { LiveControllerOptions } from "@/lib/page/live_controller_options.ts";
import type { NoticeAction } from "@/lib/page/live_notice.ts";
import { LiveSocket } from "@/lib/page/live_socket.ts";
import { type LiveSpeech, liveSpeech } from "@/lib/page/live_speech.ts";
import { isPaused, type LiveEvent, reduceLive } from "@/lib/page/live_view.ts";
import type { CapturedFrame } from "@/lib/page/microphone.ts";
import { displayed, hearAlarms, type KnownAlarms } from "@/lib/page/new_alarms.ts";
import { NO_QUIET, quietStep } from "@/lib/page/quiet_tracker.ts";

/** Loud enough to be noticed by everybody in the room, and as soft as an alarm at its usual volume. */
const PAUSE_VOLUME = 0.5;

/** A pause for an alarm that sounded within this time is not another sound. */
const RECENT_ALARM_MS = 3000;

/** How long Stop waits for its answer on the line before the page asks by its form instead. */
const STOP_ANSWER_MS = 2000;

/**
 * Joins the line, the microphone and the loudspeaker of one live page. Its methods are what the
 * page's controls do; the view changes only by what then really happens.
 */
export class LiveController {
  readonly #options: LiveControllerOptions;
  readonly #socket: LiveSocket;
  readonly #speech: LiveSpeech;
  readonly #capture: LiveCapture;
  readonly #unwatchDevices: () => void;
  /** Null where the service has no auto mode (EN1). */
  readonly auto: AutoPage | null;
  #quiet = NO_QUIET;
  #knownAlarms: KnownAlarms = null;
  #rangAtMs = -Infinity;
  #takesControl = false;
  /** Noted while the line was down. */
  #untoldConsent: ConsentAnswer | null = null;
  #isLeaving = false;

  constructor(options: LiveControllerOptions) {
    this.#options = options;
    const { clock, connect, microphone, platform, random, speaker, view } = options;
    this.#socket = new LiveSocket({
      url: options.socketUrl,
      clock,
      random,
      connect,
      hello: () => this.#hello(),
      onMessage: (message) => this.#heard(message),
      onConnection: (connection) => this.#connectionChanged(connection),
    });
    const send = (message: PageMessage) => this.#socket.send(message);
    const ring = () => this.#ring(RECENT_ALARM_MS);
    const bargedIn = (rms: number) => this.#speech.bargedIn(rms);
    const host = { clock, live: view, platform, send, ring, bargedIn };
    this.auto = options.openAuto?.(host) ?? null;
    this.#speech = liveSpeech({ clock, send, speaker, courtesy: this.auto?.courtesy ?? null });
    this.#capture = new LiveCapture({
      microphone,
      newEpoch: options.newEpoch,
      platform,
      hasLocalVoice: () => this.#speech.hasLocalVoice(),
      send,
      sendFrame: (bytes) => this.#socket.sendFrame(bytes),
      onMicrophone: (state) => this.#dispatch({ type: "microphone", microphone: state }),
      onFrame: (frame, number) => this.#frame(frame, number),
    });
    this.#unwatchDevices = microphone.onDevicesChanged(() => void this.#devicesChanged());
    this.#socket.connect();
  }

  act(action: NoticeAction): void {
    switch (action) {
      case "retry_microphone":
        return this.#capture.restart(this.#capture.deviceId);
      case "reconnect":
        return this.#socket.connect();
      case "take_control":
        if (this.#socket.send({ type: "take_control" })) return;
        this.#takesControl = true;
        return this.#socket.connect();
      case "reload":
        return this.#leave();
      case "sign_in":
        return this.#options.signIn();
    }
  }

  /** Null is the system's default. */
  chooseMicrophone(deviceId: string | null): void {
    this.#capture.restart(deviceId);
  }

  speak(ref: SpeechRef, isNudge = false): void {
    this.#dispatch({ type: "tapped", isNudge });
    this.#socket.send({ type: "speak", ref });
  }

  /** DW1: silences Alba, whatever it is doing. */
  cancelSpeech(): void {
    this.#speech.cancel();
  }

  readAloudStarted(): void {
    this.#speech.readAloudStarted();
    this.#dispatch({ type: "read_aloud_started" });
  }

  readAloudDone(): void {
    this.#speech.readAloudDone();
  }

  /** False when the line is down: the words stay in their field. */
  type(text: string, role: PageMessageOf<"typed">["role"]): boolean {
    return this.#socket.send({ type: "typed", text, ...(role === undefined ? {} : { role }) });
  }

  /** Covers exactly the alarms that were on the screen (UR2). */
  acknowledge(alarmIds: readonly string[]): void {
    const { view } = this.#options;
    this.#socket.send({ type: "alarm_ack", ...displayed(view.peek(), alarmIds) });
  }

  /** The alarm's sound at this device's volume, for whoever sets it. */
  playAlarmSound(): void {
    const { chime, choices } = this.#options;
    chime.play("alarm", choices.peek().alarmVolume);
  }

  dismissRefusal(): void {
    this.#dispatch({ type: "refusal_seen" });
  }

  /** Off the record (CO6): microphone and voice go off at once, whether or not the line is up. */
  pause(): void {
    this.#fallSilent();
    this.#socket.send({ type: "pause" });
  }

  /** The microphone comes back when the service says that it listens again. */
  resume(): void {
    this.#socket.send({ type: "resume" });
  }

  /** Notes what the patient answered; on a no nothing more is heard from this moment on. */
  noteConsent(answer: ConsentAnswer): void {
    if (answer !== "given") this.#fallSilent();
    const isTold = this.#socket.send({ type: "consent", answer });
    this.#untoldConsent = isTold ? null : answer;
  }

  /** Microphone and voice go off at once; the page leaves when the service has stopped. */
  stop(): void {
    const { clock, level, stopByForm } = this.#options;
    this.#dispatch({ type: "leaving" });
    this.#speech.cancel();
    const isSent = this.#socket.send({ type: "stop" });
    this.#capture.stop();
    level.value = 0;
    if (!isSent) return stopByForm();
    clock.after(STOP_ANSWER_MS, () => {
      if (!this.#isLeaving) stopByForm();
    });
  }

  /** The page is going away: microphone and voice go with it. */
  close(): void {
    this.#unwatchDevices();
    this.auto?.close();
    this.#speech.cancel();
    this.#capture.stop();
    this.#socket.close();
  }

  #dispatch(event: LiveEvent): void {
    const { view } = this.#options;
    view.value = reduceLive(view.peek(), event);
  }

  #leave(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.close();
    this.#options.reload();
  }

  #hello(): PageMessage {
    const epoch = this.#capture.resumable;
    const started = this.#speech.startedUtterances();
    return {
      type: "hello",
      version: PROTOCOL_VERSION,
      room: this.#options.room,
      client: this.#options.client,
      ...(epoch === null ? {} : { resume: { epoch } }),
      ...(started.length === 0 ? {} : { started_utterances: [...started] }),
    };
  }

  #fallSilent(): void {
    const { chime, level, view } = this.#options;
    if (!isPaused(view.peek())) chime.play("paused", PAUSE_VOLUME);
    this.#dispatch({ type: "pausing" });
    this.#speech.cancel();
    this.#capture.pause();
    level.value = 0;
  }

  #heard(message: ServerMessage): void {
    const wasPaused = isPaused(this.#options.view.peek());
    this.#dispatch({ type: "server", message });
    this.auto?.heard(message);
    this.#speech.heard(message);
    const { known, hasNew } = hearAlarms(this.#knownAlarms, message);
    this.#knownAlarms = known;
    if (hasNew) this.#ring(0);
    if (message.type === "capture") this.#captureChanged(wasPaused);
    if ("lifecycle" in message && message.lifecycle !== "live") return this.#leave();
    if ("in_control" in message) this.#controlChanged(message.in_control);
  }

  /** The alarm's sound, unless it sounded within the last `quietMs`. */
  #ring(quietMs: number): void {
    const { chime, choices, clock } = this.#options;
    if (clock.monotonicMs() - this.#rangAtMs < quietMs) return;
    this.#rangAtMs = clock.monotonicMs();
    chime.play("alarm", choices.peek().alarmVolume);
  }

  /** The service went off the record, or is back on it. */
  #captureChanged(wasPaused: boolean): void {
    const { chime, view } = this.#options;
    const { inControl } = view.peek();
    const paused = isPaused(view.peek());
    if (paused === wasPaused) return;
    chime.play(paused ? "paused" : "resumed", PAUSE_VOLUME);
    if (inControl === true) this.#controlChanged(true);
  }

  #controlChanged(inControl: boolean): void {
    const now = this.#options.view.peek();
    const answer = this.#untoldConsent;
    this.#untoldConsent = null;
    // What was tapped while the line was down is told before anything else.
    if (inControl && answer !== null) this.#socket.send({ type: "consent", answer });
    if (inControl && isPaused(now)) {
      if (now.pausing && answer === null) this.#socket.send({ type: "pause" });
      this.#capture.pause();
      this.#options.level.value = 0;
    } else if (inControl) {
      this.#capture.start();
      this.#capture.connected();
    } else {
      this.#capture.stop();
      this.#options.level.value = 0;
      if (this.#takesControl) this.#socket.send({ type: "take_control" });
    }
    this.#takesControl = false;
  }

  #connectionChanged(connection: Connection): void {
    this.#dispatch({ type: "connection", connection });
    const { state } = connection;
    if (state !== "open") this.#capture.disconnected();
    if (state === "replaced" || state === "outdated" || state === "signed_out") {
      this.#capture.stop();
      this.#speech.cancel();
      this.#options.level.value = 0;
    }
    if (state === "over") this.#leave();
  }

  /** A microphone that is plugged in again is used again, without anybody pressing anything. */
  async #devicesChanged(): Promise<void> {
    const { microphone, view } = this.#options;
    const { microphone: now } = view.peek();
    if (now.state !== "trouble") return;
    if (now.trouble !== "unplugged" && now.trouble !== "no_device") return;
    const devices = await microphone.devices();
    if (devices.length === 0) return;
    const isBack = devices.some(({ id }) => id === this.#capture.deviceId);
    this.#capture.restart(isBack ? this.#capture.deviceId : null);
  }

  #frame({ rms }: CapturedFrame, number: number): void {
    const { choices, level, view } = this.#options;
    level.value = rms;
    this.auto?.frame({ number, rms });
    const { floor, speech, silenceNudgeMs } = view.peek();
    const { waitFactor } = choices.peek();
    this.#quiet = quietStep(this.#quiet, rms, floor, speech.state === "speaking");
    const isQuiet = this.#quiet.quietMs >= silenceNudgeMs * waitFactor;
    this.#dispatch({ type: "nudge", offered: isQuiet && speech.state === "idle" });
  }
}
