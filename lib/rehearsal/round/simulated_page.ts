import { type Signal, signal } from "@preact/signals";
import type { Clock } from "@/lib/clock.ts";
import type { Session } from "@/lib/consultation/session.ts";
import type { Person } from "@/lib/consultation/session_event.ts";
import type { AutoPage } from "@/lib/page/auto_page_port.ts";
import type { AutoPageView } from "@/lib/page/auto_page_view.ts";
import { openAutoPage } from "@/lib/page/auto_page.ts";
import { LiveController } from "@/lib/page/live_controller.ts";
import { initialLiveView, type LiveView } from "@/lib/page/live_view.ts";
import { DEFAULT_CHOICES } from "@/lib/page/page_choices.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import type { SpeechRef } from "@/lib/protocol/shared.ts";
import { lineDelay } from "@/lib/rehearsal/patients/disturbances.ts";
import { isPlayable, liesAboutQuiet, type Profile } from "@/lib/rehearsal/patients/profiles.ts";
import { DoctorsReading } from "@/lib/rehearsal/round/doctors_reading.ts";
import type { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import type { RoomSound } from "@/lib/rehearsal/round/room_sound.ts";
import { type OneWayParts, SimulatedLine } from "@/lib/rehearsal/round/simulated_line.ts";
import { FRAME_MS, simulatedMicrophone } from "@/lib/rehearsal/round/simulated_microphone.ts";
import {
  type Announced,
  type RoomListener,
  SimulatedSpeaker,
} from "@/lib/rehearsal/round/simulated_speaker.ts";
import { tamperedMessages } from "@/lib/rehearsal/round/tampered_messages.ts";
import { forkSeed, seeded } from "@/lib/rehearsal/seeded.ts";

/** What a page reads while it lies about quiet. */
const NO_SOUND_RMS = 0.001;

/** The browser's own voice, and a doctor's, say about so much. */
const MS_A_CHAR = 70;

export interface PageListener extends RoomListener {
  heard(message: ServerMessage): void;
}

export interface SimulatedPageParts {
  /** The room's time; what is the service's alone keeps its own. */
  readonly clock: Clock;
  /** The one that serves now: a service may have been restarted. */
  readonly session: () => Session;
  readonly room: RoomSound;
  readonly profile: Profile;
  readonly hits: FaultHits;
  readonly by: Person;
  readonly newId: () => string;
  readonly roomId: string;
  /** This tab, as the service knows it. */
  readonly tab: string;
  readonly listener: PageListener;
  /** How many utterances of the patient's have begun, for the page that lies in some. */
  readonly utterances: () => number;
  /** When the box takes in what arrives at a moment; the same moment while it has time. */
  readonly busyUntilMs: (ms: number) => number;
  /** A name that no page of this consultation has for its numbering of frames. */
  readonly newEpoch: () => string;
  /** A numbering of frames, as it goes on now, would have begun then. */
  readonly numbered: (epoch: string, fromMs: number) => void;
}

/** The live page in virtual time: its own controller, with a simulated line, microphone and loudspeaker. */
export class SimulatedPage {
  readonly #parts: SimulatedPageParts;
  readonly #live: Signal<LiveView> = signal(initialLiveView([]));
  readonly #view: Signal<AutoPageView | null> = signal(null);
  readonly #announced = new Map<string, Announced>();
  readonly #line: SimulatedLine;
  readonly #reading: DoctorsReading;
  readonly #controller: LiveController;
  #isClosed = false;
  #epoch = "";
  #sounds = 0;

  constructor(parts: SimulatedPageParts) {
    this.#parts = parts;
    const { clock, listener, room } = parts;
    this.#line = this.#lineOf(parts);
    this.#reading = new DoctorsReading({
      ...{ clock, listener },
      isSpeaking: () => room.speakingForMs(clock.monotonicMs()) !== null,
      shown: () => this.#isClosed ? null : this.#live.peek().readAloud,
      controller: () => this.#controller,
    });
    this.#controller = this.#controllerOf(parts);
  }

  get auto(): AutoPage {
    const { auto } = this.#controller;
    if (auto === null) throw new Error("Cannot act on a page: it has no auto mode");
    return auto;
  }

  get autoView(): AutoPageView | null {
    return this.#view.peek();
  }

  get live(): LiveView {
    return this.#live.peek();
  }

  /** Null while the page does not know. */
  get inControl(): boolean | null {
    return this.live.inControl;
  }

  /** The service has taken it in. */
  get isConnected(): boolean {
    return this.#line.isConnected && this.live.inControl !== null;
  }

  /** The line breaks off and stays so until `mend`. True when it was up. */
  cut(): boolean {
    return this.#line.cut();
  }

  /** It can be had again; the page finds out by itself. */
  mend(): void {
    this.#line.mend();
  }

  takeControl(): void {
    this.#controller.act("take_control");
  }

  /** As somebody does who sees that the recording has halted; a page that only watches says nothing of it. */
  tryMicrophoneAgain(): void {
    const { capture, inControl } = this.live;
    if (inControl === true && capture.state === "halted") this.#controller.act("retry_microphone");
  }

  /** The doctor ends the consultation; what the line does not carry goes by the page's form. */
  stop(): void {
    this.#controller.stop();
  }

  /** The page is gone for good, as a tab that is closed: it says and shows nothing any more. */
  leave(): void {
    this.#isClosed = true;
    this.#line.cut();
    this.#controller.close();
    this.#reading.look();
  }

  speak(ref: SpeechRef): void {
    this.#controller.speak(ref);
  }

  cancelSpeech(): void {
    this.#controller.cancelSpeech();
  }

  send(message: PageMessage): void {
    this.#line.send(message);
  }

  #lineOf(parts: SimulatedPageParts): SimulatedLine {
    const { clock, hits, listener, newId, by, profile, session, tab } = parts;
    const way = (direction: "up" | "down"): OneWayParts | null => {
      const delay = lineDelay(profile, direction);
      const isBusy = profile.rates.busy_box !== undefined;
      if (delay === null && !(isBusy && direction === "up")) return null;
      return {
        clock,
        random: seeded(forkSeed(profile.seed, `${tab} ${direction}`)),
        delay: delay ?? { leastMs: 0, jitterMs: 0 },
        busyUntilMs: direction === "up" ? parts.busyUntilMs : (ms) => ms,
        hit: () => delay === null ? undefined : hits.add("slow_line"),
      };
    };
    return new SimulatedLine({
      ...{ clock, session, by, newId },
      name: tab,
      up: way("up"),
      down: way("down"),
      tampered: tamperedMessages(profile, hits),
      deliver: (message, pass) => {
        this.#announce(message);
        pass();
        this.#reading.look();
        const announced = message.type === "speak_aloud" &&
          this.#announced.get(message.utterance_id);
        if (announced) this.#reading.begin(announced);
        listener.heard(message);
      },
    });
  }

  #controllerOf(parts: SimulatedPageParts): LiveController {
    const { clock, listener, newEpoch, profile, roomId, tab } = parts;
    const random = seeded(forkSeed(profile.seed, `reconnect ${tab}`));
    return new LiveController({
      ...{ clock, client: tab, room: roomId, view: this.#live },
      socketUrl: "virtual",
      platform: "virtual",
      level: signal(0),
      choices: signal(DEFAULT_CHOICES),
      random: () => random.next(),
      newEpoch: () => this.#epoch = newEpoch(),
      connect: this.#line.connect,
      microphone: simulatedMicrophone({
        clock,
        level: () => this.#level(),
        heard: () => this.#heard(),
      }),
      speaker: (events) =>
        new SimulatedSpeaker({
          ...{ clock, listener },
          announced: (id) => this.#announced.get(id),
          isPlayable: () => this.#isPlayable(),
          hasLocalVoice: profile.rates.no_local_voice === undefined,
        }, events),
      chime: { play: () => {} },
      openAuto: (host) => openAutoPage({ view: this.#view, goldenLeftS: signal(null) }, host),
      reload: () => {},
      signIn: () => {},
      stopByForm: () => parts.session().stop(parts.by),
    });
  }

  /** Which moment of the room the numbering has come to: a microphone opened anew lets some go by. */
  #heard(): void {
    const { clock, numbered } = this.#parts;
    const newest = this.#line.takeNewestFrame();
    if (newest !== null) numbered(this.#epoch, clock.monotonicMs() - (newest + 1) * FRAME_MS);
  }

  #level(): number {
    const { clock, hits, profile, room, utterances } = this.#parts;
    const level = room.levelAt(clock.monotonicMs());
    if (level <= NO_SOUND_RMS || !liesAboutQuiet(profile, utterances())) return level;
    hits.add("quiet_while_speaking");
    return NO_SOUND_RMS;
  }

  #isPlayable(): boolean {
    const { hits, profile } = this.#parts;
    const isIt = isPlayable(profile, this.#sounds++);
    if (!isIt) hits.add("unplayable_sound");
    return isIt;
  }

  #announce(message: ServerMessage): void {
    switch (message.type) {
      case "auto_speak":
      case "speak_ready":
      case "speak_local":
      case "speak_aloud": {
        const { ref, text, utterance_id } = message;
        const isAuto = message.type === "auto_speak" || "keeps_span" in message;
        const ms = "duration_s" in message ? message.duration_s * 1000 : text.length * MS_A_CHAR;
        if (message.type === "speak_aloud") this.#parts.hits.add("no_local_voice");
        this.#announced.set(utterance_id, {
          playback: { utteranceId: utterance_id, text, ref, isAuto },
          ms,
        });
        return;
      }
      default:
        return;
    }
  }
}
