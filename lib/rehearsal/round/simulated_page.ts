import { type Signal, signal } from "@preact/signals";
import type { VirtualClock } from "@/lib/rehearsal/round/virtual_clock.ts";
import type { Session } from "@/lib/consultation/session.ts";
import type { Person } from "@/lib/consultation/session_event.ts";
import { type AutoPageView } from "@/lib/page/auto_page_view.ts";
import type { AutoPage } from "@/lib/page/auto_page_port.ts";
import { openAutoPage } from "@/lib/page/auto_page.ts";
import { type LiveSpeech, liveSpeech } from "@/lib/page/live_speech.ts";
import { initialLiveView, type LiveView, reduceLive } from "@/lib/page/live_view.ts";
import type { MayBeginNow, SpeakerEvents, SpeakerPort } from "@/lib/page/speaker.ts";
import { type PageMessage, pageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { PROTOCOL_VERSION, type SpeechRef } from "@/lib/protocol/shared.ts";
import {
  liesAboutQuiet,
  namesUnknownIds,
  type Profile,
  speakEndedFate,
} from "@/lib/rehearsal/patients/profiles.ts";
import type { RoomSound } from "@/lib/rehearsal/round/room_sound.ts";

/** A capture frame is 20 ms; the quiet meter judges five of them. */
const FRAME_MS = 20;
const FRAMES_AT_ONCE = 5;

/** From being told to play until the sound begins: the fetch and the loudspeaker. */
const FETCH_MS = 90;

/** What a page reads while it lies about quiet. */
const NO_SOUND_RMS = 0.001;

/** What the loudspeaker of this page has begun, and whose it is. */
export interface Playback {
  readonly utteranceId: string;
  readonly text: string;
  readonly ref: SpeechRef;
  readonly isAuto: boolean;
}

export interface PageListener {
  /** Sound begins in the room. */
  playing(playback: Playback): void;
  /** It is over; `completed` when the patient heard it to its end. */
  played(playback: Playback, completed: boolean): void;
  /** The page was told to begin another while this one still sounded; the loudspeaker stops it. */
  talkedOver(playback: Playback): void;
  heard(message: ServerMessage): void;
}

export interface SimulatedPageParts {
  readonly clock: VirtualClock;
  /** The one that serves now: a service may have been restarted. */
  readonly session: () => Session;
  readonly room: RoomSound;
  readonly profile: Profile;
  readonly by: Person;
  readonly newId: () => string;
  readonly roomId: string;
  readonly listener: PageListener;
  /** How many utterances of the patient's have begun, for the page that lies in some. */
  readonly utterances: () => number;
}

/** The live page in virtual time: its own speech and quiet modules, without microphone and socket. */
export class SimulatedPage {
  readonly #parts: SimulatedPageParts;
  readonly #live: Signal<LiveView> = signal(initialLiveView([]));
  readonly #view: Signal<AutoPageView | null> = signal(null);
  readonly #auto: AutoPage;
  readonly #speech: LiveSpeech;
  readonly #announced = new Map<string, { readonly playback: Playback; readonly ms: number }>();
  #sounding: Playback | null = null;
  #link: string | null = null;
  #links = 0;
  #frame = 0;
  #ended = 0;
  #sent = 0;
  #isOver = false;

  constructor(parts: SimulatedPageParts) {
    this.#parts = parts;
    const send = (message: PageMessage) => this.#send(message);
    this.#auto = openAutoPage(
      { view: this.#view, goldenLeftS: signal(null) },
      {
        clock: parts.clock,
        live: this.#live,
        platform: "virtual",
        send,
        ring: () => {},
        bargedIn: (rms) => this.#speech.bargedIn(rms),
      },
    );
    this.#speech = liveSpeech({
      clock: parts.clock,
      send,
      speaker: (events) => this.#speaker(events),
      courtesy: this.#auto.courtesy,
    });
    this.#listenLater();
  }

  get auto(): AutoPage {
    return this.#auto;
  }

  get autoView(): AutoPageView | null {
    return this.#view.peek();
  }

  get live(): LiveView {
    return this.#live.peek();
  }

  get isConnected(): boolean {
    return this.#link !== null;
  }

  /** Where the recording would stand at a moment of the clock, ms: the page records from the start. */
  connect(): void {
    const { roomId } = this.#parts;
    const session = this.#parts.session();
    if (this.#link !== null || this.#isOver) return;
    const link = `link-${++this.#links}`;
    this.#link = link;
    session.connect({
      id: link,
      send: (message) => this.#receive(link, message),
      close: () => this.disconnect(),
    });
    const started = this.#speech.startedUtterances();
    this.#send({
      type: "hello",
      version: PROTOCOL_VERSION,
      room: roomId,
      client: "tab-1",
      ...(started.length === 0 ? {} : { started_utterances: [...started] }),
    });
    this.#send({
      type: "capture",
      epoch: "epoch-1",
      input_label: "virtual microphone",
      output_label: "virtual loudspeaker",
      platform: "virtual",
      constraints: { echo_cancellation: true, noise_suppression: false, auto_gain_control: false },
      local_voice: true,
      pace: "live",
    });
  }

  disconnect(): void {
    const link = this.#link;
    this.#link = null;
    if (link !== null) this.#parts.session().disconnect(link);
  }

  /** The page is gone for good. */
  leave(): void {
    this.#isOver = true;
    this.disconnect();
  }

  speak(ref: SpeechRef): void {
    this.#send({ type: "speak", ref });
  }

  cancelSpeech(): void {
    this.#speech.cancel();
  }

  send(message: PageMessage): void {
    this.#send(message);
  }

  /** The worklet's frames, five at a time. */
  #listenLater(): void {
    const { clock } = this.#parts;
    clock.after(FRAME_MS * FRAMES_AT_ONCE, () => {
      if (this.#isOver) return;
      const rms = this.#rms();
      for (let n = 0; n < FRAMES_AT_ONCE; n++) this.#auto.frame({ number: this.#frame++, rms });
      this.#listenLater();
    });
  }

  #rms(): number {
    const { clock, profile, room, utterances } = this.#parts;
    const level = room.levelAt(clock.monotonicMs());
    return liesAboutQuiet(profile, utterances()) ? Math.min(level, NO_SOUND_RMS) : level;
  }

  #receive(link: string, message: ServerMessage): void {
    if (link !== this.#link) return;
    if (
      message.type === "auto_speak" || message.type === "speak_ready" ||
      message.type === "speak_local"
    ) {
      const { utterance_id, text, ref } = message;
      const isAuto = message.type === "auto_speak" || "polite" in message;
      const ms = message.type === "speak_local" ? text.length * 70 : message.duration_s * 1000;
      this.#announced.set(utterance_id, {
        playback: { utteranceId: utterance_id, text, ref, isAuto },
        ms,
      });
    }
    this.#live.value = reduceLive(this.#live.peek(), { type: "server", message });
    this.#speech.heard(message);
    this.#auto.heard(message);
    this.#parts.listener.heard(message);
    if (message.type === "speak_aloud") this.#readAloud();
  }

  /** The doctor reads what nobody else can say. */
  #readAloud(): void {
    const { clock } = this.#parts;
    clock.after(1_000, () => this.#speech.readAloudStarted());
    clock.after(4_000, () => this.#speech.readAloudDone());
  }

  #send(message: PageMessage): boolean {
    const link = this.#link;
    if (link === null) return false;
    const { by, newId, profile, session } = this.#parts;
    const post = (sent: PageMessage) =>
      session().post({
        ...{ type: "page", link, by },
        message: pageMessage.parse(sent),
        freshId: newId(),
      });
    if (message.type === "speak_ended") {
      const fate = speakEndedFate(profile, this.#ended++);
      if (fate === "lost") return true;
      if (fate === "twice") post(message);
    }
    post(message);
    if (message.type !== "quiet" && namesUnknownIds(profile, this.#sent++)) {
      post({ type: "speak_ended", utterance_id: "never-was", reason: "completed" });
      post({ type: "auto_resume", alarm_ids: ["never-was"] });
      post({ type: "speak", ref: { agenda: { version: 99_999, index: 0 } } });
    }
    return true;
  }

  #speaker(events: SpeakerEvents): SpeakerPort {
    let stop: SpeakerPort["cancel"] | null = null;
    const begin = (utteranceId: string, mayBegin: MayBeginNow) => {
      if (this.#sounding !== null) this.#parts.listener.talkedOver(this.#sounding);
      stop?.();
      const announced = this.#announced.get(utteranceId);
      if (announced === undefined) return;
      stop = this.#play(utteranceId, announced, mayBegin, events, () => {
        stop = null;
      });
    };
    return {
      play: (utteranceId, _url, mayBegin) => begin(utteranceId, mayBegin),
      sayLocally: (utteranceId, _text, _maxMs, mayBegin) => begin(utteranceId, mayBegin),
      hasLocalVoice: () => true,
      cancel: (reason, rms) => stop?.(reason, rms),
    };
  }

  /** Returns how to stop it. */
  #play(
    utteranceId: string,
    { playback, ms }: { readonly playback: Playback; readonly ms: number },
    mayBegin: MayBeginNow,
    events: SpeakerEvents,
    over: () => void,
  ): SpeakerPort["cancel"] {
    const { clock, listener } = this.#parts;
    let isHeard = false;
    let cancel = () => {};
    const end = (reason: "completed" | "cancelled" | "barge_in", rms?: number) => {
      isCancelled = true;
      cancel();
      over();
      if (isHeard) this.#sounding = null;
      if (isHeard) listener.played(playback, reason === "completed");
      events.ended(utteranceId, reason, rms);
    };
    let isCancelled = false;
    const sound = () => {
      isHeard = true;
      this.#sounding = playback;
      listener.playing(playback);
      events.started(utteranceId);
      cancel = clock.after(ms, () => end("completed"));
    };
    cancel = clock.after(FETCH_MS, () => {
      if (mayBegin === null) return sound();
      void mayBegin().then((mayIt) => {
        if (isCancelled) return;
        if (mayIt) sound();
        else over();
      });
    });
    return (reason = "cancelled", rms) => end(reason, rms);
  }
}
