import type { Clock } from "@/lib/clock.ts";
import { FRAME_SAMPLES, samplesToMs } from "@/lib/audio/units.ts";
import type { PageMessage, PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type {
  EngineStatus,
  LifecycleState,
  ServerMessage,
  ServerMessageOf,
  TranscriptSegmentMessage,
} from "@/lib/protocol/server_messages.ts";
import { PROTOCOL_VERSION } from "@/lib/protocol/shared.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { LiveSocket } from "@/lib/page/live_socket.ts";
import type { Connection } from "@/lib/page/connection.ts";
import type { Box } from "@/lib/feed/box.ts";
import { CommitLags } from "@/lib/feed/commit_lags.ts";
import type { FeedEvent, FeedNews } from "@/lib/feed/feed_event.ts";
import { FeedVoice } from "@/lib/feed/feed_voice.ts";
import type { Wakeups } from "@/lib/feed/wakeups.ts";

export interface FeedPageOptions {
  readonly box: Box;
  readonly consultation: string;
  readonly room: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newId: () => string;
  readonly echoLevel: number | null;
  readonly wakeups: Wakeups;
  readonly onEvent: (event: FeedEvent) => void;
}

/**
 * A live page without a browser: the page's own line and voice, a numbering of frames, and what the
 * service said. When the line drops it comes back by itself and goes on with the same numbering.
 */
export class FeedPage {
  readonly lags = new CommitLags();
  readonly voice: FeedVoice;
  readonly #options: FeedPageOptions;
  readonly #socket: LiveSocket;
  readonly #segments = new Map<string, TranscriptSegmentMessage>();
  readonly #epoch: string;
  #connection: Connection["state"] = "connecting";
  #snapshot: ServerMessageOf<"state"> | null = null;
  #lifecycle: LifecycleState | null = null;
  #stt: EngineStatus["state"] = "starting";
  #tts: EngineStatus["state"] = "starting";
  #pace: PageMessageOf<"capture">["pace"] | null = null;
  #heardMs = 0;
  #sent = 0;

  constructor(options: FeedPageOptions) {
    this.#options = options;
    const { box, clock, consultation, newId, room } = options;
    const client = newId();
    this.#epoch = newId();
    this.voice = new FeedVoice({
      clock,
      send: (message) => this.send(message),
      fetchAudio: (url) => box.bytes(url),
      echoLevel: options.echoLevel,
    });
    this.#socket = new LiveSocket({
      url: box.socketUrl(consultation),
      clock,
      random: options.random,
      connect: box.connect,
      hello: () => ({
        type: "hello",
        version: PROTOCOL_VERSION,
        room,
        client,
        ...(this.#pace === null ? {} : { resume: { epoch: this.#epoch } }),
        started_utterances: [...this.voice.startedUtterances()],
      }),
      onMessage: (message) => this.#heard(message),
      onConnection: ({ state }) => this.#connectionChanged(state),
    });
    this.#socket.connect();
  }

  get connection(): Connection["state"] {
    return this.#connection;
  }

  /** The snapshot of this connection; null until it has come. */
  get snapshot(): ServerMessageOf<"state"> | null {
    return this.#snapshot;
  }

  get lifecycle(): LifecycleState | null {
    return this.#lifecycle;
  }

  get stt(): EngineStatus["state"] {
    return this.#stt;
  }

  /** True while an engine is being loaded; nobody begins to speak before. */
  get isWarmingUp(): boolean {
    return this.#stt === "starting" || this.#tts === "starting";
  }

  /** How far the ears are, as last heard. */
  get heardMs(): number {
    return this.#heardMs;
  }

  get segments(): readonly TranscriptSegmentMessage[] {
    return [...this.#segments.values()];
  }

  get sentFrames(): number {
    return this.#sent;
  }

  get audioMs(): number {
    return samplesToMs(this.#sent * FRAME_SAMPLES);
  }

  /** True when the line is down or another page has the control: nothing can be sent now. */
  get isCutOff(): boolean {
    return this.#connection !== "open" || this.#snapshot?.in_control !== true;
  }

  capture(pace: PageMessageOf<"capture">["pace"]): void {
    this.#pace = pace;
    this.send({
      type: "capture",
      epoch: this.#epoch,
      input_label: "Sound file",
      output_label: "Nowhere",
      platform: "Alba feed",
      constraints: { echo_cancellation: false, noise_suppression: false, auto_gain_control: false },
      local_voice: false,
      pace,
    });
  }

  /** False when the frame could not be sent now. */
  sendFrame(pcm: Int16Array): boolean {
    if (this.isCutOff || !this.#socket.sendFrame(encodeFrame(this.#sent, pcm))) return false;
    this.lags.sent(this.#sent, this.#options.clock.monotonicMs());
    this.#sent += 1;
    this.voice.advance(this.#sent);
    return true;
  }

  /** False when the line is down. */
  send(message: PageMessage): boolean {
    this.#tell({ event: "sent", message });
    return this.#socket.send(message);
  }

  close(): void {
    this.#socket.close();
  }

  #connectionChanged(state: Connection["state"]): void {
    this.#connection = state;
    this.#snapshot = null;
    this.#tell({ event: "connection", connection: state });
    this.#options.wakeups.wake();
  }

  #heard(message: ServerMessage): void {
    this.#tell({ event: "received", message });
    this.voice.heard(message);
    switch (message.type) {
      case "state":
        this.#snapshot = message;
        this.#lifecycle = message.lifecycle;
        this.#stt = message.stt.state;
        this.#tts = message.tts.state;
        this.#keep(message.committed);
        if (this.#pace !== null && message.in_control) this.capture(this.#pace);
        break;
      case "transcript":
        this.#keep(message.committed);
        break;
      case "progress":
        this.#heardMs = message.heard_ms;
        break;
      case "engine":
        this.#stt = message.stt.state;
        this.#tts = message.tts.state;
        break;
      case "lifecycle":
        this.#lifecycle = message.lifecycle;
        break;
      case "control":
        if (this.#snapshot !== null) {
          this.#snapshot = { ...this.#snapshot, in_control: message.in_control };
        }
        break;
    }
    this.#options.wakeups.wake();
  }

  #keep(segments: readonly TranscriptSegmentMessage[]): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const segment of segments) {
      if (this.#segments.has(segment.id)) continue;
      this.#segments.set(segment.id, segment);
      this.lags.received(segment, nowMs);
    }
  }

  #tell(news: FeedNews): void {
    this.#options.onEvent({ audio_ms: this.audioMs, ...news });
  }
}
